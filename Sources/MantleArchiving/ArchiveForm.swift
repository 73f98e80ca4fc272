import Mantle
import MantlePlatform

/// The conversion of values of one type to and from objects of an archive.
final class ArchiveForm<Value>: @unchecked Sendable {
  // Unchecked: the closures capture only other forms and types, which are immutable.
  /// The function that adds a value of the type to an archive.
  let archive: (Value, ArchiveEncoder) throws -> ArchiveReference
  /// The function that decodes a value of the type from an archived object.
  let unarchive: (ArchiveReference, ArchiveDecoder) throws -> Value

  /// Creates a form from two closures, which must be inverses of each other.
  init(
    archive: @escaping (Value, ArchiveEncoder) throws -> ArchiveReference,
    unarchive: @escaping (ArchiveReference, ArchiveDecoder) throws -> Value
  ) {
    self.archive = archive
    self.unarchive = unarchive
  }

  /// Returns the archive form of optional values. Nil becomes a null reference. An optional of an optional becomes a list of at
  /// most one element, because archives have only one nil.
  func optional() -> ArchiveForm<Value?> {
    if Value.self is any OptionalValue.Type {
      return array().converted({ $0.first }, { $0.map { [$0] } ?? [] })
    }
    let (archive, unarchive) = (archive, unarchive)
    return ArchiveForm<Value?>(
      archive: { value, encoder in try value.map { try archive($0, encoder) } ?? .null },
      unarchive: { reference, decoder in
        if case .null = decoder[reference] { return nil }
        return try unarchive(reference, decoder)
      })
  }

  /// Returns the archive form of arrays of this form's values.
  ///
  /// - Parameter isUnordered: whether the arrays are archived as sets.
  func array(isUnordered: Bool = false) -> ArchiveForm<[Value]> {
    let (archive, unarchive) = (archive, unarchive)
    return ArchiveForm<[Value]>(
      archive: { values, encoder in
        let items = try values.map { encoder.inCollection(try archive($0, encoder)) }
        return encoder.builder.append(isUnordered ? .set(items) : .array(items))
      },
      unarchive: { reference, decoder in
        try decoder.array(reference) { try unarchive($0, decoder) }
      })
  }

  /// Returns the archive form of `Field` values: a list of one value or nil for a present key, and an empty list for an absent
  /// key, because archives have only one nil.
  func field() -> ArchiveForm<Field<Value>> {
    // The form of optional values would put a list around a value that is optional itself.
    let (archive, unarchive) = (archive, unarchive)
    return ArchiveForm<Field<Value>>(
      archive: { field, encoder in
        if case .value(let value) = field { try archive(value, encoder) } else { .null }
      },
      unarchive: { reference, decoder in
        if case .null = decoder[reference] { return .null }
        return .value(try unarchive(reference, decoder))
      }
    )
    .array().converted({ $0.first ?? .absent }, { if case .absent = $0 { [] } else { [$0] } })
  }

  /// Returns the archive form of dictionaries of this form's values. The keys are converted to strings.
  func keyed<Key: JSONKeyConvertible>(by _: Key.Type) -> ArchiveForm<[Key: Value]> {
    let (archive, unarchive) = (archive, unarchive)
    return ArchiveForm<[Key: Value]>(
      archive: { values, encoder in
        try encoder.dictionary(values) { encoder.inCollection(try archive($0, encoder)) }
      },
      unarchive: { reference, decoder in
        try decoder.dictionary(reference) { try unarchive($0, decoder) }
      })
  }

  /// Returns the archive form of a type whose values are converted from and to this form's values.
  func converted<Next>(
    _ forward: @escaping @Sendable (Value) throws -> Next,
    _ reverse: @escaping @Sendable (Next) throws -> Value
  ) -> ArchiveForm<Next> {
    let (archive, unarchive) = (archive, unarchive)
    return ArchiveForm<Next>(
      archive: { try archive(try reverse($0), $1) }, unarchive: { try forward(try unarchive($0, $1)) })
  }
}

extension ArchiveForm {
  /// Returns the archive form for a transformer: the form derived from its origin (the transformers and closures it was made
  /// from); otherwise the form of the type itself; otherwise the form through the transformer's JSON.
  static func of(_ transformer: JSONTransformer<Value>) -> ArchiveForm {
    transformer.traits.origin?(OriginForm()) as? ArchiveForm ?? own ?? json(transformer)
  }

  /// The archive form of the type itself; nil if values of the type can be archived only as JSON.
  static var own: ArchiveForm? {
    if let type = Value.self as? any ArchiveConvertible.Type { return type.form as? ArchiveForm }
    if let type = Value.self as? any Model.Type { return type.form as? ArchiveForm }
    if let type = Value.self as? any PolymorphicModel.Type { return type.form as? ArchiveForm }
    if let type = Value.self as? any ArchivedContainer.Type { return type.form as? ArchiveForm }
    return nil
  }

  /// Returns the form that archives values through JSON. A JSON null becomes a nil reference if the type has a value for an
  /// absent key, and `NSNull` otherwise. If the type distinguishes an absent key from null, the archived value is a list: of one
  /// value, or of none for an absent key.
  private static func json(_ transformer: JSONTransformer<Value>) -> ArchiveForm {
    let (encode, absent) = (transformer.encode, transformer.valueForAbsentKey)
    let hasNil = absent() != nil
    let identity = FormIdentity()
    let form = ArchiveForm(
      archive: { value, encoder in
        guard let encode else {
          throw DecodingProblem(
            .archive, expected: "a transformer that can encode, or a type with an archive form")
        }
        let reference = try encoder.json { try encode(value, &$0) }
        return hasNil ? reference : encoder.inCollection(reference)
      }, unarchive: { reference, decoder in try decoder.json(reference, as: identity, transformer.decode) })
    guard let isAbsent = transformer.traits.isAbsent else { return form }
    return form.array().converted(
      { values in
        guard let value = values.first ?? absent() else {
          throw DecodingProblem(.archive, expected: "a list of one value")
        }
        return value
      }, { isAbsent($0) ? [] : [$0] })
  }
}

extension ArchiveConvertible {
  /// The ``ArchiveForm`` of a type that implements its archiving itself.
  fileprivate static var form: Any {
    ArchiveForm<Self>(
      archive: { try $0.archive(to: $1) }, unarchive: { try Self.unarchive($0, from: $1) })
  }
}

extension Model {
  /// The ``ArchiveForm`` of a model, by the mapping of its type.
  fileprivate static var form: Any {
    let key = ObjectIdentifier(Self.self)
    return ArchiveForm<Self>(
      archive: { try $1.model($0, by: mapping, key) }, unarchive: { try $1.model($0, by: mapping, key) })
  }
}

extension PolymorphicModel {
  /// The ``ArchiveForm`` of a class cluster, by the cluster of its type.
  fileprivate static var form: Any {
    ArchiveForm<Self>(
      archive: { try cluster.archive($0, to: $1) }, unarchive: { try cluster.unarchive($0, from: $1) })
  }
}

/// A container type whose form follows from the form of its contents.
private protocol ArchivedContainer {
  /// The ``ArchiveForm`` of the container; nil if the contents have no form.
  static var form: Any? { get }
}

extension Optional: ArchivedContainer {
  fileprivate static var form: Any? { ArchiveForm<Wrapped>.own?.optional() }
}

extension Array: ArchivedContainer {
  fileprivate static var form: Any? { ArchiveForm<Element>.own?.array() }
}

extension Set: ArchivedContainer {
  fileprivate static var form: Any? {
    guard let element = ArchiveForm<Element>.own else { return nil }
    return ArchiveForm<Set<Element>>(
      archive: { values, encoder in
        try encoder.set(values) { encoder.inCollection(try element.archive($0, encoder)) }
      },
      unarchive: { reference, decoder in
        try decoder.set(reference) { try element.unarchive($0, decoder) }
      })
  }
}

extension Dictionary: ArchivedContainer where Key: JSONKeyConvertible {
  fileprivate static var form: Any? { ArchiveForm<Value>.own?.keyed(by: Key.self) }
}

extension Field: ArchivedContainer {
  fileprivate static var form: Any? { ArchiveForm<Value>.own?.field() }
}

/// A visitor that derives the ``ArchiveForm`` of a transformer from its origin: the type or source of its
/// values, and their conversions. The methods return nil if a part of the origin has no form.
private struct OriginForm: TransformerOriginVisitor {
  func own<Value>(_: Value.Type) -> Any? { ArchiveForm<Value>.own }

  func optional<Wrapped>(_: Wrapped.Type, of wrapped: TransformerOrigin) -> Any? {
    inner(wrapped, Wrapped.self)?.optional()
  }

  func array<Element>(_: Element.Type, of element: TransformerOrigin, isUnordered: Bool) -> Any? {
    inner(element, Element.self)?.array(isUnordered: isUnordered)
  }

  func dictionary<Value>(_: Value.Type, of value: TransformerOrigin) -> Any? {
    inner(value, Value.self)?.keyed(by: String.self)
  }

  func nullable<Wrapped>(_: Wrapped.Type, of base: TransformerOrigin) -> Any? {
    guard let form = inner(base, Wrapped?.self) else { return nil }
    return ArchiveForm<Wrapped?>(
      archive: { value, encoder in value == nil ? .null : try form.archive(value, encoder) },
      unarchive: { reference, decoder in
        if case .null = decoder[reference] { return nil }
        return try form.unarchive(reference, decoder)
      })
  }

  func field<Value>(_: Value.Type, of value: TransformerOrigin) -> Any? { inner(value, Value.self)?.field() }

  func source(_ source: any Sendable) -> Any? { (source as? any ArchivedSource)?.form }

  func converted<Base, Value>(
    _ forward: @escaping @Sendable (Base) throws -> Value,
    _ reverse: @escaping @Sendable (Value) throws -> Base, from base: TransformerOrigin
  ) -> Any? { inner(base, Base.self)?.converted(forward, reverse) }

  /// Returns the archive form of the values of an origin that another origin wraps, such as the origin of a list's
  /// elements; nil if the wrapped origin has no form.
  private func inner<Value>(_ origin: TransformerOrigin, _: Value.Type) -> ArchiveForm<Value>? {
    origin(self) as? ArchiveForm<Value>
  }
}

/// A source of transformers, such as a cluster, whose values have an archive form.
private protocol ArchivedSource {
  /// The ``ArchiveForm`` of the values that the source converts.
  var form: Any { get }
}

extension Cluster: ArchivedSource {
  fileprivate var form: Any {
    ArchiveForm<Base>(
      archive: { try self.archive($0, to: $1) }, unarchive: { try self.unarchive($0, from: $1) })
  }
}

extension FoundMapping: ArchivedSource {
  fileprivate var form: Any {
    let find = find
    return ArchiveForm<Root>(
      archive: { value, encoder in
        let mapping = find()
        return try encoder.model(value, by: mapping, ObjectIdentifier(mapping))
      },
      unarchive: { reference, decoder in
        let mapping = find()
        return try decoder.model(reference, by: mapping, ObjectIdentifier(mapping))
      })
  }
}

/// An object whose identity distinguishes the JSON form of one property from those of other properties.
final class FormIdentity: Sendable {}

extension ArchiveEncoder {
  /// Adds a value to the archive in the archive form of its type, and returns its reference.
  func value<Value: JSONConvertible>(_ value: Value) throws -> ArchiveReference {
    try ArchiveForm.of(JSONTransformer<Value>.natural).archive(value, self)
  }
}

extension ArchiveDecoder {
  /// Decodes an archived value in the archive form of its type.
  func value<Value: JSONConvertible>(_ reference: ArchiveReference) throws -> Value {
    try ArchiveForm.of(JSONTransformer<Value>.natural).unarchive(reference, self)
  }
}
