import Mantle

/// The object graph of a keyed archive, as a table of objects without Swift types.
///
/// The graph preserves the complete archive: unknown classes and keys are ordinary objects
/// and fields, and a shared object is one entry. Writing the graph gives an archive with the
/// same contents.
package struct ArchiveGraph: Sendable {
  /// The kind of property list that the graph represents: a keyed archive or a plain property list.
  package internal(set) var kind = Kind.keyedArchive
  /// The value of `$archiver`, the class that wrote the archive.
  var archiver = "NSKeyedArchiver"
  /// The entry points, in the order of the file; nearly always one with the name `root`.
  var top: [(name: String, value: ArchiveReference)] = []
  /// The classes of the archived objects, in the order of their first use.
  private(set) var classes: [ArchiveClass] = []
  /// The objects whose string had an unpaired surrogate, which was replaced by U+FFFD.
  var repaired: [ArchiveReference] = []
  /// Fields of leaves and collections that Foundation's layout of their class does not define, in ascending order of the object
  /// index.
  var extraFields: [(object: Int, fields: [ArchiveField])] = []

  /// The table of all archived objects; the first one is nil.
  private(set) var objects: [Object]
  /// The total number of bytes in strings and data of the archive.
  private(set) var payload = 0
  /// The names of the fields in the archive, by the index of the key.
  private(set) var keys: [String] = []
  /// The keys of fields in the archive, by the name of the field.
  private var keyNumbers: [ExactText: ArchiveKey] = [:]
  /// The indices of classes in ``classes``, by class.
  private var classNumbers: [ArchiveClass: Int] = [:]
  /// The indices in ``classes`` of the Foundation classes of values that were added without a class. They are cached, because
  /// hashing all names of a class for each value takes longer.
  private var leafNumbers: [ArchiveLeaf: Int32] = [:]

  /// The supported kinds of property lists.
  package enum Kind: Sendable, Hashable {
    /// Objects with classes, as `NSKeyedArchiver` writes them.
    case keyedArchive
    /// Dictionaries, arrays and values without classes.
    case propertyList
  }

  /// An archived value, and the index of its class in ``classes``.
  struct Object: Sendable, Equatable {
    /// The contents of the object; parts are references to other objects.
    var value: ArchiveValue
    /// The index of the object's class in ``classes``; -1 for a value that is stored without a class.
    var classIndex: Int32 = -1
  }

  /// Creates an empty archive.
  init() {
    objects = [Object(value: .null)]
    for key in KnownKey.allCases { _ = intern(key.name) }
  }

  /// An empty graph, which takes the place of a graph that is temporarily moved elsewhere.
  static let empty = ArchiveGraph()

  /// The number of objects in the archive, including nil.
  var count: Int { objects.count }

  /// The object of the entry point `root`, or of the first entry point; nil without entry
  /// points.
  var root: ArchiveReference? { rootEntry?.value }

  /// The entry point `root`, or the first one; nil without entry points.
  var rootEntry: (name: String, value: ArchiveReference)? { top.first { $0.name == "root" } ?? top.first }

  /// The value of the object that a reference refers to.
  subscript(reference: ArchiveReference) -> ArchiveValue { objects[reference.index].value }

  /// Returns the class of an object; nil for `$null` and for bare strings, numbers, booleans and data, which have no class.
  func archiveClass(of reference: ArchiveReference) -> ArchiveClass? {
    let index = objects[reference.index].classIndex
    return index < 0 ? nil : classes[Int(index)]
  }

  /// Returns the field name of a key.
  func name(of key: ArchiveKey) -> String { keys[key.index] }

  /// Returns the key for a field name; nil if no object in the archive has a field with that name.
  func key(_ name: String) -> ArchiveKey? { keyNumbers[ExactText(name)] }
}

extension ArchiveGraph {
  /// Returns the key for a field name; a new name is added to the table of keys.
  mutating func intern(_ name: String) -> ArchiveKey {
    if let key = key(name) { return key }
    let key = ArchiveKey(keys.count)
    keys.append(name)
    keyNumbers[ExactText(name)] = key
    return key
  }

  /// Adds an object to the table, without searching for an equal one.
  ///
  /// - Parameter archiveClass: the class of the object; nil for the class that Foundation
  ///   uses for such a value, if it needs one.
  mutating func append(_ value: ArchiveValue, class archiveClass: ArchiveClass? = nil)
    -> ArchiveReference
  {
    if let archiveClass { return append(value, classIndex: classIndex(archiveClass)) }
    guard let leaf = value.leaf else { return append(value, classIndex: -1) }
    let index = leafNumbers[leaf] ?? classIndex(leaf.archiveClass)
    leafNumbers[leaf] = index
    return append(value, classIndex: index)
  }

  /// Adds an object to the table, with the index of its class in ``classes``; -1 for no class.
  mutating func append(_ value: ArchiveValue, classIndex: Int32) -> ArchiveReference {
    payload += value.payload
    objects.append(Object(value: value, classIndex: classIndex))
    return ArchiveReference(objects.count - 1)
  }

  /// Replaces the archived object at an index.
  mutating func set(_ value: ArchiveValue, classIndex: Int32, at index: Int) {
    payload += value.payload
    objects[index] = Object(value: value, classIndex: classIndex)
  }

  /// Returns the index of a class in ``classes``, to which it is added if it is new.
  mutating func classIndex(_ archiveClass: ArchiveClass) -> Int32 {
    if let index = classNumbers[archiveClass] { return Int32(truncatingIfNeeded: index) }
    classNumbers[archiveClass] = classes.count
    classes.append(archiveClass)
    return Int32(truncatingIfNeeded: classes.count - 1)
  }
}
