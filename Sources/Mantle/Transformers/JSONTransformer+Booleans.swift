extension JSONTransformer where Value == Bool {
  /// A transformer for JSON `true` and `false`; everything else is an error.
  ///
  /// It is the conversion that `Bool` has without a transformer, for use in chains such as
  /// `.bool.or(.zeroOrOne)`.
  public static var bool: JSONTransformer { natural.named("bool") }

  /// A transformer for JSON `true` and `false` and the numbers 0 and 1; written as `true` or `false`.
  ///
  /// A number adds a coercion note. Every other number is an error, and so is a string.
  ///
  /// ```swift
  /// Property(\.isActive, "active", .boolOrNumber)  // true, false, 0 and 1
  /// ```
  public static var boolOrNumber: JSONTransformer {
    JSONTransformer(
      "boolOrNumber", shape: .boolean,
      decode: { json in
        json.is(.number) ? try decodeBit(json, expected: "boolean, 0 or 1") : try Bool.decode(json)
      },
      encode: { $1.writeBool($0) }
    )
    .expecting("boolean, 0 or 1")
  }

  /// A transformer for the numbers 0 and 1, which are written as numbers; `true` and `false` are errors.
  ///
  /// Each decoded value adds a coercion note.
  ///
  /// ```swift
  /// Property(\.isActive, "active", .zeroOrOne)
  /// ```
  ///
  /// ```
  /// 1     →  true
  /// true  →  error; use boolOrNumber
  /// 2     →  error
  /// ```
  public static var zeroOrOne: JSONTransformer {
    JSONTransformer(
      "zeroOrOne", shape: .boolean, decode: { try decodeBit($0, expected: "0 or 1") },
      encode: { $1.writeInteger($0 ? 1 : 0) }
    )
    .expecting("0 or 1")
  }

  /// A transformer for the strings `true` and `false`, which are written as strings. Each decoded value adds
  /// a coercion note.
  ///
  /// ```swift
  /// Property(\.isActive, "active", .boolString)  // "true"
  /// ```
  public static var boolString: JSONTransformer { boolString(true: "true", false: "false") }

  /// Returns a transformer for two strings that represent true and false. Each decoded value adds a coercion
  /// note.
  ///
  /// ```swift
  /// Property(\.isPublic, "public", .boolString(true: "yes", false: "no"))
  /// ```
  ///
  /// Any other string is an error, and so is `true` or `false` without quotes.
  ///
  /// - Parameters:
  ///   - yes: The string for true, compared case-sensitively.
  ///   - no: The string for false, compared case-sensitively. If both strings are equal, the transformer is
  ///     decode-only.
  ///   - also: Further strings that are accepted and never written.
  public static func boolString(
    true yes: String, false no: String, also: [String: Bool] = [:]
  ) -> JSONTransformer {
    let words = also.merging([(yes, true), (no, false)]) { $1 }
    let expected = ([yes, no] + also.keys.sorted()).asAlternatives
    let encode: @Sendable (Bool, inout JSONWriter) -> Void = { $1.writeString($0 ? yes : no) }
    var transformer = JSONTransformer(
      "boolString", shape: .boolean,
      decode: { json in
        let value = try json.text(expected: expected) { words[$0] }
        json.context.note(.coercion, "the string is decoded as \(value)", at: json)
        return value
      },
      encode: yes == no ? nil : encode)
    if yes == no { transformer.traits = .none(whyIrreversible: "true and false have the same text `\(yes)`") }
    return transformer.expecting(expected)
  }

  /// A transformer for `true` and `false`, the numbers 0 and 1, and strings with one of these values; written
  /// as `true` or `false`. Everything but `true` and `false` adds a coercion note.
  ///
  /// ```swift
  /// Property(\.isActive, "active", .lenientBool)
  /// ```
  ///
  /// ```
  /// true, 1, "true", "1"     →  true
  /// false, 0, "false", "0"   →  false
  /// 2, "yes"                 →  error
  /// ```
  public static var lenientBool: JSONTransformer {
    boolOrNumber.or(boolString(true: "true", false: "false", also: ["1": true, "0": false])).named(
      "lenientBool")
  }
}

/// Decodes the number 0 or 1 and records a coercion note.
///
/// - Throws: A type mismatch if the value is not a number; an invalid value for every other number.
private func decodeBit(_ json: JSONCursor, expected: String) throws -> Bool {
  guard json.is(.number) else { throw json.mismatch(expected: expected) }
  guard let number = try? Int.decode(json), number == 0 || number == 1 else {
    throw json.mismatch(expected: expected, code: .invalidValue)
  }
  json.context.note(.coercion, "the number is decoded as \(number == 1)", at: json)
  return number == 1
}
