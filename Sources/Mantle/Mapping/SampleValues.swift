import MantlePlatform

/// Sample values that reveal how an initializer assigns its arguments.
enum SampleValues {
  /// The maximum nesting depth of sample models. Inside a sample model, optionals and collections contain no
  /// models.
  private static let deepest = 4

  /// Returns distinct sample values for every property of a mapping. A property has an empty list if its type
  /// has no sample values.
  ///
  /// - Parameter count: the desired number of samples of each property.
  static func ofProperties<Root>(of mapping: Mapping<Root>, atLeast count: Int, depth: Int = 0) -> [[Any]] {
    var maker = PropertySamples(mapping: mapping, count: count, depth: depth)
    try? mapping.visit(&maker)
    return maker.samples
  }

  /// Creates a model from sample values; nil if that is impossible.
  static func model<Root>(of mapping: Mapping<Root>) -> Root? {
    if mapping.engine.assigns { return try? mapping.assemble(InitialValues<Root>()) }
    let samples = ofProperties(of: mapping, atLeast: 2)
    guard samples.allSatisfy({ !$0.isEmpty }) else { return nil }
    return [0, 1].lazy.compactMap { pick in
      try? mapping.assemble(
        GivenValues<Root>(samples.enumerated().map { $1[($0 + pick) % 2 % $1.count] }))
    }
    .first
  }

  /// Returns models with sample values such that any two properties have different values in at least one
  /// model, if their types allow it. Optionals and collections contain no further models, because the mapping
  /// of such a model may still be initializing.
  static func distinctModels<Root>(of mapping: Mapping<Root>) -> [Root] {
    let samples = ofProperties(of: mapping, atLeast: 2, depth: 1)
    guard samples.allSatisfy({ !$0.isEmpty }) else { return [] }
    let digits = Int.bitWidth - samples.count.leadingZeroBitCount
    return (0..<digits).compactMap { digit in
      try? mapping.assemble(
        GivenValues<Root>(samples.enumerated().map { $1[($0 >> digit) % 2 % $1.count] }))
    }
  }

  /// Returns sample values of a type; an empty list if it has none.
  ///
  /// - Parameter decode: the function that decodes the type if it has no samples of its own.
  fileprivate static func values<Value>(
    _: Value.Type, _ count: Int, _ depth: Int, _ decode: ((JSONCursor) throws -> Value)?
  ) -> [Value] {
    if let type = Value.self as? any Sampled.Type {
      return type.samples(count, depth).compactMap { $0 as? Value }
    }
    if let type = Value.self as? any Numeric.Type {
      return numbers(of: type, count).compactMap { $0 as? Value }
    }
    if let sample = plainValues[ObjectIdentifier(Value.self)] {
      return (1...max(count, 2)).compactMap { sample($0) as? Value }
    }
    if let type = Value.self as? any CaseIterable.Type {
      return cases(of: type, count).compactMap { $0 as? Value }
    }
    if let type = Value.self as? any RawRepresentable.Type {
      let values = raw(type, count, depth).compactMap { $0 as? Value }
      if !values.isEmpty { return values }
    }
    if let type = Value.self as? any Model.Type {
      return models(type, count, depth).compactMap { $0 as? Value }
    }
    let natural = (Value.self as? any JSONConvertible.Type).map { type in
      { (json: JSONCursor) in try type.decode(json) as? Value }
    }
    return read(natural ?? { try decode?($0) }, count)
  }

  /// Functions that create the sample values of plain types from a number, which starts at 1. The samples are
  /// in ascending order if the type is ordered.
  private static let plainValues: [ObjectIdentifier: @Sendable (Int) -> Any?] = [
    ObjectIdentifier(Bool.self): { $0 > 2 ? nil : $0 == 2 },
    ObjectIdentifier(String.self): { "sample \($0)" },
    ObjectIdentifier(Date.self): { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) },
    ObjectIdentifier(URL.self): { URL(string: "https://example.com/\($0)") },
    ObjectIdentifier(Data.self): { Data("sample \($0)".utf8) },
    ObjectIdentifier(UUID.self): {
      UUID(uuidString: "00000000-0000-0000-0000-00000000" + ($0 % (1 << 16)).padded(to: 4, radix: 16))
    },
  ]

  private static func numbers<Value: Numeric>(of _: Value.Type, _ count: Int) -> [Any] {
    (1...max(count, 2)).compactMap { Value(exactly: $0) }
  }

  private static func cases<Value: CaseIterable>(of _: Value.Type, _ count: Int) -> [Any] {
    Array(Value.allCases.prefix(max(count, 2)))
  }

  private static func raw<Value: RawRepresentable>(_: Value.Type, _ count: Int, _ depth: Int) -> [Any] {
    values(Value.RawValue.self, count, depth, nil).compactMap { Value(rawValue: $0) }
  }

  /// Returns sample values for the contents of a collection or optional. The result is empty for a model
  /// inside another sample model, to prevent infinite recursion.
  fileprivate static func contents<Value>(_: Value.Type, _ count: Int, _ depth: Int) -> [Value] {
    guard count > 0, depth == 0 || !(Value.self is any Model.Type) else { return [] }
    return values(Value.self, count, depth, nil)
  }

  private static func models<M: Model>(_: M.Type, _ count: Int, _ depth: Int) -> [Any] {
    guard depth < deepest else { return [] }
    let mapping = M.mapping
    let samples = ofProperties(of: mapping, atLeast: count, depth: depth + 1)
    guard samples.allSatisfy({ !$0.isEmpty }) else { return [] }
    return (0..<max(count, 2)).compactMap { number in
      try? mapping.assemble(GivenValues<M>(samples.map { $0[min(number, $0.count - 1)] }))
    }
  }

  /// Returns the values that a type decodes from a few JSON literals.
  private static func read<Value>(_ decode: (JSONCursor) throws -> Value?, _ count: Int) -> [Value] {
    var found: [Value] = []
    let texts = (1...Swift.max(count, 2)).flatMap { ["\($0)", "\"\($0)\"", "\"sample \($0)\"", "[\($0)]"] }
    for text in texts + ["true", "false", "null", "[]", "{}"] where found.count < max(count, 2) {
      guard let document = try? JSONDocument(Array(text.utf8)) else { continue }
      let value = document.root.withCursor(DecodingContext(minimumSeverity: .error)) { try? decode($0) }
      if let value { found.append(value) }
    }
    return found
  }

  /// A visitor that collects sample values for every property, or the property's default if its type has no
  /// samples.
  private struct PropertySamples<Root>: PropertyVisitor {
    let mapping: Mapping<Root>
    let count: Int
    let depth: Int
    var samples: [[Any]] = []

    mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
      var values = SampleValues.values(Value.self, count, depth, property.transformer.decode)
      if values.isEmpty,
        let value = property.definition.defaultValue?() ?? property.transformer.valueForAbsentKey()
      {
        values = [value]
      }
      samples.append(values)
    }
  }
}

/// An assembler that provides existing values by the index of the property.
final class GivenValues<Root>: ModelAssembler {
  private let values: [Any]

  init(_ values: [Any]) { self.values = values }

  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    guard let value = values[index] as? Value else { throw ProblemsRecorded() }
    return value
  }
}

/// An assembler that leaves a new object unchanged, with its initial values.
private final class InitialValues<Root>: ModelAssembler {
  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    throw ProblemsRecorded()
  }

  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool { true }
}

/// A container type that provides distinct sample values.
private protocol Sampled {
  /// Returns about `count` distinct values, in ascending order if the type is ordered.
  static func samples(_ count: Int, _ depth: Int) -> [Self]
}

extension Optional: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [Wrapped?] {
    [.none] + SampleValues.contents(Wrapped.self, count - 1, depth).map { .some($0) }
  }
}

extension Array: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [[Element]] {
    [[]] + SampleValues.contents(Element.self, count - 1, depth).map { [$0] }
  }
}

extension Set: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [Set<Element>] {
    [[]] + SampleValues.contents(Element.self, count - 1, depth).map { [$0] }
  }
}

extension Dictionary: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [[Key: Value]] {
    guard let value = SampleValues.contents(Value.self, count - 1, depth).first else { return [[:]] }
    let keys = SampleValues.contents(Key.self, count - 1, depth)
    return [[:]] + keys.map { [$0: value] }
  }
}
