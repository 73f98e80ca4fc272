import MantlePlatform

/// Builds an ``ArchiveGraph`` from values: equal strings, numbers, dates, URLs and UUIDs become one object,
/// and so does every object that is added under the same identity.
package struct ArchiveBuilder {
  package internal(set) var graph: ArchiveGraph

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
  package init(_ graph: ArchiveGraph = ArchiveGraph()) { self.graph = graph }

  /// Makes the object an entry point of the archive: the root, unless it gets another name.
  package mutating func setTop(_ value: ArchiveReference, name: String = "root") {
    if let index = graph.top.firstIndex(where: { $0.name == name }) {
      graph.top[index].value = value
    } else {
      graph.top.append(ArchiveTop(name, value))
    }
  }

  package mutating func string(_ value: String) -> ArchiveReference {
    let text = ExactText(value)
    if let known = strings[text] { return known }
    let reference = graph.append(.string(text.text))
    strings[text] = reference
    return reference
  }

  package mutating func integer(_ value: Int64) -> ArchiveReference {
    if let known = integers[value] { return known }
    let reference = graph.append(.integer(value), classIndex: -1)
    integers[value] = reference
    return reference
  }

  package mutating func unsigned(_ value: UInt64) -> ArchiveReference {
    if let value = Int64(exactly: value) { return integer(value) }
    return graph.append(.unsigned(value), classIndex: -1)
  }

  package mutating func real(_ value: Double) -> ArchiveReference {
    if let known = reals[value.bitPattern] { return known }
    let reference = graph.append(.real(value), classIndex: -1)
    reals[value.bitPattern] = reference
    return reference
  }

  package mutating func bool(_ value: Bool) -> ArchiveReference {
    if let known = booleans[value] { return known }
    let reference = graph.append(.bool(value), classIndex: -1)
    booleans[value] = reference
    return reference
  }

  package mutating func data(_ value: [UInt8]) -> ArchiveReference {
    graph.append(.data(value), classIndex: -1)
  }

  package mutating func date(_ value: Date) -> ArchiveReference {
    let bits = value.timeIntervalSinceReferenceDate.bitPattern
    if let known = dates[bits] { return known }
    let reference = append(.date(value), .date)
    dates[bits] = reference
    return reference
  }

  package mutating func uuid(_ value: UUID) -> ArchiveReference {
    if let known = uuids[value] { return known }
    let reference = append(.uuid(value), .uuid)
    uuids[value] = reference
    return reference
  }

  /// A URL with the base it was made with, as NSURL keeps the two apart.
  package mutating func url(_ value: URL) -> ArchiveReference {
    let base = value.baseURL.map { url($0) } ?? .null
    let key = URLKey(relative: string(value.relativeString), base: base)
    if let known = urls[key] { return known }
    let reference = append(.url(relative: key.relative, base: base), .url)
    urls[key] = reference
    return reference
  }

  package mutating func array(_ items: [ArchiveReference]) -> ArchiveReference {
    append(.array(items), .array)
  }

  package mutating func set(_ items: [ArchiveReference]) -> ArchiveReference { append(.set(items), .set) }

  package mutating func dictionary(_ entries: [ArchiveEntry]) -> ArchiveReference {
    append(.dictionary(entries), .dictionary)
  }

  /// Any value that is not worth looking for an equal one.
  package mutating func append(_ value: ArchiveValue, class archiveClass: ArchiveClass? = nil)
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
  package mutating func key(_ name: String) -> ArchiveKey { graph.intern(name) }

  /// An object with no fields yet, to refer to before its fields are known.
  ///
  /// - Parameter identity: what makes it the same object wherever it is met, for a model that is a class.
  package mutating func reserve(
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
  package func reference(identity: ObjectIdentifier) -> ArchiveReference? { identities[identity] }

  /// Gives a reserved object its fields.
  package mutating func fill(_ reference: ArchiveReference, _ fields: [ArchiveField]) {
    graph.setFields(fields, of: reference)
  }
}
