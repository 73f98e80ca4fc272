import MantlePlatform

/// What a transformer knows beyond reading and writing one value.
///
/// Every way of making one transformer from another says what becomes of each of these: the initialiser has no defaults, so
/// that a new trait cannot be forgotten in one of them.
@usableFromInline struct TransformerTraits<Value>: Sendable {
  /// Whether an absent key is always nil, so that it need not be asked for.
  var isNilWhenAbsent: Bool
  /// Whether a value stands for an absent key, so that it is not written; nil where none does.
  var isAbsent: (@Sendable (Value) -> Bool)?
  /// How the values at an each-element path are read and written.
  var each: EachElementCoding<Value>?
  /// How several members are read and written as one value.
  var members: MembersCoding<Value>?
  /// The value in words, where that is not simply its JSON.
  var words: ValueWords<Value>?
  /// How the values inside are read, of a list or a dictionary; nil for all else.
  var inner: InnerReading?
  /// What the values come from, for layers that know a form for it besides JSON, and how they are made of that.
  var origin: (any Sendable)?
  /// Why there is no way back to JSON, as a sentence without its beginning; nil where there is nothing to add.
  var whyIrreversible: String?

  @usableFromInline static var none: TransformerTraits {
    TransformerTraits(
      isNilWhenAbsent: false, isAbsent: nil, each: nil, members: nil, words: nil, inner: nil, origin: nil)
  }
}

/// How one of the values in a list or a dictionary is read and written.
struct InnerReading: Sendable {
  let shape: ValueShape
  let transformer: String?
  let words: @Sendable (JSONNode) -> String?
  let decode: @Sendable (JSONNode, _ model: String, _ property: String) -> DecodedValue
  let replacement: @Sendable (_ text: String, _ model: String, _ property: String) throws -> [UInt8]
  /// The same for what is inside that.
  let inner: @Sendable () -> InnerReading?
}

struct EachElementCoding<Value>: Sendable {
  let decode: @Sendable ([EachElement]) throws -> Value
  /// The elements to write; nil where there is no list at all.
  let encode: (@Sendable (Value) throws -> [ElementWriter]?)?
}

struct MembersCoding<Value>: Sendable {
  /// Nil stands for an absent member.
  let decode: @Sendable ([JSONCursor?]) throws -> Value
  /// One writer for each member, in the same order; nil for a member that is not written.
  let encode: (@Sendable (Value) throws -> [ElementWriter?])?
}

struct ValueWords<Value>: Sendable {
  let describe: @Sendable (Value) -> String
  /// The inverse; nil where words cannot be read.
  let parse: (@Sendable (String) throws -> Value)?
  /// Whether a text is always such words, and never the JSON they stand for.
  var areOnly = false

  /// What becomes of them where values become others.
  func converted<Next>(
    describe: @escaping @Sendable (Next) -> String,
    _ forward: @escaping @Sendable (Value) throws -> Next
  ) -> ValueWords<Next> {
    guard let parse else { return ValueWords<Next>(describe: describe, parse: nil, areOnly: areOnly) }
    return ValueWords<Next>(describe: describe, parse: { try forward(parse($0)) }, areOnly: areOnly)
  }
}

extension ValueWords {
  /// A value as its type spells it; typed again where the type reads its own spelling.
  ///
  /// - Returns: nil for a type without a spelling.
  static func ofType() -> ValueWords? {
    if Value.self == Decimal.self || Value.self is any LosslessStringConvertible.Type {
      return ValueWords(describe: { String(describing: $0) }, parse: { try read($0) }, areOnly: true)
    }
    guard Value.self is any CustomStringConvertible.Type, Value.self != Data.self else { return nil }
    return ValueWords(describe: { String(describing: $0) }, parse: nil, areOnly: true)
  }

  private static func read(_ text: String) throws -> Value {
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

/// What a transformer's values come from where one was made from another's.
enum TransformerOrigin {
  struct Optional<Wrapped>: Sendable {
    let wrapped: any Sendable
  }

  struct Array<Element>: Sendable {
    let element: any Sendable
  }

  /// A list whose order means nothing.
  struct Unordered<Element>: Sendable {
    let element: any Sendable
  }

  struct Dictionary<Value>: Sendable {
    let value: any Sendable
  }

  /// Values that may be nil of a type that has nil already.
  struct Nullable<Wrapped>: Sendable {
    let base: any Sendable
  }

  /// Values that tell an absent key from null.
  struct Field<Value>: Sendable {
    let value: any Sendable
  }

  /// Values of a type whose own form counts.
  struct Own<Value>: Sendable {}

  struct Converted<Base, Value>: Sendable {
    let base: any Sendable
    let forward: @Sendable (Base) throws -> Value
    let reverse: @Sendable (Value) throws -> Base
  }
}

extension TransformerTraits {
  /// The same without a way back.
  var forwardOnly: TransformerTraits {
    TransformerTraits(
      isNilWhenAbsent: isNilWhenAbsent, isAbsent: isAbsent,
      each: each.map { EachElementCoding(decode: $0.decode, encode: nil) },
      members: members.map { MembersCoding(decode: $0.decode, encode: nil) },
      words: words.map { ValueWords(describe: $0.describe, parse: nil) }, inner: inner, origin: origin)
  }

  /// For values that may be nil instead.
  var optional: TransformerTraits<Value?> {
    TransformerTraits<Value?>(
      isNilWhenAbsent: true, isAbsent: absenceOfOptional(Value.self),
      each: each.map { each in
        EachElementCoding(
          decode: { try each.decode($0) }, encode: each.encode.map { encode in { try $0.flatMap(encode) } })
      },
      members: members.map { members in
        MembersCoding(
          decode: { try members.decode($0) },
          encode: members.encode.map { encode in { try $0.map(encode) ?? [] } })
      },
      words: words.map { words in words.converted(describe: { $0.map(words.describe) ?? "nil" }) { $0 } },
      inner: inner,
      origin: origin.map { TransformerOrigin.Optional<Value>(wrapped: $0) })
  }

  /// For values that become others.
  func converted<Next>(
    _ forward: @escaping @Sendable (Value) throws -> Next,
    _ reverse: @escaping @Sendable (Next) throws -> Value
  ) -> TransformerTraits<Next> {
    TransformerTraits<Next>(
      isNilWhenAbsent: false,
      isAbsent: isAbsent.map { absence($0, after: reverse) },
      each: each.map { each in
        EachElementCoding(
          decode: { try forward(each.decode($0)) },
          encode: each.encode.map { encode in { try encode(reverse($0)) } })
      },
      members: members.map { members in
        MembersCoding(
          decode: { try forward(members.decode($0)) },
          encode: members.encode.map { encode in { try encode(reverse($0)) } })
      },
      words: words.map { words in
        words.converted(
          describe: { (try? reverse($0)).map(words.describe) ?? String(describing: $0) }, forward)
      },
      inner: inner,
      origin: origin.map { TransformerOrigin.Converted(base: $0, forward: forward, reverse: reverse) })
  }
}

/// Nil of an optional of optionals stands for an absent key; of any other optional, it is null.
private func absenceOfOptional<Wrapped>(_: Wrapped.Type) -> (@Sendable (Wrapped?) -> Bool)? {
  guard Wrapped.self is any OptionalValue.Type else { return nil }
  return { $0.isNil }
}

private func absence<Value, Next>(
  _ isAbsent: @escaping @Sendable (Value) -> Bool, after reverse: @escaping @Sendable (Next) throws -> Value
) -> @Sendable (Next) -> Bool {
  { (try? reverse($0)).map(isAbsent) ?? false }
}

extension JSONTransformer {
  /// The traits of arrays of the transformer's values.
  @usableFromInline var arrayTraits: TransformerTraits<[Value]> {
    TransformerTraits<[Value]>(
      isNilWhenAbsent: false, isAbsent: nil,
      each: EachElementCoding(
        decode: { [self] in
          try $0.read(decode, absent: valueForAbsentKey(), expected: shape.expectation)
        },
        encode: encode.map { encode in
          { @Sendable values in values.map { element in { try encode(element, &$0) } } }
        }),
      members: nil, words: nil, inner: reading,
      origin: traits.origin.map { TransformerOrigin.Array<Value>(element: $0) })
  }

  var dictionaryTraits: TransformerTraits<[String: Value]> {
    TransformerTraits<[String: Value]>(
      isNilWhenAbsent: false, isAbsent: nil, each: nil, members: nil, words: nil, inner: reading,
      origin: traits.origin.map { TransformerOrigin.Dictionary<Value>(value: $0) })
  }

  private var reading: InnerReading {
    InnerReading(
      shape: shape, transformer: name, words: { self.words(of: $0) },
      decode: { self.inspection($1, $2).inspect($0) },
      replacement: { try self.inspection($1, $2).replacement(for: $0) }, inner: { self.traits.inner })
  }

  private func inspection(_ model: String, _ property: String) -> ValueInspection<Value> {
    ValueInspection(transformer: self, decode: decode, rules: [], model: model, property: property)
  }

  /// A value in words; nil where it cannot be read.
  func words(of node: JSONNode) -> String? {
    let context = DecodingContext(leastSeverity: .error)
    guard let value = node.withCursor(context, { try? decode($0) }) else { return nil }
    if let words = traits.words { return words.describe(value) }
    var writer = JSONWriter()
    guard let encode, (try? encode(value, &writer)) != nil else { return nil }
    let json = try? JSONDocument(parsing: JSONBytes(writer.finish())).root
    return json.map { $0.kind == .string ? $0.displayText : $0.rawText }
  }
}
