import Foundation

/// Builds an ``ArchiveGraph`` from values: equal strings, numbers, dates, URLs and UUIDs become one object,
/// and so does every object that is added under the same identity.
public struct ArchiveBuilder {
  public internal(set) var graph: ArchiveGraph

  private var strings: [ExactText: ArchiveReference] = [:]
  private var integers: [Int64: ArchiveReference] = [:]
  private var reals: [UInt64: ArchiveReference] = [:]
  private var dates: [UInt64: ArchiveReference] = [:]
  private var uuids: [UUID: ArchiveReference] = [:]
  private var urls: [URLKey: ArchiveReference] = [:]
  private var booleans: [Bool: ArchiveReference] = [:]
  private var classes: [ArchiveLeaf: Int32] = [:]
  private var identities: [ObjectIdentifier: ArchiveReference] = [:]

  private struct URLKey: Hashable {
    let relative: ArchiveReference
    let base: ArchiveReference
  }

  /// - Parameter graph: what the archive holds already; nothing in it is looked up or changed.
  public init(_ graph: ArchiveGraph = ArchiveGraph()) { self.graph = graph }

  /// Makes the object an entry point of the archive: the root, unless it gets another name.
  public mutating func setTop(_ value: ArchiveReference, name: String = "root") {
    if let index = graph.top.firstIndex(where: { $0.name == name }) {
      graph.top[index].value = value
    } else {
      graph.top.append(ArchiveTop(name, value))
    }
  }

  public mutating func string(_ value: String) -> ArchiveReference {
    let text = ExactText(value)
    if let known = strings[text] { return known }
    let reference = graph.append(.string(text.text))
    strings[text] = reference
    return reference
  }

  public mutating func integer(_ value: Int64) -> ArchiveReference {
    if let known = integers[value] { return known }
    let reference = graph.append(.integer(value), classIndex: -1)
    integers[value] = reference
    return reference
  }

  public mutating func unsigned(_ value: UInt64) -> ArchiveReference {
    if let value = Int64(exactly: value) { return integer(value) }
    return graph.append(.unsigned(value), classIndex: -1)
  }

  public mutating func real(_ value: Double) -> ArchiveReference {
    if let known = reals[value.bitPattern] { return known }
    let reference = graph.append(.real(value), classIndex: -1)
    reals[value.bitPattern] = reference
    return reference
  }

  public mutating func bool(_ value: Bool) -> ArchiveReference {
    if let known = booleans[value] { return known }
    let reference = graph.append(.bool(value), classIndex: -1)
    booleans[value] = reference
    return reference
  }

  public mutating func data(_ value: [UInt8]) -> ArchiveReference {
    graph.append(.data(value), classIndex: -1)
  }

  public mutating func date(_ value: Date) -> ArchiveReference {
    let bits = value.timeIntervalSinceReferenceDate.bitPattern
    if let known = dates[bits] { return known }
    let reference = append(.date(value), .date)
    dates[bits] = reference
    return reference
  }

  public mutating func uuid(_ value: UUID) -> ArchiveReference {
    if let known = uuids[value] { return known }
    let reference = append(.uuid(value), .uuid)
    uuids[value] = reference
    return reference
  }

  /// A URL with the base it was made with, as NSURL keeps the two apart.
  public mutating func url(_ value: URL) -> ArchiveReference {
    let base = value.baseURL.map { url($0) } ?? .null
    let key = URLKey(relative: string(value.relativeString), base: base)
    if let known = urls[key] { return known }
    let reference = append(.url(relative: key.relative, base: base), .url)
    urls[key] = reference
    return reference
  }

  public mutating func array(_ items: [ArchiveReference]) -> ArchiveReference {
    append(.array(items), .array)
  }

  public mutating func set(_ items: [ArchiveReference]) -> ArchiveReference { append(.set(items), .set) }

  public mutating func dictionary(_ entries: [ArchiveEntry]) -> ArchiveReference {
    append(.dictionary(entries), .dictionary)
  }

  /// Any value that is not worth looking for an equal one.
  public mutating func append(_ value: ArchiveValue, class archiveClass: ArchiveClass? = nil)
    -> ArchiveReference
  { graph.append(value, class: archiveClass) }

  private mutating func append(_ value: ArchiveValue, _ leaf: ArchiveLeaf) -> ArchiveReference {
    if let known = classes[leaf] { return graph.append(value, classIndex: known) }
    let index = graph.classIndex(leaf.archiveClass)
    classes[leaf] = index
    return graph.append(value, classIndex: index)
  }
}

extension ArchiveBuilder {
  /// The key for a field's name.
  public mutating func key(_ name: String) -> ArchiveKey { graph.intern(name) }

  /// An object with no fields yet, to refer to before its fields are known.
  ///
  /// - Parameter identity: what makes it the same object wherever it is met, for a model that is a class.
  public mutating func reserve(
    _ archiveClass: ArchiveClass, identity: ObjectIdentifier? = nil
  ) -> ArchiveReference {
    reserve(classIndex: graph.classIndex(archiveClass), identity: identity)
  }

  mutating func classIndex(_ archiveClass: ArchiveClass) -> Int32 { graph.classIndex(archiveClass) }

  mutating func reserve(classIndex: Int32, identity: ObjectIdentifier?) -> ArchiveReference {
    let reference = graph.append(.object([]), classIndex: classIndex)
    if let identity { identities[identity] = reference }
    return reference
  }

  /// The object reserved under the identity; nil when there is none yet.
  public func reference(identity: ObjectIdentifier) -> ArchiveReference? { identities[identity] }

  /// Gives a reserved object its fields.
  public mutating func fill(_ reference: ArchiveReference, _ fields: [ArchiveField]) {
    graph.setFields(fields, of: reference)
  }
}
