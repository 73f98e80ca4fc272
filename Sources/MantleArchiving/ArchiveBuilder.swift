import Mantle
import MantlePlatform

/// A builder of an ``ArchiveGraph`` that shares objects: equal strings, numbers, dates, URLs
/// and UUIDs become one object, and so do all additions with the same identity.
package struct ArchiveBuilder {
  /// The objects added so far.
  package internal(set) var graph: ArchiveGraph

  /// The strings added so far.
  private var strings: [ExactText: ArchiveReference] = [:]
  /// The integers added so far.
  private var integers: [Int64: ArchiveReference] = [:]
  /// The floating-point numbers added so far, by bit pattern.
  private var reals: [UInt64: ArchiveReference] = [:]
  /// The dates added so far, by the bit pattern of their seconds.
  private var dates: [UInt64: ArchiveReference] = [:]
  /// The UUIDs added so far.
  private var uuids: [UUID: ArchiveReference] = [:]
  /// The URLs added so far.
  private var urls: [URLKey: ArchiveReference] = [:]
  /// The booleans added so far.
  private var booleans: [Bool: ArchiveReference] = [:]
  /// The indices of the Foundation classes used so far.
  private var classes: [ArchiveLeaf: Int32] = [:]
  /// The objects that were reserved with an identity.
  private var identities: [ObjectIdentifier: ArchiveReference] = [:]

  /// The text and the base of a URL.
  private struct URLKey: Hashable {
    /// The string of the URL.
    let relative: ArchiveReference
    /// The base URL; null for an absolute URL.
    let base: ArchiveReference
  }

  /// Creates a builder.
  ///
  /// - Parameter graph: existing objects, which are neither shared with new ones nor changed.
  package init(_ graph: ArchiveGraph = ArchiveGraph()) { self.graph = graph }

  /// Sets an entry point of the archive, replacing the one with the same name.
  package mutating func setTop(_ value: ArchiveReference, name: String = "root") {
    if let index = graph.top.firstIndex(where: { $0.name == name }) {
      graph.top[index].value = value
    } else {
      graph.top.append(ArchiveTop(name, value))
    }
  }

  /// Adds a string and returns its object. Strings are compared by their Unicode scalars, not
  /// by canonical equivalence.
  package mutating func string(_ value: String) -> ArchiveReference {
    let text = ExactText(value)
    if let known = strings[text] { return known }
    let reference = graph.append(.string(text.text))
    strings[text] = reference
    return reference
  }

  /// Adds an integer and returns its object.
  package mutating func integer(_ value: Int64) -> ArchiveReference {
    if let known = integers[value] { return known }
    let reference = graph.append(.integer(value), classIndex: -1)
    integers[value] = reference
    return reference
  }

  /// Adds an integer that may exceed the range of `Int64`, and returns its object.
  package mutating func unsigned(_ value: UInt64) -> ArchiveReference {
    if let value = Int64(exactly: value) { return integer(value) }
    return graph.append(.unsigned(value), classIndex: -1)
  }

  /// Adds a floating-point number and returns its object.
  package mutating func real(_ value: Double) -> ArchiveReference {
    if let known = reals[value.bitPattern] { return known }
    let reference = graph.append(.real(value), classIndex: -1)
    reals[value.bitPattern] = reference
    return reference
  }

  /// Adds a boolean and returns its object.
  package mutating func bool(_ value: Bool) -> ArchiveReference {
    if let known = booleans[value] { return known }
    let reference = graph.append(.bool(value), classIndex: -1)
    booleans[value] = reference
    return reference
  }

  /// Adds bytes as a new object, which is not shared.
  package mutating func data(_ value: [UInt8]) -> ArchiveReference {
    graph.append(.data(value), classIndex: -1)
  }

  /// Adds a date and returns its object.
  package mutating func date(_ value: Date) -> ArchiveReference {
    let bits = value.timeIntervalSinceReferenceDate.bitPattern
    if let known = dates[bits] { return known }
    let reference = append(.date(value), .date)
    dates[bits] = reference
    return reference
  }

  /// Adds a UUID and returns its object.
  package mutating func uuid(_ value: UUID) -> ArchiveReference {
    if let known = uuids[value] { return known }
    let reference = append(.uuid(value), .uuid)
    uuids[value] = reference
    return reference
  }

  /// Adds a URL and returns its object. The base URL is stored separately, as in `NSURL`.
  package mutating func url(_ value: URL) -> ArchiveReference {
    let base = value.baseURL.map { url($0) } ?? .null
    let key = URLKey(relative: string(value.relativeString), base: base)
    if let known = urls[key] { return known }
    let reference = append(.url(relative: key.relative, base: base), .url)
    urls[key] = reference
    return reference
  }

  /// Adds an array as a new object.
  package mutating func array(_ items: [ArchiveReference]) -> ArchiveReference {
    append(.array(items), .array)
  }

  /// Adds a set as a new object.
  package mutating func set(_ items: [ArchiveReference]) -> ArchiveReference { append(.set(items), .set) }

  /// Adds a dictionary as a new object.
  package mutating func dictionary(_ entries: [ArchiveEntry]) -> ArchiveReference {
    append(.dictionary(entries), .dictionary)
  }

  /// Adds a value as a new object, without searching for an equal one.
  ///
  /// - Parameter archiveClass: the class of the object; nil for the class that Foundation
  ///   uses for such a value.
  package mutating func append(_ value: ArchiveValue, class archiveClass: ArchiveClass? = nil)
    -> ArchiveReference
  { graph.append(value, class: archiveClass) }

  /// Adds a value of a Foundation class.
  private mutating func append(_ value: ArchiveValue, _ leaf: ArchiveLeaf) -> ArchiveReference {
    if let known = classes[leaf] { return graph.append(value, classIndex: known) }
    let index = graph.classIndex(leaf.archiveClass)
    classes[leaf] = index
    return graph.append(value, classIndex: index)
  }
}

extension ArchiveBuilder {
  /// Returns the key for the name of a field.
  package mutating func key(_ name: String) -> ArchiveKey { graph.intern(name) }

  /// Adds an object without fields, so that it can be referred to before its fields are
  /// known. Call ``fill(_:_:)`` to add them.
  ///
  /// - Parameters:
  ///   - archiveClass: the class of the object.
  ///   - identity: the identity of a class instance; nil for a value type, which becomes a
  ///     new object each time.
  package mutating func reserve(
    _ archiveClass: ArchiveClass, identity: ObjectIdentifier? = nil
  ) -> ArchiveReference {
    reserve(classIndex: graph.classIndex(archiveClass), identity: identity)
  }

  /// Returns the index of a class, which is added if it is new.
  mutating func classIndex(_ archiveClass: ArchiveClass) -> Int32 { graph.classIndex(archiveClass) }

  /// Adds an object without fields, given the index of its class.
  mutating func reserve(classIndex: Int32, identity: ObjectIdentifier?) -> ArchiveReference {
    let reference = graph.append(.object([]), classIndex: classIndex)
    if let identity { identities[identity] = reference }
    return reference
  }

  /// Returns the object that was reserved with an identity; nil if there is none.
  package func reference(identity: ObjectIdentifier) -> ArchiveReference? { identities[identity] }

  /// Sets the fields of a reserved object.
  package mutating func fill(_ reference: ArchiveReference, _ fields: [ArchiveField]) {
    graph.setFields(fields, of: reference)
  }
}
