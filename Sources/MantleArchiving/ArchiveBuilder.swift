import Mantle
import MantlePlatform

/// A builder of an ``ArchiveGraph`` that shares objects: equal strings, numbers, dates, URLs and UUIDs become one object, and so
/// does a class instance that is added several times.
struct ArchiveBuilder {
  /// The graph of the objects added so far.
  var graph: ArchiveGraph

  /// The objects of the scalars added so far, by value: equal scalars share one object.
  private var shared: [ArchiveValue.Scalar: ArchiveReference] = [:]
  /// The objects of class instances, by the identity of the instance.
  private var identities: [ObjectIdentifier: ArchiveReference] = [:]

  /// Creates a builder that adds objects to a graph.
  ///
  /// - Parameter graph: existing objects, which are neither shared with new ones nor changed.
  init(_ graph: ArchiveGraph = ArchiveGraph()) { self.graph = graph }

  /// Sets the named entry point of the archive, replacing an existing one with that name.
  mutating func setTop(_ value: ArchiveReference, name: String = "root") {
    if let index = graph.top.firstIndex(where: { $0.name == name }) {
      graph.top[index].value = value
    } else {
      graph.top.append((name, value))
    }
  }

  /// Adds a value and returns its object. Equal scalars, such as strings and numbers, share one object.
  mutating func add(_ value: ArchiveValue) -> ArchiveReference {
    guard let scalar = value.scalar else { return graph.append(value) }
    return Self.reference(&shared[scalar], to: value, in: &graph)
  }

  /// Returns the reference in `known`. If `known` is nil, an object for the value is added first, and its reference is
  /// stored in `known`.
  private static func reference(
    _ known: inout ArchiveReference?, to value: ArchiveValue, in graph: inout ArchiveGraph
  ) -> ArchiveReference {
    if let known { return known }
    let reference = graph.append(value)
    known = reference
    return reference
  }

  /// Adds a string and returns its object. Strings are compared by their Unicode scalars, not
  /// by canonical equivalence.
  mutating func string(_ value: String) -> ArchiveReference {
    add(.string(ExactText(value).text))
  }

  /// Adds a URL and returns its object. The base URL is stored separately, as in `NSURL`.
  mutating func url(_ value: URL) -> ArchiveReference {
    let base = value.baseURL.map { url($0) } ?? .null
    return add(.url(relative: string(value.relativeString), base: base))
  }

  /// Adds a value as a new object, without searching for an equal one.
  ///
  /// - Parameter archiveClass: the class of the object; nil for the class that Foundation
  ///   uses for such a value.
  mutating func append(_ value: ArchiveValue, class archiveClass: ArchiveClass? = nil)
    -> ArchiveReference
  { graph.append(value, class: archiveClass) }
}

extension ArchiveBuilder {
  /// Returns the key for the name of a field; a new name is added to the table of keys.
  mutating func key(_ name: String) -> ArchiveKey { graph.intern(name) }

  /// Adds an object without fields, so that it can be referred to before its fields are
  /// known. Call ``fill(_:_:)`` to add them.
  ///
  /// - Parameters:
  ///   - classIndex: the index of the object's class.
  ///   - identity: the identity of a class instance; nil for a value type, which becomes a
  ///     new object each time.
  mutating func reserve(classIndex: Int32, identity: ObjectIdentifier?) -> ArchiveReference {
    let reference = graph.append(.object([]), classIndex: classIndex)
    if let identity { identities[identity] = reference }
    return reference
  }

  /// Returns the object that was reserved for the class instance with an identity; nil if there is none.
  func reference(identity: ObjectIdentifier) -> ArchiveReference? { identities[identity] }

  /// Sets the fields of an object that ``reserve(classIndex:identity:)`` added.
  mutating func fill(_ reference: ArchiveReference, _ fields: [ArchiveField]) {
    let classIndex = graph.objects[reference.index].classIndex
    graph.set(.object(fields), classIndex: classIndex, at: reference.index)
  }
}
