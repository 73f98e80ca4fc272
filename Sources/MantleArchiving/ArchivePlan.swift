import Mantle

/// The strings that every keyed archive contains, in the order in which they are written.
enum FixedName: Int, CaseIterable {
  /// The keys of the container, of objects and of classes.
  case version, archiver, top, objects, null, `class`, className, classes

  /// The string in the file.
  var text: String {
    switch self {
    case .version: "$version"
    case .archiver: "$archiver"
    case .top: "$top"
    case .objects: "$objects"
    case .null: "$null"
    case .class: "$class"
    case .className: "$classname"
    case .classes: "$classes"
    }
  }
}

/// The numbering of an ``ArchiveGraph`` that is being written: UIDs, and objects of the
/// property list.
///
/// The property list has these objects, in order: the five parts of the container, the
/// ``FixedName``s, the names of the entry points, the names of fields, the names of the
/// members of ordered sets, the names of classes, one UID object for each UID, the archived
/// objects followed by their parts, and the classes.
struct ArchivePlan {
  /// An entry of `$objects`.
  enum Slot {
    /// The string `$null`, with UID 0.
    case null
    /// An object of the graph.
    case object(Int)
    /// A class of the graph.
    case `class`(Int)
  }

  /// The key of the substitute classes.
  static let classHints = "$classhints"

  /// The contents of `$objects` by UID.
  private(set) var slots: [Slot] = [.null]
  /// The reachable objects, in ascending order of their numbers.
  private(set) var order: [Int] = []
  /// The classes of the reachable objects, in order.
  private(set) var classOrder: [Int] = []
  /// The keys of the reachable objects, in order.
  private(set) var keyOrder: [Int] = []
  /// The names of classes and superclasses, in order.
  private(set) var classNames: [String] = []
  /// The number of members of the largest ordered set.
  private(set) var memberNames = 0
  /// The number of objects in the property list.
  private(set) var count = 0

  /// The UIDs of the objects.
  private var uids: [UInt32]
  /// The numbers of the objects, relative to the first one.
  private var numbers: [UInt32]
  /// The numbers of the keys, relative to the first one.
  private var keyNumbers: [UInt32]
  /// The UIDs of the classes.
  private var classUIDs: [UInt32]
  /// The numbers of the classes.
  private var classNumbers: [UInt32]
  /// The numbers of the class names.
  private var nameNumbers: [ExactText: Int] = [:]
  /// The number of the first entry point's name.
  private var firstTopName: Int { 5 + FixedName.allCases.count }
  /// The number of the first key.
  private var firstKey = 0
  /// The number of the first member name of ordered sets.
  private var firstMemberName = 0
  /// The number of the first UID object.
  private var firstUID = 0
  /// The number of the first archived object.
  private var firstObject = 0

  /// The mark for an object, key or class without a number.
  private static let none = UInt32.max

  /// Numbers all reachable objects of a graph, breadth first from the entry points.
  init(_ graph: ArchiveGraph) {
    uids = Array(repeating: Self.none, count: graph.count)
    numbers = uids
    keyNumbers = Array(repeating: Self.none, count: graph.keys.count)
    classUIDs = Array(repeating: Self.none, count: graph.classes.count)
    classNumbers = classUIDs
    order.reserveCapacity(graph.count)
    slots.reserveCapacity(graph.count)
    discover(graph)
    layOut(graph)
  }

  /// Returns the number of a fixed string.
  func number(_ name: FixedName) -> Int { 5 + name.rawValue }
  /// Returns the number of an entry point's name.
  func number(ofTopName index: Int) -> Int { firstTopName + index }
  /// Returns the number of a key.
  func number(ofKey key: ArchiveKey) -> Int { firstKey + Int(keyNumbers[key.index]) }
  /// Returns the number of a member name of ordered sets.
  func number(ofMember index: Int) -> Int { firstMemberName + index }
  /// Returns the number of a class name.
  func number(ofName name: String) -> Int { nameNumbers[ExactText(name)] ?? 0 }
  /// Returns the number of the UID object that refers to a class.
  func number(ofUIDOfClass index: Int) -> Int { firstUID + Int(classUIDs[index]) }
  /// Returns the number of an archived object.
  func number(ofObject index: Int) -> Int { firstObject + Int(numbers[index]) }
  /// Returns the number of a class.
  func number(ofClass index: Int) -> Int { Int(classNumbers[index]) }

  /// Returns the number that represents a reference: that of a UID object, or of the object
  /// itself if it is inline.
  @inline(__always)
  func number(of reference: ArchiveReference) -> Int {
    if reference == .null { return firstUID }
    return reference.isInline ? number(ofObject: reference.index) : firstUID + Int(uids[reference.index])
  }
}

extension ArchivePlan {
  /// Assigns numbers to all reachable objects.
  private mutating func discover(_ graph: ArchiveGraph) {
    for entry in graph.top { discover(entry.value) }
    var next = 0
    var number: UInt32 = 0
    while next < order.count {
      let index = order[next]
      let object = graph.objects[index]
      numbers[index] = number
      number += UInt32(object.propertyListObjectCount)
      discoverParts(object, extras: graph.extras(of: index))
      next += 1
    }
    count = Int(number)
  }

  /// Adds an object to the order, and assigns a UID unless it is only used inline.
  private mutating func discover(_ reference: ArchiveReference) {
    let index = reference.index
    guard index != 0 else { return }
    if numbers[index] == Self.none {
      numbers[index] = 0
      order.append(index)
    }
    if !reference.isInline, uids[index] == Self.none {
      uids[index] = UInt32(truncatingIfNeeded: slots.count)
      slots.append(.object(index))
    }
  }

  /// Adds the objects and the keys to which an object refers.
  private mutating func discoverParts(_ object: ArchiveGraph.Object, extras: [ArchiveField]) {
    switch object.value {
    case .array(let items), .set(let items): discover(items)
    case .orderedSet(let items):
      memberNames = max(memberNames, items.count)
      discover(items)
    case .dictionary(let entries):
      for entry in entries { discover(entry.key) }
      for entry in entries { discover(entry.value) }
    case .object(let fields): discover(fields)
    case .url(let relative, let base):
      discover(relative)
      discover(base)
    case .null, .bool, .integer, .unsigned, .real, .string, .data, .date, .uuid: break
    }
    discover(extras)
    if object.classIndex >= 0 { discoverClass(Int(object.classIndex), of: object.value) }
  }

  /// Adds several objects.
  private mutating func discover(_ items: [ArchiveReference]) {
    for item in items { discover(item) }
  }

  /// Adds the keys and values of fields.
  private mutating func discover(_ fields: [ArchiveField]) {
    for field in fields {
      use(field.key)
      discover(field.value)
    }
  }

  /// Adds a class and the keys of its layout.
  private mutating func discoverClass(_ index: Int, of value: ArchiveValue) {
    for known in value.layout { use(known.key) }
    guard classUIDs[index] == Self.none else { return }
    classUIDs[index] = UInt32(truncatingIfNeeded: slots.count)
    slots.append(.class(index))
    classOrder.append(index)
  }

  /// Adds a key.
  private mutating func use(_ key: ArchiveKey) {
    guard keyNumbers[key.index] == Self.none else { return }
    keyNumbers[key.index] = UInt32(truncatingIfNeeded: keyOrder.count)
    keyOrder.append(key.index)
  }

  /// Computes the first number of each section, after the sizes of all sections are known.
  private mutating func layOut(_ graph: ArchiveGraph) {
    firstKey = firstTopName + graph.top.count
    firstMemberName = firstKey + keyOrder.count
    let firstName = firstMemberName + memberNames
    for index in classOrder {
      let archiveClass = graph.classes[index]
      let hints = archiveClass.hints.isEmpty ? [] : [Self.classHints] + archiveClass.hints
      for name in [archiveClass.name] + archiveClass.chain + hints where nameNumbers[ExactText(name)] == nil {
        nameNumbers[ExactText(name)] = firstName + classNames.count
        classNames.append(name)
      }
    }
    firstUID = firstName + classNames.count
    firstObject = firstUID + slots.count
    count += firstObject
    for index in classOrder {
      classNumbers[index] = UInt32(truncatingIfNeeded: count)
      count += graph.classes[index].hints.isEmpty ? 2 : 3
    }
  }
}

extension ArchiveValue {
  /// The fields of the layout by which a class with this value is written.
  var layout: [KnownKey] {
    switch self {
    case .null, .object, .orderedSet: []
    case .bool: [.boolValue]
    case .integer, .unsigned: [.integerValue]
    case .real: [.doubleValue]
    case .string: [.string]
    case .data: [.data]
    case .date: [.time]
    case .url: [.base, .relative]
    case .uuid: [.uuidBytes]
    case .array, .set: [.objects]
    case .dictionary: [.keys, .objects]
    }
  }
}

extension ArchiveGraph.Object {
  /// The number of objects in the property list: one for the object itself, and one for each
  /// part that is stored inside a leaf.
  fileprivate var propertyListObjectCount: Int {
    guard classIndex >= 0 else { return 1 }
    if case .url = value { return 1 }
    return 1 + value.layout.count
  }
}

extension ArchiveGraph {
  /// Returns the fields of a leaf that are not part of its layout.
  func extras(of index: Int) -> [ArchiveField] {
    guard !extraFields.isEmpty else { return [] }
    let position = extraFields.countOfPrefix { $0.object < index }
    return position < extraFields.count && extraFields[position].object == index
      ? extraFields[position].fields : []
  }
}
