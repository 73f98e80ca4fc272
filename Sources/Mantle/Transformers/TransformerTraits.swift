import MantlePlatform

/// The capabilities of a transformer beyond decoding and encoding one value.
///
/// Every operation that derives a transformer from another one must decide about each trait, so its code
/// lists all traits explicitly.
@usableFromInline package struct TransformerTraits<Value>: Sendable {
  /// Whether an absent key always decodes as nil, so that the transformer need not be called.
  var isNilWhenAbsent: Bool
  /// Returns whether a value represents an absent key and is therefore not written; nil if no value does.
  package var isAbsent: (@Sendable (Value) -> Bool)?
  /// The conversion between the value and the elements at a path such as `users[].name`; nil if the
  /// transformer does not support such a path.
  var each: EachElementCoding<Value>?
  /// The conversion between the value and several JSON members; nil for a transformer of one JSON value.
  var members: MembersCoding<Value>?
  /// The expected JSON as a phrase for diagnostics; nil if the phrase for the shape suffices.
  var expected: String?
  /// The notation in which values are displayed and typed; nil if it is their JSON.
  var words: ValueWords<Value>?
  /// The functions that display and parse a single element of an array or value of a dictionary; nil for all
  /// other types.
  var inner: InnerReading?
  /// The source from which the transformer derives its values, and the conversion, for layers such as
  /// archives, which store the source in another form than JSON; nil if the values have no source.
  package var origin: TransformerOrigin?
  /// The reason why the transformer is decode-only, as a clause of a message; nil if there is nothing to add.
  let whyIrreversible: String?

  /// The traits of a transformer without additional capabilities.
  @usableFromInline static var none: TransformerTraits { none(whyIrreversible: nil) }

  static func none(whyIrreversible: String?) -> TransformerTraits {
    TransformerTraits(
      isNilWhenAbsent: false, isAbsent: nil, each: nil, members: nil, expected: nil, words: nil, inner: nil,
      origin: nil, whyIrreversible: whyIrreversible)
  }
}

/// The functions that display and parse a single element of an array or value of a dictionary.
struct InnerReading: Sendable {
  let shape: ValueShape
  let transformer: String?
  /// Returns the display text of the element at a node; nil if the element cannot be decoded.
  let words: @Sendable (JSONNode) -> String?
  /// Decodes the element at a node and returns the value with its texts and diagnostics. The names are for
  /// diagnostics.
  let decode: @Sendable (JSONNode, _ model: String, _ property: String) -> DecodedValue
  /// Returns the JSON for an element that a person typed. The names are for diagnostics.
  let replacement: @Sendable (_ text: String, _ model: String, _ property: String) throws -> [UInt8]
  /// Returns the functions for the contents of the element, if the element itself is a collection; otherwise
  /// nil.
  let inner: @Sendable () -> InnerReading?
}

/// The conversion between a property's value and the JSON elements at a path such as `users[].name`.
struct EachElementCoding<Value>: Sendable {
  /// Decodes the value from the elements at the path, given a cursor at the object in which the path starts.
  let decode: @Sendable (JSONCursor, [EachElement]) throws -> Value
  /// Returns a writer for each element of a value; nil if the value is nil.
  let encode: (@Sendable (Value) throws -> [ElementWriter]?)?
}

/// The conversion between a property's value and the several JSON members that it combines.
struct MembersCoding<Value>: Sendable {
  /// Decodes the value from members of an object, given the indices of their nodes; nil represents an absent
  /// member.
  let decode: @Sendable (JSONCursor, [Int?]) throws -> Value
  /// Returns a writer for each member in order; nil represents a member that is not written.
  let encode: (@Sendable (Value) throws -> [ElementWriter?])?
}

/// The notation in which values are displayed and typed.
struct ValueWords<Value>: Sendable {
  let describe: @Sendable (Value) -> String
  /// Returns the value for a text in this notation. The function is nil if values cannot be typed in the
  /// notation.
  let parse: (@Sendable (String) throws -> Value)?
  /// Whether typed input is always parsed in this notation, and never as JSON.
  var areOnly = false

  /// Returns the notation of values of another type that are converted from these values.
  ///
  /// - Parameters:
  ///   - describe: Returns the display text of a converted value.
  ///   - forward: Converts a parsed value.
  func converted<Next>(
    describe: @escaping @Sendable (Next) -> String,
    _ forward: @escaping @Sendable (Value) throws -> Next
  ) -> ValueWords<Next> {
    guard let parse else { return ValueWords<Next>(describe: describe, parse: nil, areOnly: areOnly) }
    return ValueWords<Next>(describe: describe, parse: { try forward(parse($0)) }, areOnly: areOnly)
  }
}

extension ValueWords {
  /// Returns the notation of the Swift type, its description. Values can be typed in it if the type is
  /// `LosslessStringConvertible` or `Decimal`.
  ///
  /// - Returns: Nil if the type has no notation of its own.
  static func ofType() -> ValueWords? {
    if Value.self == Decimal.self || Value.self is any LosslessStringConvertible.Type {
      return ValueWords(describe: { String(describing: $0) }, parse: { try read($0) }, areOnly: true)
    }
    guard Value.self is any CustomStringConvertible.Type, Value.self != Data.self else { return nil }
    return ValueWords(describe: { String(describing: $0) }, parse: nil, areOnly: true)
  }

  /// Parses a value in the notation of its Swift type.
  ///
  /// - Throws: a ``TransformError`` if the text is not a value of the type.
  static func read(_ text: String) throws -> Value {
    if Value.self == Decimal.self {
      if JSONNumberText.isNumber(text), let value = Decimal(string: text) as? Value { return value }
    } else if let type = Value.self as? any LosslessStringConvertible.Type,
      let value = type.init(text) as? Value
    {
      return value
    }
    throw TransformError(expected: "a \(Value.self)", found: "`\(Shortened.text(text))`")
  }
}

extension TransformerTraits {
  /// The traits of the transformer that decodes in the same way but cannot encode.
  var forwardOnly: TransformerTraits {
    TransformerTraits(
      isNilWhenAbsent: isNilWhenAbsent, isAbsent: isAbsent,
      each: each.map { EachElementCoding(decode: $0.decode, encode: nil) },
      members: members.map { MembersCoding(decode: $0.decode, encode: nil) }, expected: expected,
      words: words.map { ValueWords(describe: $0.describe, parse: nil) }, inner: inner, origin: origin,
      whyIrreversible: whyIrreversible)
  }

  /// The traits of the transformer for optionals of these values.
  var optional: TransformerTraits<Value?> {
    TransformerTraits<Value?>(
      isNilWhenAbsent: true, isAbsent: absenceOfOptional(Value.self),
      each: each.map { each in
        EachElementCoding(
          decode: { try each.decode($0, $1) },
          encode: each.encode.map { encode in { try $0.flatMap(encode) } })
      },
      members: members.map { members in
        MembersCoding(
          decode: { try members.decode($0, $1) },
          encode: members.encode.map { encode in { try $0.map(encode) ?? [] } })
      },
      expected: expected,
      words: words.map { words in words.converted(describe: { $0.map(words.describe) ?? "nil" }) { $0 } },
      inner: inner,
      origin: origin.map { wrapped -> TransformerOrigin in { $0.optional(Value.self, of: wrapped) } },
      whyIrreversible: whyIrreversible)
  }

  /// Returns the traits of the transformer for values of another type that are converted from these values.
  func converted<Next>(
    _ forward: @escaping @Sendable (Value) throws -> Next,
    _ reverse: @escaping @Sendable (Next) throws -> Value
  ) -> TransformerTraits<Next> {
    TransformerTraits<Next>(
      isNilWhenAbsent: false,
      isAbsent: isAbsent.map { absence($0, after: reverse) },
      each: each.map { each in
        EachElementCoding(
          decode: { try forward(each.decode($0, $1)) },
          encode: each.encode.map { encode in { try encode(reverse($0)) } })
      },
      members: members.map { members in
        MembersCoding(
          decode: { try forward(members.decode($0, $1)) },
          encode: members.encode.map { encode in { try encode(reverse($0)) } })
      },
      expected: expected,
      words: words.map { words in
        words.converted(
          describe: { (try? reverse($0)).map(words.describe) ?? String(describing: $0) }, forward)
      },
      inner: inner,
      origin: origin.map { base -> TransformerOrigin in { $0.converted(forward, reverse, from: base) } },
      whyIrreversible: whyIrreversible)
  }
}

/// Returns a test for values that represent an absent key: the outer nil, if the wrapped type is an optional
/// itself. Returns nil for other wrapped types, because their nil represents null.
private func absenceOfOptional<Wrapped>(_: Wrapped.Type) -> (@Sendable (Wrapped?) -> Bool)? {
  guard Wrapped.self is any OptionalValue.Type else { return nil }
  return { $0.isNil }
}

/// Returns a test for converted values that represent an absent key. The test converts a value back and tests
/// the result.
private func absence<Value, Next>(
  _ isAbsent: @escaping @Sendable (Value) -> Bool, after reverse: @escaping @Sendable (Next) throws -> Value
) -> @Sendable (Next) -> Bool {
  { (try? reverse($0)).map(isAbsent) ?? false }
}

extension JSONTransformer {
  /// The traits of the transformer for arrays whose elements use this transformer.
  @usableFromInline var arrayTraits: TransformerTraits<[Value]> {
    TransformerTraits<[Value]>(
      isNilWhenAbsent: false, isAbsent: nil,
      each: EachElementCoding(
        decode: { [self] in
          try $1.read(in: $0, decode, absent: valueForAbsentKey(), expected: expectation)
        },
        encode: encode.map { encode in
          { @Sendable values in values.map { element in { try encode(element, &$0) } } }
        }),
      members: nil, expected: nil, words: nil, inner: reading,
      origin: traits.origin.map { element -> TransformerOrigin in
        { $0.array(Value.self, of: element, isUnordered: false) }
      },
      whyIrreversible: traits.whyIrreversible)
  }

  /// Returns the traits of the transformer for dictionaries whose values use this transformer.
  func dictionaryTraits<Key>(by _: Key.Type) -> TransformerTraits<[Key: Value]> {
    TransformerTraits<[Key: Value]>(
      isNilWhenAbsent: false, isAbsent: nil, each: nil, members: nil, expected: nil, words: nil,
      inner: reading,
      origin: Key.self != String.self
        ? nil
        : traits.origin.map { value -> TransformerOrigin in { $0.dictionary(Value.self, of: value) } },
      whyIrreversible: traits.whyIrreversible)
  }

  /// The functions that display and parse a value of this transformer as an element of a collection.
  var reading: InnerReading {
    InnerReading(
      shape: shape, transformer: name, words: { self.words(of: $0) },
      decode: { self.inspection($1, $2).inspect($0) },
      replacement: { try self.inspection($1, $2).replacement(for: $0) }, inner: { self.traits.inner })
  }

  private func inspection(_ model: String, _ property: String) -> ValueInspection<Value> {
    ValueInspection(transformer: self, decode: decode, rules: [], model: model, property: property)
  }

  /// Returns the display text of the value at a node; nil if the value cannot be decoded.
  func words(of node: JSONNode) -> String? {
    let context = DecodingContext(minimumSeverity: .error)
    guard let value = node.withCursor(context, { try? decode($0) }) else { return nil }
    if let words = traits.words { return words.describe(value) }
    var writer = JSONWriter()
    guard let encode, (try? encode(value, &writer)) != nil else { return nil }
    let json = try? JSONDocument(parsing: JSONBytes(writer.finish())).root
    return json.map { $0.kind == .string ? $0.displayText : $0.rawText }
  }
}

/// The source from which a transformer derives its values, as a function: it calls the method of a visitor
/// for this kind of source, and returns the visitor's result.
package typealias TransformerOrigin = @Sendable (any TransformerOriginVisitor) -> Any?

/// A visitor of the sources that transformers derive their values from, for example to find the form of the
/// values in archives.
///
/// Each method returns the visitor's result for values of one kind of source, or nil if there is none.
package protocol TransformerOriginVisitor {
  /// Returns the result for values that are not derived from another source, but are represented as their
  /// type defines.
  func own<Value>(_: Value.Type) -> Any?
  func optional<Wrapped>(_: Wrapped.Type, of wrapped: TransformerOrigin) -> Any?
  /// Returns the result for arrays, given the source of their elements.
  ///
  /// - Parameter isUnordered: whether the order of the elements is insignificant.
  func array<Element>(_: Element.Type, of element: TransformerOrigin, isUnordered: Bool) -> Any?
  func dictionary<Value>(_: Value.Type, of value: TransformerOrigin) -> Any?
  /// Returns the result for values of an optional type that have the given source, and are decoded as nil
  /// from null.
  func nullable<Wrapped>(_: Wrapped.Type, of base: TransformerOrigin) -> Any?
  /// Returns the result for values of a ``Field``, which distinguishes an absent key from null.
  func field<Value>(_: Value.Type, of value: TransformerOrigin) -> Any?
  /// Returns the result for a source that the visitor knows, such as a class cluster; nil for an unknown
  /// source.
  func source(_ source: any Sendable) -> Any?
  /// Returns the result for values that were converted from other values.
  func converted<Base, Value>(
    _ forward: @escaping @Sendable (Base) throws -> Value,
    _ reverse: @escaping @Sendable (Value) throws -> Base, from base: TransformerOrigin
  ) -> Any?
}
