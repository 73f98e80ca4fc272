import Mantle
import MantlePlatform

/// A builder of an ``ArchiveGraph`` that shares objects: equal strings, numbers, dates, URLs
/// and UUIDs become one object, and so do all additions with the same identity.
package struct ArchiveBuilder {
  /// The objects added so far.
  package internal(set) var graph: ArchiveGraph

  /// The shared objects added so far.
  private var shared: [ArchiveValue.Scalar: ArchiveReference] = [:]
  /// The objects that were reserved with an identity.
  private var identities: [ObjectIdentifier: ArchiveReference] = [:]

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

  /// Adds a value without contents, unless an equal one was added, and returns its object.
  private mutating func shared(_ value: ArchiveValue) -> ArchiveReference {
    guard let scalar = value.scalar else { return graph.append(value) }
    if let known = shared[scalar] { return known }
    let reference = graph.append(value)
    shared[scalar] = reference
    return reference
  }

  /// Adds a string and returns its object. Strings are compared by their Unicode scalars, not
  /// by canonical equivalence.
  package mutating func string(_ value: String) -> ArchiveReference {
    shared(.string(ExactText(value).text))
  }

  /// Adds an integer and returns its object.
  package mutating func integer(_ value: Int64) -> ArchiveReference { shared(.integer(value)) }

  /// Adds an integer that may exceed the range of `Int64`, and returns its object.
  package mutating func unsigned(_ value: UInt64) -> ArchiveReference {
    shared(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
  }

  /// Adds a floating-point number and returns its object.
  package mutating func real(_ value: Double) -> ArchiveReference { shared(.real(value)) }

  /// Adds a boolean and returns its object.
  package mutating func bool(_ value: Bool) -> ArchiveReference { shared(.bool(value)) }

  /// Adds bytes as a new object, which is not shared.
  package mutating func data(_ value: [UInt8]) -> ArchiveReference { graph.append(.data(value)) }

  /// Adds a date and returns its object.
  package mutating func date(_ value: Date) -> ArchiveReference { shared(.date(value)) }

  /// Adds a UUID and returns its object.
  package mutating func uuid(_ value: UUID) -> ArchiveReference { shared(.uuid(value)) }

  /// Adds a URL and returns its object. The base URL is stored separately, as in `NSURL`.
  package mutating func url(_ value: URL) -> ArchiveReference {
    let base = value.baseURL.map { url($0) } ?? .null
    return shared(.url(relative: string(value.relativeString), base: base))
  }

  /// Adds an array as a new object.
  package mutating func array(_ items: [ArchiveReference]) -> ArchiveReference {
    graph.append(.array(items))
  }

  /// Adds a set as a new object.
  package mutating func set(_ items: [ArchiveReference]) -> ArchiveReference {
    graph.append(.set(items))
  }

  /// Adds a dictionary as a new object.
  package mutating func dictionary(_ entries: [ArchiveEntry]) -> ArchiveReference {
    graph.append(.dictionary(entries))
  }

  /// Adds a value as a new object, without searching for an equal one.
  ///
  /// - Parameter archiveClass: the class of the object; nil for the class that Foundation
  ///   uses for such a value.
  package mutating func append(_ value: ArchiveValue, class archiveClass: ArchiveClass? = nil)
    -> ArchiveReference
  { graph.append(value, class: archiveClass) }
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
