/// The conversion of a property's value from and to JSON.
///
/// Predefined transformers are static members:
///
/// ```swift
/// Property(\.updatedAt, "updated_at", .iso8601)
/// ```
///
/// Create others from a ``Transformer`` whose input is ``JSONConvertible``, with
/// ``custom(_:from:forward:reverse:)``, or with two closures that use a cursor and a writer.
///
/// A property needs a transformer if its type has no JSON form of its own, such as `Date`, or if the JSON has
/// another form than that of the type, such as a number in a string:
///
/// ```swift
/// Property(\.createdAt, "created_at", .iso8601)
/// Property(\.number, "number", .integerString)
/// ```
///
/// ```
/// {"created_at": "2011-04-22T13:33:48Z", "number": "7"}
/// ```
///
/// | Family | Transformers |
/// |---|---|
/// | dates | ``iso8601``, ``iso8601Day``, ``unixSeconds``, ``unixMilliseconds``, ``unixMicroseconds``, ``unixSecondsString`` |
/// | durations | ``milliseconds`` |
/// | numbers in strings | ``integerString``, ``decimalString``, ``doubleString`` |
/// | booleans | ``boolOrNumber``, ``zeroOrOne``, ``boolString``, ``lenientBool`` |
/// | URLs and UUIDs | ``absoluteURL``, ``lenientURL``, ``lowercaseUUID`` |
/// | enums and tables | ``cases``, ``numberedCases``, ``openTable(_:canonical:)`` |
/// | bytes | ``base64``, ``base64URL``, ``hex`` |
/// | `Codable` types | ``codable``, ``decodable(_:dates:data:)`` |
///
/// Transformers are combined: ``array``, ``dictionary`` and ``optional`` lift them to collections and
/// optionals, ``or(_:)`` tries a second form, ``then(_:)`` continues with another conversion, and
/// ``checked(_:_:)`` adds a condition. A transformer of the wrapped type also serves an optional property.
///
/// The law of transformers is that a value which is encoded and decoded again is equal to the original.
/// ``RoundTrip`` searches for samples that violate it. A transformer without an encoding direction is
/// decode-only: a property with it must be ``Property/decodeOnly()``.
///
/// Transformers can be used and tested without a model, by ``forward(json:options:)`` and ``reverse(_:_:)``:
///
/// ```swift
/// let day = try JSONTransformer<Date>.iso8601Day.forward(json: #""2011-04-22""#)
/// let text = try JSONTransformer<Date>.iso8601Day.reverse(day)  // "2011-04-22", in quotes
/// ```
public struct JSONTransformer<Value>: Sendable {
  /// The transformer's name for display; nil if the conversion is that of the type itself.
  @usableFromInline var name: String?
  /// The shape of the JSON value, for display and diagnostics.
  @usableFromInline package internal(set) var shape: ValueShape
  /// The function that decodes a value.
  @usableFromInline package let decode: @Sendable (JSONCursor) throws -> Value
  /// The function that encodes a value; nil if the transformer is decode-only.
  @usableFromInline let writing: JSONWriting<Value>?
  /// The function that returns the value for an absent key; its result is nil if the key is required.
  @usableFromInline package let valueForAbsentKey: @Sendable () -> Value?
  /// The capabilities of the transformer in addition to decoding and encoding one value.
  @usableFromInline package var traits: TransformerTraits<Value>

  /// Creates a transformer with closures that use the JSON cursor and writer, for conversions that
  /// ``custom(_:from:forward:reverse:)`` cannot express.
  ///
  /// ```swift
  /// let list = JSONTransformer<[String]>("words", shape: .string,
  ///   decode: { try $0.string().split(separator: " ").map(String.init) },
  ///   encode: { $1.writeString($0.joined(separator: " ")) })
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name for display; nil if the conversion is that of the type itself.
  ///   - shape: The shape of the JSON value.
  ///   - decode: Decodes a value; thrown errors become problems at the value.
  ///   - encode: Writes exactly one JSON value; nil for a decode-only transformer.
  ///   - valueForAbsentKey: Returns the value for an absent key; nil if the key is required.
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

  /// Creates a transformer from all of its stored properties.
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

  /// The function that encodes a value; nil if the transformer is decode-only.
  package var encode: (@Sendable (Value, inout JSONWriter) throws -> Void)? { writing?.encode }

  /// Whether the transformer can encode values, not only decode them.
  var isReversible: Bool { writing != nil }

  /// The transformer without its encoding direction.
  ///
  /// ```swift
  /// Property(\.createdAt, "created_at", JSONTransformer.iso8601.forwardOnly).decodeOnly()
  /// ```
  ///
  /// A mapping that encodes a property with this transformer throws a ``MappingError`` at first use.
  public var forwardOnly: JSONTransformer {
    JSONTransformer(
      name, shape: shape, decode: decode, writing: nil, valueForAbsentKey: valueForAbsentKey,
      traits: traits.forwardOnly)
  }

  /// Returns the transformer with another name and, if given, another shape.
  func named(_ name: String, shape: ValueShape? = nil) -> JSONTransformer {
    var copy = self
    copy.name = name
    if let shape { copy.shape = shape }
    return copy
  }

  /// Returns the transformer with a check of decoded values.
  ///
  /// - Parameter check: Returns the value or a replacement, or throws an error for an invalid value.
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

  /// The phrase in diagnostics for the JSON that the transformer expects.
  package var expectation: String { traits.expected ?? shape.expectation }

  /// Returns the transformer with a phrase for the expected JSON, for problems without a value to decode,
  /// such as a missing key.
  ///
  /// ```swift
  /// let port = JSONTransformer<Int>.natural.expecting("a port number")
  /// ```
  public func expecting(_ phrase: String) -> JSONTransformer {
    var copy = self
    copy.traits.expected = phrase
    return copy
  }

  /// Makes the transformer display values, and parse typed input, in the notation of the Swift type instead
  /// of as JSON.
  @usableFromInline mutating func spellValues() { traits.words = ValueWords.ofType() }

  /// Returns the transformer with a custom notation, in which the browser displays values and parses typed
  /// input.
  ///
  /// - Parameters:
  ///   - describe: Returns the notation of a value.
  ///   - parse: Returns the value for a text in this notation, or throws.
  package func worded(
    _ describe: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) throws -> Value
  ) -> JSONTransformer {
    var copy = self
    copy.traits.words = ValueWords(describe: describe, parse: parse)
    return copy
  }
}

extension JSONTransformer where Value: JSONConvertible {
  /// The transformer that uses the conversion that the type `Value` itself defines.
  ///
  /// Use it as the first part of a chain, such as `.natural.checked(…)`, or where a parameter requires a
  /// transformer.
  ///
  /// ```swift
  /// let port = JSONTransformer<Int>.natural.checked("a port") { (1...65535).contains($0) }
  /// ```
  @inlinable public static var natural: JSONTransformer {
    // Not inlined, so that the code exists once for each type: a hundred models of eight properties take 436
    // kB instead of 642 kB.
    @inline(never) get {
      JSONTransformer(
        nil, shape: Value.shape, decode: { try Value.decode($0) },
        writing: JSONWriting(write: { try Value._encode(at: JSONWriting.value(at: $0), to: &$1) }),
        valueForAbsentKey: { Value._valueForAbsentKey }
      )
      .asNatural()
    }
  }
}

extension JSONTransformer {
  /// Creates a transformer from a conversion whose input is decoded from JSON.
  ///
  /// ```swift
  /// let celsius = Transformer<Double, Double>(
  ///   "celsius", forward: { $0 * 1.8 + 32 }, reverse: { ($0 - 32) / 1.8 })
  /// let transformer = JSONTransformer(celsius)
  /// let degrees = try transformer.forward(json: "100")  // 212.0
  /// ```
  ///
  /// - Parameter transformer: The conversion; its errors become problems at the value.
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

  /// Creates a decode-only transformer from a conversion whose input is decoded from JSON.
  ///
  /// ```swift
  /// let length = JSONTransformer(ForwardTransformer<String, Int>("length") { $0.count })
  /// let count = try length.forward(json: #""four""#)  // 4
  /// ```
  ///
  /// A property with the transformer must be ``Property/decodeOnly()``; otherwise its mapping throws a
  /// ``MappingError``.
  ///
  /// - Parameter transformer: The conversion; its errors become problems at the value.
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

  /// Returns a transformer of two closures over any ``JSONConvertible`` type, for conversions that are used
  /// once.
  ///
  /// ```swift
  /// let cents = JSONTransformer<Decimal>.custom(
  ///   "cents", from: Int.self, forward: { Decimal($0) / 100 },
  ///   reverse: { NSDecimalNumber(decimal: $0 * 100).intValue })
  /// ```
  ///
  /// Throw a ``TransformError`` from a closure to describe the expected value. A ``Transformer`` can be used
  /// in several places and composed with others; see ``Transformer/then(_:)``.
  ///
  /// - Parameters:
  ///   - name: The name for display.
  ///   - forward: Converts a decoded input; thrown errors become problems at the value.
  ///   - reverse: Converts a value to the input to encode.
  @preconcurrency @inlinable public static func custom<Input: JSONConvertible>(
    _ name: String = "custom", from _: Input.Type = Input.self,
    forward: @escaping @Sendable (Input) throws -> Value,
    reverse: @escaping @Sendable (Value) throws -> Input
  ) -> JSONTransformer {
    JSONTransformer(Transformer(name, forward: forward, reverse: reverse))
  }

  /// Returns the transformer followed by a conversion of its values.
  ///
  /// ```swift
  /// let rounded = JSONTransformer<Double>.doubleString.then(
  ///   Transformer("rounded", forward: { Int($0.rounded()) }, reverse: { Double($0) }))
  /// let number = try rounded.forward(json: #""6.7""#)  // 7
  /// ```
  ///
  /// - Parameter next: The conversion, which is applied to decoded values and, reversed, to values to encode.
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
