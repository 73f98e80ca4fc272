/// How a property's value is read from JSON and written back: the transformer a ``Property`` takes.
///
/// Predefined ones are static members, used as `Property(\.updatedAt, "updated_at", .iso8601)`. Make your own
/// from a ``Transformer`` whose input is readable from JSON, or from two closures over cursor and writer.
public struct JSONTransformer<Value>: Sendable {
  /// Shown in the browser; nil when the type itself says how it is read.
  @usableFromInline package internal(set) var name: String?
  /// What a value looks like in JSON, for the browser and for diagnostics.
  @usableFromInline package internal(set) var shape: ValueShape
  @usableFromInline let decode: @Sendable (JSONCursor) throws -> Value
  /// Nil when there is no way back to JSON.
  @usableFromInline let writing: JSONWriting<Value>?
  /// The value for an absent key; nil when absence is an error.
  @usableFromInline let valueForAbsentKey: @Sendable () -> Value?
  @usableFromInline var traits: TransformerTraits<Value>

  /// A transformer of two functions over the JSON itself, for what ``custom(_:from:forward:reverse:)`` cannot say.
  @preconcurrency public init(
    _ name: String?, shape: ValueShape,
    decode: @escaping @Sendable (JSONCursor) throws -> Value,
    encode: (@Sendable (Value, inout JSONWriter) throws -> Void)?,
    valueForAbsentKey: @escaping @Sendable () -> Value? = { nil }
  ) {
    self.init(
      name, shape: shape, decode: decode, writing: encode.map { JSONWriting($0) },
      valueForAbsentKey: valueForAbsentKey)
  }

  @usableFromInline init(
    _ name: String?, shape: ValueShape,
    decode: @escaping @Sendable (JSONCursor) throws -> Value,
    writing: JSONWriting<Value>?,
    valueForAbsentKey: @escaping @Sendable () -> Value? = { nil }, traits: TransformerTraits<Value> = .none
  ) {
    self.traits = traits
    self.name = name
    self.shape = shape
    self.decode = decode
    self.writing = writing
    self.valueForAbsentKey = valueForAbsentKey
  }

  /// Writes a value; nil when there is no way back to JSON.
  var encode: (@Sendable (Value, inout JSONWriter) throws -> Void)? { writing?.encode }

  /// Whether values can be written back.
  package var isReversible: Bool { writing != nil }

  /// The same reading without a way back.
  public var forwardOnly: JSONTransformer {
    JSONTransformer(
      name, shape: shape, decode: decode, writing: nil, valueForAbsentKey: valueForAbsentKey,
      traits: traits.forwardOnly)
  }

  func named(_ name: String, shape: ValueShape? = nil) -> JSONTransformer {
    var copy = self
    copy.name = name
    if let shape { copy.shape = shape }
    return copy
  }

  /// The same transformer with a check of what it read, or another value in its place.
  func checking(_ check: @escaping @Sendable (Value) throws -> Value) -> JSONTransformer {
    var checked = traits.converted(check) { $0 }
    checked.isNilWhenAbsent = traits.isNilWhenAbsent
    return JSONTransformer(
      name, shape: shape,
      decode: { [decode] json in
        let value = try decode(json)
        do { return try check(value) } catch { throw json.problem(from: error) }
      },
      writing: writing, valueForAbsentKey: valueForAbsentKey, traits: checked)
  }

  /// Has values shown and typed as their type spells them, and not as the JSON they come from.
  @usableFromInline mutating func spellValues() { traits.words = ValueWords.ofType() }

  package func worded(
    _ describe: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) throws -> Value
  ) -> JSONTransformer {
    var copy = self
    copy.traits.words = ValueWords(describe: describe, parse: parse)
    return copy
  }
}

extension JSONTransformer where Value: JSONConvertible {
  /// The way the type itself is read and written.
  @inlinable public static var natural: JSONTransformer {
    // Once for each type, not for each property: a hundred models of eight properties are 436 kB of code, not 642.
    @inline(never) get {
      JSONTransformer(
        nil, shape: Value.shape, decode: { try Value.decode($0) },
        writing: JSONWriting(write: { try Value.encode(at: JSONWriting.value(at: $0), to: &$1) }),
        valueForAbsentKey: { Value.valueForAbsentKey }
      )
      .asNatural()
    }
  }
}

extension JSONTransformer {
  /// A transformer over a type that is readable from JSON.
  @inlinable public init<Input: JSONConvertible>(_ transformer: Transformer<Input, Value>) {
    self.init(
      transformer.name, shape: Input.shape,
      decode: { json in
        let input = try Input.decode(json)
        do { return try transformer.forward(input) } catch { throw json.problem(from: error) }
      },
      encode: { try transformer.reverse($0).encode(to: &$1) })
    spellValues()
  }

  /// A one-way transformer over a type that is readable from JSON.
  @inlinable public init<Input: JSONConvertible>(_ transformer: ForwardTransformer<Input, Value>) {
    self.init(
      transformer.name, shape: Input.shape,
      decode: { json in
        let input = try Input.decode(json)
        do { return try transformer.forward(input) } catch { throw json.problem(from: error) }
      },
      encode: nil)
    spellValues()
  }

  /// Two closures over any readable type, for a transformer used once.
  ///
  ///     let cents = JSONTransformer<Decimal>.custom(
  ///       "cents", from: Int.self, forward: { Decimal($0) / 100 },
  ///       reverse: { NSDecimalNumber(decimal: $0 * 100).intValue })
  @preconcurrency @inlinable public static func custom<Input: JSONConvertible>(
    _ name: String = "custom", from _: Input.Type = Input.self,
    forward: @escaping @Sendable (Input) throws -> Value,
    reverse: @escaping @Sendable (Value) throws -> Input
  ) -> JSONTransformer {
    JSONTransformer(Transformer(name, forward: forward, reverse: reverse))
  }

  /// Continues with a conversion of values.
  public func then<Next>(_ next: Transformer<Value, Next>) -> JSONTransformer<Next> {
    JSONTransformer<Next>(
      name.map { "\($0) → \(next.name)" } ?? next.name, shape: shape,
      decode: { [decode] json in
        let value = try decode(json)
        do { return try next.forward(value) } catch { throw json.problem(from: error) }
      },
      writing: encode.map { encode in JSONWriting { try encode(next.reverse($0), &$1) } },
      valueForAbsentKey: { [valueForAbsentKey] in valueForAbsentKey().flatMap { try? next.forward($0) } },
      traits: traits.converted({ try next.forward($0) }, { try next.reverse($0) }))
  }
}
