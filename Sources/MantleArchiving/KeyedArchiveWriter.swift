import Mantle
import MantlePlatform

/// The conversion of an ``ArchiveGraph`` to the objects of a property list: of a keyed
/// archive, or of dictionaries, arrays and values without classes.
///
/// The output depends on the graph only. Reading the output and writing it again gives the
/// same bytes, because objects are numbered in the order of their discovery from `$top`, as
/// in the reader.
struct KeyedArchiveWriter {
  /// The graph of the archive to write.
  private let graph: ArchiveGraph
  /// Whether the output is a keyed archive, whose objects have UIDs and classes.
  private let isKeyed: Bool
  /// The output. Its objects are identified by their numbers.
  private var list = PropertyList()
  /// The indices of the graph's reachable objects, in the order of their discovery.
  private var order: [Int] = []
  /// For each object of the graph, by index, its number in the output; nil before its discovery.
  private var numbers: [Int?]
  /// For each object of the graph, by index, the number of its UID in the output; nil without a UID.
  private var uids: [Int?]
  /// For each class of the graph, by index, the number of its UID in the output; nil before its first use.
  private var classUIDs: [Int?]
  /// For each key of the graph, by index, the number of its name in the output; nil before its first use.
  private var keys: [Int?]
  /// The contents of `$objects`: the numbers of the objects, in the order of their UIDs.
  private var slots: [Int] = []
  /// The number of the UID that represents nil.
  private var nilUID = 0
  /// The number of the string `$class`, the key of an object's class.
  private var classKey = 0

  /// Returns the property list of the objects that are reachable from the entry points.
  ///
  /// - Throws: ``ArchiveError/Kind/notRepresentable(_:)`` if the graph is a plain property list that contains null, an object
  ///   with a class, or a key that is not a string.
  /// - Complexity: O(*n*), where *n* is the size of the archive.
  static func propertyList(of graph: ArchiveGraph) throws(ArchiveError) -> PropertyList {
    var writer = KeyedArchiveWriter(graph)
    writer.list.top = try writer.isKeyed ? writer.writeArchive() : writer.writePlain()
    return writer.list
  }

  /// Creates a writer for a graph, before any object is discovered.
  private init(_ graph: ArchiveGraph) {
    self.graph = graph
    isKeyed = graph.kind == .keyedArchive
    numbers = Array(repeating: nil, count: graph.count)
    uids = numbers
    classUIDs = Array(repeating: nil, count: graph.classes.count)
    keys = Array(repeating: nil, count: graph.keys.count)
  }

  /// Adds all objects of a keyed archive, and returns the number of the root dictionary.
  private mutating func writeArchive() throws(ArchiveError) -> Int {
    nilUID = addUID(of: list.add(.string("$null")))
    classKey = list.sharedString("$class")
    var top: [(key: Int, value: Int)] = []
    for entry in graph.top { top.append((list.sharedString(entry.name), try number(of: entry.value))) }
    try writeDiscovered()
    let objects = PropertyList.Item.array(list.list(slots))
    return addDictionary([
      ("$version", list.add(.integer(ArchiveContainer.version))),
      ("$archiver", list.add(.string(graph.archiver))), ("$top", list.add(list.dictionary(top))),
      ("$objects", list.add(objects)),
    ])
  }

  /// Adds all objects of a property list without classes, and returns the number of the root.
  private mutating func writePlain() throws(ArchiveError) -> Int {
    let top = try number(of: try graph.requiredRoot())
    try writeDiscovered()
    return top
  }

  /// Writes all discovered objects, including those that writing an object discovers.
  private mutating func writeDiscovered() throws(ArchiveError) {
    var next = 0
    while next < order.count {
      let index = order[next]
      let object = graph.objects[index]
      let hasClass = isKeyed && object.classIndex >= 0
      let item = try hasClass ? keyed(object, extras: graph.extras(of: index)) : bare(object.value)
      if let number = numbers[index] { list.set(item, at: number) }
      next += 1
    }
  }

  /// Adds a dictionary to the output and returns its number.
  private mutating func addDictionary(_ members: [(key: String, value: Int)]) -> Int {
    list.add(list.dictionary(members.map { (list.sharedString($0.key), $0.value) }))
  }

  /// Adds an object to `$objects`, and returns the number of its UID.
  private mutating func addUID(of number: Int) -> Int {
    slots.append(number)
    return list.add(.uid(UInt64(slots.count - 1)))
  }

  /// Returns the number by which the output refers to an object: the number of its UID, or of the object itself if the reference
  /// is inline.
  private mutating func number(of reference: ArchiveReference) throws(ArchiveError) -> Int {
    let index = reference.index
    guard index != 0 else {
      if isKeyed { return nilUID }
      throw Self.error("null, in a property list")
    }
    let number = numbers[index] ?? discover(index)
    guard isKeyed, !reference.isInline else { return number }
    let uid = uids[index] ?? addUID(of: number)
    uids[index] = uid
    return uid
  }

  /// Adds a placeholder for an object that is written later, and returns its number.
  private mutating func discover(_ index: Int) -> Int {
    let number = list.add(.bool(false))
    numbers[index] = number
    order.append(index)
    return number
  }

  /// Returns the number of the string for a key. The string is added on first use.
  private mutating func number(of key: ArchiveKey) -> Int {
    if let number = keys[key.index] { return number }
    let number = list.sharedString(graph.keys[key.index])
    keys[key.index] = number
    return number
  }

  /// Returns the number of the UID of a class. The class is added on first use.
  private mutating func number(ofClass index: Int) -> Int {
    if let number = classUIDs[index] { return number }
    let archiveClass = graph.classes[index]
    var members = [
      ("$classname", list.sharedString(archiveClass.name)), ("$classes", addNames(archiveClass.chain)),
    ]
    if !archiveClass.hints.isEmpty { members.append(("$classhints", addNames(archiveClass.hints))) }
    let number = addUID(of: addDictionary(members))
    classUIDs[index] = number
    return number
  }

  /// Adds an array of class names to the output and returns its number.
  private mutating func addNames(_ names: [String]) -> Int {
    let numbers = names.map { list.sharedString($0) }
    return list.add(.array(list.list(numbers)))
  }

  /// Adds references to the given objects to the output, and returns the range of the references.
  private mutating func references(
    _ items: some Sequence<ArchiveReference>
  ) throws(ArchiveError) -> Range<Int> {
    var numbers: [Int] = []
    for item in items { numbers.append(try number(of: item)) }
    return list.list(numbers)
  }

  private static func error(_ what: String) -> ArchiveError { ArchiveError(.notRepresentable(what)) }
}

extension KeyedArchiveWriter {
  /// Returns the dictionary of an object with a class: the fields of its layout, further fields, and the class.
  private mutating func keyed(
    _ object: ArchiveGraph.Object, extras: [ArchiveField]
  ) throws(ArchiveError) -> PropertyList.Item {
    var members = try layout(of: object.value)
    var fields = extras
    if case .object(let own) = object.value { fields = own }
    for field in fields { members.append((number(of: field.key), try number(of: field.value))) }
    members.append((classKey, number(ofClass: Int(object.classIndex))))
    return list.dictionary(members)
  }

  /// Returns the fields in which the layout of a Foundation class stores a value.
  private mutating func layout(of value: ArchiveValue) throws(ArchiveError) -> [(key: Int, value: Int)] {
    switch value {
    case .null, .object: return []
    case .bool: return [try part(.boolValue, value)]
    case .integer, .unsigned: return [try part(.integerValue, value)]
    case .real: return [try part(.doubleValue, value)]
    case .string: return [try part(.string, value)]
    case .data: return [try part(.data, value)]
    case .date(let date): return [try part(.time, .real(date.timeIntervalSinceReferenceDate))]
    case .uuid(let uuid): return [try part(.uuidBytes, .data(uuid.archivedBytes))]
    case .url(let relative, let base):
      let relative = (number(of: KnownKey.relative.key), try number(of: relative))
      return [(number(of: KnownKey.base.key), try number(of: base)), relative]
    case .array(let items), .set(let items): return [try part(.objects, .array(items))]
    case .orderedSet(let items):
      var members: [(key: Int, value: Int)] = []
      for (index, item) in items.enumerated() {
        members.append((list.sharedString(KnownKey.member(index)), try number(of: item)))
      }
      return members
    case .dictionary(let entries):
      return [try part(.keys, .array(entries.map(\.key))), try part(.objects, .array(entries.map(\.value)))]
    }
  }

  /// Adds a value to the property list, and returns the field that contains the value itself instead of a UID, such as
  /// `NS.time`: the numbers of the field's key and value in the property list.
  private mutating func part(
    _ known: KnownKey, _ value: ArchiveValue
  ) throws(ArchiveError) -> (key: Int, value: Int) {
    (number(of: known.key), list.add(try bare(value)))
  }

  /// Returns the property list object for a value that is written without a class.
  private mutating func bare(_ value: ArchiveValue) throws(ArchiveError) -> PropertyList.Item {
    switch value {
    case .null where isKeyed: return .string("$null")
    case .null: throw Self.error("null, in a property list")
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .unsigned(value)
    case .real(let value): return .real(value)
    case .string(let value): return .string(value)
    case .data(let value): return .data(value)
    case .date(let value): return .date(value.timeIntervalSinceReferenceDate)
    case .array(let items), .orderedSet(let items): return .array(try references(items))
    case .set(let items): return .set(try references(items))
    case .dictionary(let entries):
      for entry in entries {
        guard case .string = graph[entry.key] else {
          throw Self.error("a key that is not a string, in a property list")
        }
      }
      let keys = try references(entries.map(\.key))
      return .dictionary(keys.lowerBound..<(try references(entries.map(\.value))).upperBound)
    case .object(let fields) where isKeyed:
      var members: [(key: Int, value: Int)] = []
      for field in fields { members.append((number(of: field.key), try number(of: field.value))) }
      return list.dictionary(members)
    case .object(let fields) where fields.count == 1 && graph.name(of: fields[0].key) == "CF$UID":
      guard case .integer(let value) = graph[fields[0].value], value >= 0 else {
        throw Self.error("a UID that is not a 64-bit number, in a property list")
      }
      return .uid(UInt64(value))
    case .uuid, .url, .object: throw Self.error("an object with a class, in a plain property list")
    }
  }
}

extension ArchiveGraph {
  /// Returns the fields of an object that the layout of its Foundation class does not define.
  fileprivate func extras(of index: Int) -> [ArchiveField] {
    guard !extraFields.isEmpty else { return [] }
    let position = extraFields.countOfPrefix { $0.object < index }
    return position < extraFields.count && extraFields[position].object == index
      ? extraFields[position].fields : []
  }
}
