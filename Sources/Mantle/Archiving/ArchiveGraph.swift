/// The objects of a keyed archive, as a table: what is in the file, without a Swift type.
///
/// Nothing in an archive is lost here: unknown classes and unknown keys are objects and fields like any
/// other, shared objects are one object, and writing the graph gives an archive with the same content.
package struct ArchiveGraph: Sendable {
  /// What kind of property list it is.
  package internal(set) var kind = Kind.keyedArchive
  /// What the archive was written by: `NSKeyedArchiver`.
  package internal(set) var archiver = "NSKeyedArchiver"
  /// The archive's named entry points, in the order of the file; nearly always one, called `root`.
  package internal(set) var top: [ArchiveTop] = []
  /// Every class some object has.
  package private(set) var classes: [ArchiveClass] = []
  /// The objects whose text had an unpaired surrogate, shown as U+FFFD.
  package internal(set) var repaired: [ArchiveReference] = []
  /// Fields of a leaf that its layout does not know, by rising object number.
  var extraFields: [(object: Int, fields: [ArchiveField])] = []

  private(set) var objects: [Object]
  /// How many bytes of text and data the objects have.
  private(set) var payload = 0
  private(set) var keys: [String] = []
  private var keyNumbers: [ExactText: ArchiveKey] = [:]
  private var classNumbers: [ArchiveClass: Int] = [:]

  /// The kinds of property lists that are read.
  package enum Kind: Sendable, Hashable {
    /// Objects with classes, as `NSKeyedArchiver` writes them.
    case keyedArchive
    /// Dictionaries, arrays and values without classes.
    case propertyList
  }

  /// An object and the place of its class in ``classes``; none for a bare property list value.
  struct Object: Sendable, Equatable {
    var value: ArchiveValue
    var classIndex: Int32 = -1
  }

  /// An empty archive.
  package init() {
    objects = [Object(value: .null)]
    for key in KnownKey.allCases { _ = intern(key.name) }
  }

  /// To stand in for a graph that is lent to somebody.
  static let empty = ArchiveGraph()

  /// The number of objects, nil included.
  package var count: Int { objects.count }

  /// The object under `root`, or under the first name there is; nil where the archive has none.
  package var root: ArchiveReference? { rootEntry?.value }

  var rootEntry: ArchiveTop? { top.first { $0.name == "root" } ?? top.first }

  package subscript(reference: ArchiveReference) -> ArchiveValue { objects[reference.index].value }

  /// The object's class; nil for nil and for bare strings, numbers, booleans and data.
  package func archiveClass(of reference: ArchiveReference) -> ArchiveClass? {
    let index = objects[reference.index].classIndex
    return index < 0 ? nil : classes[Int(index)]
  }

  /// The name behind a key of this graph.
  package func name(of key: ArchiveKey) -> String { keys[key.index] }

  /// The key for a name; nil when no object has a field of that name.
  package func key(_ name: String) -> ArchiveKey? { keyNumbers[ExactText(name)] }
}

/// A named entry point of an archive.
package struct ArchiveTop: Sendable, Hashable {
  package var name: String
  package var value: ArchiveReference

  package init(_ name: String, _ value: ArchiveReference) {
    self.name = name
    self.value = value
  }
}

extension ArchiveGraph {
  /// The key for a name, made where it is new.
  package mutating func intern(_ name: String) -> ArchiveKey {
    if let key = key(name) { return key }
    let key = ArchiveKey(keys.count)
    keys.append(name)
    keyNumbers[ExactText(name)] = key
    return key
  }

  /// Adds an object as it is, without looking for an equal one.
  ///
  /// - Parameter archiveClass: nil for the class Foundation gives such a value, if it needs one.
  package mutating func append(_ value: ArchiveValue, class archiveClass: ArchiveClass? = nil)
    -> ArchiveReference
  {
    let needed = archiveClass ?? value.leaf?.archiveClass
    return append(value, classIndex: needed.map { classIndex($0) } ?? -1)
  }

  /// An object of its own for a value that others refer to, too; leaves are shared.
  mutating func copy(of reference: ArchiveReference) -> ArchiveReference {
    switch self[reference] {
    case .array, .set, .orderedSet, .dictionary, .object:
      append(self[reference], class: archiveClass(of: reference))
    default: reference
    }
  }

  mutating func append(_ value: ArchiveValue, classIndex: Int32) -> ArchiveReference {
    payload += value.payload
    objects.append(Object(value: value, classIndex: classIndex))
    return ArchiveReference(objects.count - 1)
  }

  /// Replaces the fields of an object, which is how objects that refer to each other are made.
  package mutating func setFields(_ fields: [ArchiveField], of reference: ArchiveReference) {
    objects[reference.index].value = .object(fields)
  }

  mutating func set(_ value: ArchiveValue, classIndex: Int32, at index: Int) {
    payload += value.payload
    objects[index] = Object(value: value, classIndex: classIndex)
  }

  mutating func setClass(_ archiveClass: ArchiveClass, of reference: ArchiveReference) {
    objects[reference.index].classIndex = classIndex(archiveClass)
  }

  /// Gives a reserved object its value; `extras` are fields of a leaf that its layout does not know.
  mutating func replace(_ value: ArchiveValue, at reference: ArchiveReference, extras: [ArchiveField]) {
    objects[reference.index].value = value
    guard !extras.isEmpty else { return }
    let place = extraFields.firstIndex { $0.object > reference.index } ?? extraFields.count
    extraFields.insert((reference.index, extras), at: place)
  }

  /// The class's place in ``classes``, added where it is new.
  mutating func classIndex(_ archiveClass: ArchiveClass) -> Int32 {
    if let index = classNumbers[archiveClass] { return Int32(truncatingIfNeeded: index) }
    classNumbers[archiveClass] = classes.count
    classes.append(archiveClass)
    return Int32(truncatingIfNeeded: classes.count - 1)
  }
}
