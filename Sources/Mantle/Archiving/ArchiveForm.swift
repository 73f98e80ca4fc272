import Foundation

/// How a property's values stand in an archive.
@usableFromInline struct ArchiveForm<Value>: Sendable {
  @usableFromInline let archive: @Sendable (Value, ArchiveEncoder) throws -> ArchiveReference
  @usableFromInline let unarchive: @Sendable (ArchiveReference, ArchiveDecoder) throws -> Value
  /// Whether reading leaves no remarks.
  @usableFromInline let isLeaf: Bool

  /// The type's own form where it has one, whatever the transformer; else the transformer's JSON.
  init(_ transformer: JSONTransformer<Value>) {
    if let declared = transformer.archiveForm {
      self = declared
    } else if let common = CommonForms.all[ObjectIdentifier(Value.self)] as? Self {
      self = common
    } else if let type = Value.self as? any ArchiveConvertible.Type, let own = Self.own(type) as? Self {
      self = own
    } else {
      self.init(json: transformer)
    }
  }

  @inlinable init(
    isLeaf: Bool, archive: @escaping @Sendable (Value, ArchiveEncoder) throws -> ArchiveReference,
    unarchive: @escaping @Sendable (ArchiveReference, ArchiveDecoder) throws -> Value
  ) {
    self.isLeaf = isLeaf
    self.archive = archive
    self.unarchive = unarchive
  }

  private static func own<Native: ArchiveConvertible>(_: Native.Type) -> Any { ArchiveForm<Native>.own }

  private init(json transformer: JSONTransformer<Value>) {
    let encode = transformer.encode
    archive = { value, encoder in
      guard let encode else {
        throw ArchiveProblem(
          .archive, expected: "a transformer with a reverse, or a type with an archive form")
      }
      return try encoder.json { try encode(value, &$0) }
    }
    isLeaf = false
    let identity = FormIdentity()
    unarchive = { reference, decoder in try decoder.json(reference, as: identity, transformer.decode) }
  }

  /// The form with a property's rules applied to what is read.
  func checked(by rules: ArraySlice<@Sendable (Value) throws -> Value>) -> ArchiveForm {
    if rules.isEmpty { return self }
    let unarchive = unarchive
    return ArchiveForm(
      isLeaf: isLeaf, archive: archive, unarchive: { try rules.reduce(unarchive($0, $1)) { try $1($0) } })
  }
}

extension ArchiveForm {
  func optional() -> ArchiveForm<Value?> {
    ArchiveForm<Value?>(
      isLeaf: isLeaf, archive: { value, encoder in try value.map { try archive($0, encoder) } ?? .null },
      unarchive: { reference, decoder in
        if case .null = decoder[reference] { return nil }
        return try unarchive(reference, decoder)
      })
  }

  func array() -> ArchiveForm<[Value]> {
    ArchiveForm<[Value]>(
      isLeaf: false,
      archive: { values, encoder in encoder.builder.array(try values.map { try archive($0, encoder) }) },
      unarchive: { reference, decoder in
        let items = try decoder.items(reference, expected: "array")
        try decoder.spend(16 + items.count * MemoryLayout<Value>.stride)
        return try decoder.elements(items) { try unarchive($0, decoder) }
      })
  }
}

extension ArchiveForm where Value: ArchiveConvertible {
  /// Inlinable, so that the closures are specialised where a property is declared.
  @inlinable static var own: ArchiveForm {
    ArchiveForm(
      isLeaf: Value.isArchiveLeaf, archive: { try $0.archive(to: $1) },
      unarchive: { try Value.unarchive($0, from: $1) })
  }
}

/// Tells one property's JSON form from another's.
final class FormIdentity: Sendable {}

/// The forms of the types most properties have, specialised once.
private enum CommonForms {
  static let all: [ObjectIdentifier: any Sendable] = {
    var forms: [ObjectIdentifier: any Sendable] = [:]
    func add<Value: ArchiveConvertible>(_: Value.Type) {
      forms[ObjectIdentifier(Value.self)] = ArchiveForm<Value>.own
      forms[ObjectIdentifier(Value?.self)] = ArchiveForm<Value?>.own
    }
    add(String.self)
    add(Bool.self)
    add(Int.self)
    add(Int32.self)
    add(Int64.self)
    add(UInt.self)
    add(Double.self)
    add(Float.self)
    add(Date.self)
    add(Data.self)
    add(UUID.self)
    add(URL.self)
    add([String].self)
    return forms
  }()
}
