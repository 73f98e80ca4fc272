import Mantle

extension Explanation {
  /// The manual pages of all diagnostic codes, in alphabetical order.
  package static let all: [Explanation] = (ofText + ofValues + ofRepairs + ofModels).sorted {
    $0.code.rawValue < $1.code.rawValue
  }

  /// The manual pages of diagnostic codes about malformed and unreadable input.
  private static let ofText = [
    Explanation(
      .syntax, "the input is not valid JSON",
      meaning:
        "The input violates the JSON grammar (RFC 8259) at the given place. The readable parts before and after "
        + "this place are still checked.",
      remedy:
        "Correct the input at the caret. Comments, single quotes, trailing commas and NaN are not valid JSON.",
      example: #"{"state": open}"#),
    Explanation(
      .duplicateKey, "an object has a key twice",
      meaning:
        "JSON does not define which of the two values is used. Mantle uses the last one; other parsers may use the first.",
      remedy:
        "Remove one of the two keys. A program that writes such JSON usually writes one key in two places.",
      example: #"{"id": 1, "id": 2}"#),
    Explanation(
      .byteOrderMark, "the input starts with a byte order mark",
      meaning: "The bytes EF BB BF precede the JSON. Mantle accepts them; other parsers may reject them.",
      remedy: "Save the file as UTF-8 without a byte order mark.", example: "\u{FEFF}{}"),
    Explanation(
      .unreadable, "the input cannot be opened",
      meaning: "The file does not exist, is not readable, or an error occurred while it was read.",
      remedy: "See the message for the reason."),
    Explanation(
      .limit, "a limit against hostile input was reached",
      meaning: "The input is nested more deeply, or contains a larger value, than the default limits allow.",
      remedy:
        "Inspect the value at the given place. If the value is correct, raise the limit in `JSONLimits`."),
  ]

  /// The manual pages of diagnostic codes about values that cannot be decoded.
  private static let ofValues = [
    Explanation(
      .typeMismatch, "a value has the wrong type for its property",
      meaning:
        "The value cannot be decoded as the property's type. Types are strict: \"42\" is not an integer.",
      remedy: "Correct the data, or give the property a transformer that accepts it, such as a number style.",
      example: #"{"id": 1, "name": 7, "color": "ff0000"}"#, as: "Label"),
    Explanation(
      .missing, "a required value is missing",
      meaning:
        "The object has no key of the property, and the property is not optional and has no default.",
      remedy: "Add the key. If the key may be absent, make the property optional or give it `.default(…)`.",
      example: #"{"id": 1, "color": "ff0000"}"#, as: "Label"),
    Explanation(
      .unexpectedNull, "a required value is null",
      meaning:
        "Null and absent are different. Null is an error for a property that is not optional, even if it has a default.",
      remedy: "Omit the key, make the property optional, or add `.absent(when: .null)` to use its default.",
      example: #"{"id": 1, "name": null, "color": "ff0000"}"#, as: "Label"),
    Explanation(
      .unknownCase, "a string is not a case of its enum",
      meaning: "The property has a fixed set of values that does not contain this one. Case is significant.",
      remedy: "Correct the data, add the case to the enum, or accept unknown cases with `OpenCase`.",
      example: #"{"url": "https://api.github.com/repos/o/r/issues/1", "state": "reopened"}"#, as: "Issue"),
    Explanation(
      .outOfRange, "a number is out of range",
      meaning:
        "The property's type cannot represent the number: it is too large, too small, or has a fraction.",
      remedy: "Correct the data, or give the property a wider type.",
      example: #"{"id": 1e30, "name": "bug", "color": "ff0000"}"#, as: "Label"),
    Explanation(
      .invalidValue, "a value has the right JSON type but is invalid",
      meaning:
        "The transformer of the property rejects the value, for example a string that is not a date, a URL or a UUID.",
      remedy: "Correct the data, or give the property a transformer for the format of the data.",
      example: #"{"url": "https://api.github.com/repos/o/r/issues/1", "created_at": "yesterday"}"#,
      as: "Issue"),
    Explanation(
      .blockedPath, "a key path leads through a value that has no members",
      meaning: "The property has a key path such as `user.login`, but `user` is not an object.",
      remedy: "Correct the data, or the key path of the property."),
    Explanation(
      .validation, "a validation rule failed",
      meaning: "The value was decoded, but a validation rule of the mapping rejected it.",
      remedy: "Correct the data. The message comes from the rule."),
  ]

  /// The manual pages of diagnostic codes about values that were converted, replaced or dropped.
  private static let ofRepairs = [
    Explanation(
      .coercion, "a value was converted from another type",
      meaning:
        "The transformer of the property also accepts another type, and the data has that type. Saving the value may "
        + "change its form.",
      remedy: "Nothing, if the data is correct."),
    Explanation(
      .defaultUsed, "a default was used for a missing value",
      meaning: "The key is absent, so the property has its default.",
      remedy: "Nothing, if the key may be absent."),
    Explanation(
      .aliasUsed, "a value was found under another key",
      meaning:
        "The property has several key paths. The canonical path is absent, so the value comes from an alias.",
      remedy: "Rename the key in the data if you want to remove the alias."),
    Explanation(
      .elementDropped, "an element of a list was left out",
      meaning: "The element could not be decoded, and the policy of the call is to leave such elements out.",
      remedy: "Correct the element. See its own errors for the cause."),
    Explanation(
      .lossyRoundTrip, "a value does not round-trip",
      meaning:
        "Encoding the decoded value produces different JSON than the original, so saving would change it.",
      remedy: "Use a transformer that preserves the form, such as one for exact numbers."),
  ]

  /// The manual pages of diagnostic codes about models, mappings and archives.
  private static let ofModels = [
    Explanation(
      .unmappedKey, "a key is unmapped",
      meaning:
        "No property of the model maps this key of the object. Editing the file preserves the key; converting the "
        + "file drops it.",
      remedy: "Map the key, ignore it with `--no-unmapped`, or accept it with `--allow unmapped-key@PATH`.",
      example: #"{"id": 1, "name": "bug", "color": "ff0000", "colour": "red"}"#, as: "Label"),
    Explanation(
      .noModel, "no model fits the data",
      meaning:
        "The data does not contain enough keys of any known model, and `--require-model` is set. Or an element of a "
        + "list is a different kind of object than its siblings, such as an error response.",
      remedy: "Name the model with `--model NAME` to list the reasons why it does not fit."),
    Explanation(
      .definition, "the mapping is wrong, not the data",
      meaning:
        "The declaration of a model is invalid: two properties have one path, or a key path has the wrong type.",
      remedy: "Correct the declaration. The message names the property."),
    Explanation(
      .archive, "the archive is damaged or does not contain the model",
      meaning:
        "The file is a property list with an invalid structure, or it contains no object of the model.",
      remedy: "Write the archive again. A truncated archive cannot be repaired."),
    Explanation(
      .migration, "an archived model has another version",
      meaning:
        "An older version of the model archived the object, which was upgraded; or a newer version archived it, and "
        + "it was rejected.",
      remedy: "Nothing, if the object was upgraded. Open a newer archive with a newer program."),
  ]
}
