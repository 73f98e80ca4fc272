extension JSONConvertible where Self: RawRepresentable, RawValue: JSONConvertible {
  /// Decodes a raw value that belongs to one of the cases.
  ///
  /// ```swift
  /// enum Level: String, CaseIterable, JSONConvertible { case low, high }
  /// let levels = try [Level].decode(json: #"["low", "high"]"#)
  /// ```
  ///
  /// ``OpenCase`` preserves raw values that are not cases.
  ///
  /// - Throws: The errors of the raw type; an unknown-case problem for any other raw value, with
  ///   the nearest case as a suggestion.
  public static func decode(_ json: JSONCursor) throws -> Self {
    let raw = try RawValue.decode(json)
    guard let value = Self(rawValue: raw) else { throw json.unknownCase(of: Self.self) }
    return value
  }

  /// Writes the raw value.
  ///
  /// - Throws: The errors of the raw value's `encode(to:)`.
  public func encode(to writer: inout JSONWriter) throws { try rawValue.encode(to: &writer) }

  /// The kind of JSON that the type accepts: the kind that its raw type accepts.
  public static var shape: ValueShape { RawValue.shape }
}

extension JSONConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// The kind of JSON that the type accepts: a string that is the raw value of a case.
  public static var shape: ValueShape { .enumeration(allCases.map(\.rawValue)) }
}

extension JSONCursor {
  /// Returns the problem for a raw value that belongs to no case of an enum. Its message lists the cases if
  /// the enum is `CaseIterable`.
  @inline(never) @usableFromInline func unknownCase<Value: RawRepresentable>(of _: Value.Type)
    -> DecodingProblem
  {
    let cases = (Value.self as? any CaseIterable.Type)?.rawTexts ?? []
    let numbers = (Value.self as? any CaseIterable.Type)?.rawNumbers
    return mismatch(
      expected: cases.isEmpty ? numbers ?? "a \(Value.self)" : cases.asAlternatives, code: .unknownCase,
      hint: hint(among: cases))
  }
}

extension CaseIterable {
  /// The raw values of all cases, without raw values that are not strings.
  fileprivate static var rawTexts: [String] {
    allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  /// The integer raw values of all cases as a phrase, such as `1, 2 or 3`, cut off after eight; nil if no raw
  /// value is an integer.
  fileprivate static var rawNumbers: String? {
    let numbers = allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? any BinaryInteger }
      .map { "\($0)" }
    guard let last = numbers.last, numbers.count > 1 else { return numbers.first }
    if numbers.count > 8 {
      return numbers.prefix(8).joined(separator: ", ") + ", … (\(numbers.count) in all)"
    }
    return numbers.dropLast().joined(separator: ", ") + " or " + last
  }
}
