import Mantle

extension Explanation {
  /// The pages of all codes, in alphabetical order.
  package static let all: [Explanation] = (ofText + ofValues + ofRepairs + ofModels).sorted {
    $0.code.rawValue < $1.code.rawValue
  }

  /// The codes of malformed and unreadable input.
  private static let ofText = [
    Explanation(
      .syntax, "the text is not JSON",
      meaning:
        "The text breaks the grammar of JSON (RFC 8259) at the place given. What can be read before and after it is "
        + "checked all the same.",
      remedy: "Correct the text at the caret. Comments, single quotes, trailing commas and NaN are not JSON.",
      example: #"{"state": open}"#),
    Explanation(
      .duplicateKey, "an object has a key twice",
      meaning:
        "JSON leaves open which of the two counts; here it is the last one, elsewhere it may be the first.",
      remedy:
        "Remove one of the two. A program that writes such text usually writes one field from two places.",
      example: #"{"id": 1, "id": 2}"#),
    Explanation(
      .byteOrderMark, "a byte order mark begins the text",
      meaning: "The bytes EF BB BF stand before the JSON. They are accepted here; other parsers refuse them.",
      remedy: "Save the file as UTF-8 without a byte order mark.", example: "\u{FEFF}{}"),
    Explanation(
      .unreadable, "the input cannot be opened",
      meaning: "The file is not there, is not readable, or reading it failed.",
      remedy: "Look at the reason in the message."),
    Explanation(
      .limit, "a limit against hostile input was reached",
      meaning: "The text is nested deeper, or a value in it is larger, than what is read by default.",
      remedy:
        "Look at the value at the place given. If it is meant to be so, raise the limit in `JSONLimits`."),
  ]

  /// The codes of values that cannot be decoded.
  private static let ofValues = [
    Explanation(
      .typeMismatch, "a value has another type than its property",
      meaning: "The value cannot be read as the property's type. Types are strict: \"42\" is no integer.",
      remedy: "Correct the data, or give the property a transformer that reads it, such as a number style.",
      example: #"{"id": 1, "name": 7, "color": "ff0000"}"#, as: "Label"),
    Explanation(
      .missing, "a required value is not there",
      meaning:
        "No key of the property is in the object, and the property is neither optional nor has it a default.",
      remedy: "Add the key. If it may be absent, make the property optional or give it `.default(…)`.",
      example: #"{"id": 1, "color": "ff0000"}"#, as: "Label"),
    Explanation(
      .unexpectedNull, "null stands where a value is required",
      meaning:
        "Null is not the same as absent: it is an error for a property that is not optional, with a default too.",
      remedy: "Leave the key out, make the property optional, or let it take null for its default.",
      example: #"{"id": 1, "name": null, "color": "ff0000"}"#, as: "Label"),
    Explanation(
      .unknownCase, "a text is none of the cases of an enum",
      meaning: "The property has a fixed set of values, and this is none of them. Capital letters count.",
      remedy: "Correct the data, or add the case to the enum; an open enum keeps values it does not know.",
      example: #"{"url": "https://api.github.com/repos/o/r/issues/1", "state": "reopened"}"#, as: "Issue"),
    Explanation(
      .outOfRange, "a number does not fit",
      meaning:
        "The number is larger or smaller than the property's type can hold, or has a fraction where it may not.",
      remedy: "Correct the data, or give the property a wider type.",
      example: #"{"id": 1e30, "name": "bug", "color": "ff0000"}"#, as: "Label"),
    Explanation(
      .invalidValue, "a value has the right JSON type and still cannot be read",
      meaning: "The transformer of the property refuses the value: a text that is no date, no URL, no UUID.",
      remedy: "Correct the data, or give the property the transformer for the form the data has.",
      example: #"{"url": "https://api.github.com/repos/o/r/issues/1", "created_at": "yesterday"}"#,
      as: "Issue"),
    Explanation(
      .blockedPath, "a key path leads through a value that has no members",
      meaning: "The property is read from a place such as `user.login`, and `user` is not an object.",
      remedy: "Correct the data, or the key path of the property."),
    Explanation(
      .validation, "a rule of the model is broken",
      meaning: "The value could be read, and then a rule declared in the mapping refused it.",
      remedy: "Correct the data; the message is that of the rule."),
  ]

  /// The codes of values that were converted, replaced or dropped.
  private static let ofRepairs = [
    Explanation(
      .coercion, "a value was converted from another type",
      meaning:
        "The property accepts more than its own type, and the data made use of it. Saving may write the other form.",
      remedy: "Nothing, if the data is meant to be so."),
    Explanation(
      .defaultUsed, "the default stands in for a value",
      meaning: "The key is absent and the property has a default, which was used.",
      remedy: "Nothing, if the key may be absent."),
    Explanation(
      .aliasUsed, "a value was found under another key",
      meaning:
        "The property has several key paths; the one it is written to was absent, and an alternative was read.",
      remedy: "Rename the key in the data if the old name is to go away."),
    Explanation(
      .elementDropped, "an element of a list was left out",
      meaning: "The element could not be read, and the policy of the call is to go on without it.",
      remedy: "Correct the element; its own errors say what is wrong with it."),
    Explanation(
      .lossyRoundTrip, "a value does not come back as it was",
      meaning:
        "Writing the value that was read gives other JSON than what stood there, so that saving changes it.",
      remedy: "Use a transformer that keeps the form, such as one for exact numbers."),
  ]

  /// The codes of models, mappings and archives.
  private static let ofModels = [
    Explanation(
      .unmappedKey, "no property maps a key",
      meaning:
        "The object has a key that its model does not read. The key is kept when a file is edited, and lost when it "
        + "is converted.",
      remedy: "Map the key, ignore it with `--no-unmapped`, or accept it with `--allow unmapped-key@PATH`.",
      example: #"{"id": 1, "name": "bug", "color": "ff0000", "colour": "red"}"#, as: "Label"),
    Explanation(
      .noModel, "no model fits the data",
      meaning:
        "None of the models that are known has enough of its keys in the data, and `--require-model` asks for one; or an "
        + "element of a list is another kind of object than those around it, such as the answer of an error.",
      remedy: "Name the model with `--model NAME`; then everything that keeps it from fitting is listed."),
    Explanation(
      .definition, "the mapping is wrong, not the data",
      meaning:
        "A model is declared in a way that cannot work: two properties on one path, or a key path of another type.",
      remedy: "Correct the declaration; the message names the property."),
    Explanation(
      .archive, "the archive is damaged or not what was asked for",
      meaning: "The file is a property list whose structure is wrong, or it holds no object of the model.",
      remedy: "Write the archive again. An archive that was cut short cannot be repaired."),
    Explanation(
      .migration, "an archived model is of another version",
      meaning:
        "The object was archived by an older version of its model and was upgraded, or by a newer one and was refused.",
      remedy: "For a newer archive use a newer program; an upgrade needs nothing."),
  ]
}
