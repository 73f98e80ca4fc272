/// The strings every keyed archive has, in the order they are written.
enum FixedName: Int, CaseIterable {
  case version, archiver, top, objects, null, `class`, className, classes

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

/// Who gets which number when an ``ArchiveGraph`` is written: UIDs, and objects of the property list.
///
/// Property list objects in order: the container's five parts, ``FixedName``s, names of `$top`, field names,
/// ordered sets' member names, class names, one UID object for each UID, archived objects with their inner parts, classes.
struct ArchivePlan {
  enum Slot {
    case null
    case object(Int)
    case `class`(Int)
  }

  static let classHints = "$classhints"

  /// What `$objects` holds, by UID.
  private(set) var slots: [Slot] = [.null]
  /// The objects that can be reached, by rising number.
  private(set) var order: [Int] = []
  private(set) var classOrder: [Int] = []
  private(set) var keyOrder: [Int] = []
  private(set) var classNames: [String] = []
  /// How many members the largest ordered set has.
  private(set) var memberNames = 0
  /// The number of objects in the property list.
  private(set) var count = 0

  private var uids: [UInt32]
  private var numbers: [UInt32]
  private var keyNumbers: [UInt32]
  private var classUIDs: [UInt32]
  private var classNumbers: [UInt32]
  private var nameNumbers: [ExactText: Int] = [:]
  private var firstTopName: Int { 5 + FixedName.allCases.count }
  private var firstKey = 0
  private var firstMemberName = 0
  private var firstUID = 0
  private var firstObject = 0

  private static let none = UInt32.max

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

  func number(_ name: FixedName) -> Int { 5 + name.rawValue }
  func number(ofTopName index: Int) -> Int { firstTopName + index }
  func number(ofKey key: ArchiveKey) -> Int { firstKey + Int(keyNumbers[key.index]) }
  func number(ofMember index: Int) -> Int { firstMemberName + index }
  func number(ofName name: String) -> Int { nameNumbers[ExactText(name)] ?? 0 }
  func number(ofUIDOfClass index: Int) -> Int { firstUID + Int(classUIDs[index]) }
  func number(ofObject index: Int) -> Int { firstObject + Int(numbers[index]) }
  func number(ofClass index: Int) -> Int { Int(classNumbers[index]) }

  /// The number of what stands for a reference: a UID, or the object itself where it is inline.
  @inline(__always)
  func number(of reference: ArchiveReference) -> Int {
    if reference == .null { return firstUID }
    return reference.isInline ? number(ofObject: reference.index) : firstUID + Int(uids[reference.index])
  }
}

extension ArchivePlan {
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

  private mutating func discover(_ items: [ArchiveReference]) {
    for item in items { discover(item) }
  }

  private mutating func discover(_ fields: [ArchiveField]) {
    for field in fields {
      use(field.key)
      discover(field.value)
    }
  }

  private mutating func discoverClass(_ index: Int, of value: ArchiveValue) {
    for known in value.layout { use(known.key) }
    guard classUIDs[index] == Self.none else { return }
    classUIDs[index] = UInt32(truncatingIfNeeded: slots.count)
    slots.append(.class(index))
    classOrder.append(index)
  }

  private mutating func use(_ key: ArchiveKey) {
    guard keyNumbers[key.index] == Self.none else { return }
    keyNumbers[key.index] = UInt32(truncatingIfNeeded: keyOrder.count)
    keyOrder.append(key.index)
  }

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
  /// The fields a leaf of this value is written with.
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
  /// How many objects of the property list it takes: one, and one for each field kept inside a leaf.
  fileprivate var propertyListObjectCount: Int {
    guard classIndex >= 0 else { return 1 }
    if case .url = value { return 1 }
    return 1 + value.layout.count
  }
}

extension ArchiveGraph {
  /// The fields of a leaf that are not part of its layout.
  func extras(of index: Int) -> [ArchiveField] {
    guard !extraFields.isEmpty else { return [] }
    let position = extraFields.countOfPrefix { $0.object < index }
    return position < extraFields.count && extraFields[position].object == index
      ? extraFields[position].fields : []
  }
}
