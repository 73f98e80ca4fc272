extension JSONConvertible where Self: RawRepresentable, RawValue: JSONConvertible {
  /// A raw value of one of the cases; any other is an error that names it.
  public static func decode(_ json: JSONCursor) throws -> Self {
    let raw = try RawValue.decode(json)
    guard let value = Self(rawValue: raw) else { throw json.unknownCase(of: Self.self) }
    return value
  }

  /// Writes the value as exactly one JSON value.
  ///
  /// - Throws: what writing the raw value throws.
  public func encode(to writer: inout JSONWriter) throws { try rawValue.encode(to: &writer) }

  public static var shape: ValueShape { RawValue.shape }
}

extension JSONConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
  public static var shape: ValueShape { .enumeration(allCases.map(\.rawValue)) }
}

extension JSONCursor {
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
  fileprivate static var rawTexts: [String] {
    allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  /// `1, 2 or 3`, as a phrase; nil for cases without numbers.
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
