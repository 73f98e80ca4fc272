import MantlePlatform

/// Values made up to see where an initialiser puts them.
enum SampleValues {
  /// How deep models that need models are made up. What may be nil or empty within a made-up model is.
  private static let deepest = 4

  /// For every property of a mapping different values of its type; none where no value can be made up.
  static func ofProperties<Root>(of mapping: Mapping<Root>, atLeast count: Int, depth: Int = 0) -> [[Any]] {
    var maker = PropertySamples(mapping: mapping, count: count, depth: depth)
    try? mapping.visit(&maker)
    return maker.samples
  }

  /// A model of such values; nil where none can be made.
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

  /// Models any two of whose properties have different values in one of them, as far as their types allow. What they hold
  /// of other models is left out, so that no mapping is asked for that may be in the middle of being made.
  static func distinctModels<Root>(of mapping: Mapping<Root>) -> [Root] {
    let samples = ofProperties(of: mapping, atLeast: 2, depth: 1)
    guard samples.allSatisfy({ !$0.isEmpty }) else { return [] }
    let digits = Int.bitWidth - samples.count.leadingZeroBitCount
    return (0..<digits).compactMap { digit in
      try? mapping.assemble(
        GivenValues<Root>(samples.enumerated().map { $1[($0 >> digit) % 2 % $1.count] }))
    }
  }

  /// - Parameter decode: how the type is read where it says nothing itself.
  fileprivate static func values<Value>(
    _: Value.Type, _ count: Int, _ depth: Int, _ decode: ((JSONCursor) throws -> Value)?
  ) -> [Value] {
    if let type = Value.self as? any Sampled.Type {
      return type.samples(count, depth).compactMap { $0 as? Value }
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

  private static func cases<Value: CaseIterable>(of _: Value.Type, _ count: Int) -> [Any] {
    Array(Value.allCases.prefix(max(count, 2)))
  }

  private static func raw<Value: RawRepresentable>(_: Value.Type, _ count: Int, _ depth: Int) -> [Any] {
    values(Value.RawValue.self, count, depth, nil).compactMap { Value(rawValue: $0) }
  }

  /// What a type that may be empty is filled with: nothing for models within models, which might go on for ever.
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

  /// What a type makes of a few JSON texts.
  private static func read<Value>(_ decode: (JSONCursor) throws -> Value?, _ count: Int) -> [Value] {
    var found: [Value] = []
    let texts = (1...Swift.max(count, 2)).flatMap { ["\($0)", "\"\($0)\"", "\"sample \($0)\"", "[\($0)]"] }
    for text in texts + ["true", "false", "null", "[]", "{}"] where found.count < max(count, 2) {
      guard let document = try? JSONDocument(Array(text.utf8)) else { continue }
      let value = document.root.withCursor(DecodingContext(leastSeverity: .error)) { try? decode($0) }
      if let value { found.append(value) }
    }
    return found
  }

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

/// Gives values that are there already.
final class GivenValues<Root>: ModelAssembler {
  private let values: [Any]

  init(_ values: [Any]) { self.values = values }

  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    guard let value = values[index] as? Value else { throw ProblemsRecorded() }
    return value
  }
}

/// Leaves an object as its initialiser makes it.
private final class InitialValues<Root>: ModelAssembler {
  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    throw ProblemsRecorded()
  }

  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool { true }
}

/// A type that knows different values of its own.
private protocol Sampled {
  /// As many as are asked for, or as there are; in rising order where there is one.
  static func samples(_ count: Int, _ depth: Int) -> [Self]
}

extension Sampled where Self: Numeric {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [Self] {
    (1...Swift.max(count, 2)).compactMap { Self(exactly: $0) }
  }
}

extension Int: Sampled {}
extension Int8: Sampled {}
extension Int16: Sampled {}
extension Int32: Sampled {}
extension Int64: Sampled {}
extension UInt: Sampled {}
extension UInt8: Sampled {}
extension UInt16: Sampled {}
extension UInt32: Sampled {}
extension UInt64: Sampled {}
extension Double: Sampled {}
extension Float: Sampled {}
extension Decimal: Sampled {}

extension Bool: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [Bool] { [false, true] }
}

extension String: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [String] {
    (1...Swift.max(count, 2)).map { "sample \($0)" }
  }
}

extension Date: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [Date] {
    (1...Swift.max(count, 2)).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) }
  }
}

extension URL: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [URL] {
    (1...Swift.max(count, 2)).compactMap { URL(string: "https://example.com/\($0)") }
  }
}

extension Data: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [Data] {
    (1...Swift.max(count, 2)).map { Data("sample \($0)".utf8) }
  }
}

extension UUID: Sampled {
  fileprivate static func samples(_ count: Int, _ depth: Int) -> [UUID] {
    (1...Swift.max(count, 2)).map {
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0 / 256 % 256), UInt8($0 % 256)))
    }
  }
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
