import Mantle

/// The conversion of the property list of a keyed archive, or of any other property list, to
/// an ``ArchiveGraph``.
///
/// Each object is visited once, in the order of its discovery from `$top`. The object table
/// of the graph serves as the queue, so neither deep nesting nor cycles need special
/// treatment. The memory is limited to a multiple of the file size, which only files with
/// overlapping objects exceed.
struct KeyedArchiveReader {
  /// The property list to convert. Its objects are identified by their numbers.
  let list: PropertyList
  /// The graph of the objects read so far.
  var graph = ArchiveGraph()
  /// The fields of the current object without `$class`, with the numbers of their values.
  var fields: [(key: ArchiveKey, number: Int)] = []

  /// The archived objects (`$objects`) in the order of their UIDs, as a range of the property list's references.
  private let archived: Range<Int>
  /// For each object of the graph, by index, the number of the object in the property list.
  private var reached: [UInt32] = [0]
  /// For each object of the property list, by number, its index in the graph; ``unknown`` before its discovery.
  private var references: [UInt32]
  /// For each string of the property list, by number, the index of its key; ``unknown`` before its first use as a key.
  private var keys: [UInt32]
  /// The indices of the classes in the graph, by the numbers of their dictionaries in the property list.
  private var classes: [Int: Int32] = [:]
  /// The Foundation class with a known layout for each class in the graph; nil if the layout is unknown.
  private var leaves: [ArchiveLeaf?] = []
  /// The remaining memory that the graph may use.
  private var budget: ArchiveBudget
  /// The UIDs in a plain property list, by the index of their object in the graph.
  private var uids: [(object: Int, value: UInt64)] = []
  /// The index in the graph of the object being visited.
  private var current = 0

  /// The placeholder for an index or key of the graph that is not assigned yet.
  private static let unknown = UInt32.max
  /// The placeholder for the key `$class`, which is not a field.
  private static let classKey = UInt32.max - 1

  /// Reads a keyed archive, or any other property list as dictionaries, arrays and values
  /// without classes.
  ///
  /// - Parameter isPlainAllowed: whether the property list need not be a keyed archive.
  /// - Throws: an ``ArchiveError`` if the property list is damaged, or not a keyed archive.
  /// - Complexity: O(*n*) in time and memory, where *n* is the size of the property list.
  static func read(
    _ list: PropertyList, _ budget: ArchiveBudget, isPlainAllowed: Bool
  ) throws(ArchiveError) -> ArchiveGraph {
    let container = try ArchiveContainer(list, isPlainAllowed: isPlainAllowed)
    var reader = KeyedArchiveReader(list, archived: container?.objects ?? 0..<0, budget)
    if let container {
      reader.graph.archiver = container.archiver
      for (name, value) in list.members(container.top) {
        reader.graph.top.append((try reader.text(name), try reader.link(value)))
      }
    } else {
      reader.graph.kind = .propertyList
      reader.graph.top = [("root", try reader.link(list.top))]
    }
    try reader.visitAll()
    reader.placeUIDs()
    return reader.graph
  }

  /// Creates a reader that converts a property list to a graph.
  ///
  /// - Parameter archived: the references of `$objects`.
  private init(_ list: PropertyList, archived: Range<Int>, _ budget: ArchiveBudget) {
    self.list = list
    self.archived = archived
    self.budget = budget
    references = Array(repeating: Self.unknown, count: list.items.count)
    keys = references
  }

  /// Visits all objects in the order of their discovery, including those that a visit discovers.
  private mutating func visitAll() throws(ArchiveError) {
    current = 1
    while current < reached.count {
      try visit(current)
      current += 1
    }
  }

  private mutating func placeUIDs() {
    let key = graph.intern("CF$UID")
    for (object, value) in uids {
      let number = graph.append(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
      graph.set(.object([ArchiveField(key, number)]), classIndex: -1, at: object)
    }
  }

  private mutating func visit(_ index: Int) throws(ArchiveError) {
    let number = Int(reached[index])
    switch list.items[number] {
    case .dictionary(let members) where graph.kind == .propertyList:
      let links = try links(members)
      let entries = zip(links.prefix(links.count / 2), links.suffix(links.count / 2))
      graph.set(.dictionary(entries.map { ArchiveEntry(key: $0, value: $1) }), classIndex: -1, at: index)
    case .dictionary(let members): try visitDictionary(index, members)
    case .array(let items): graph.set(.array(try links(items)), classIndex: -1, at: index)
    case .set(let items): graph.set(.set(try links(items)), classIndex: -1, at: index)
    case .uid(let value) where graph.kind == .propertyList: uids.append((index, value))
    default: graph.set(scalar(number), classIndex: -1, at: index)
    }
  }

  /// Reads an object of a keyed archive: a leaf of a known layout, or an object with fields.
  private mutating func visitDictionary(_ index: Int, _ members: Range<Int>) throws(ArchiveError) {
    guard let classIndex = try readFields(members) else {
      return graph.set(.object(try linkedFields()), classIndex: -1, at: index)
    }
    if let leaf = leaves[Int(classIndex)], let (value, known) = try leafValue(leaf) {
      graph.set(value, classIndex: classIndex, at: index)
      try keepFields(except: known, of: index)
    } else {
      graph.set(.object(try linkedFields()), classIndex: classIndex, at: index)
    }
  }

  /// Reads the fields of a dictionary into ``fields``, and returns the class; nil without
  /// `$class`.
  private mutating func readFields(_ members: Range<Int>) throws(ArchiveError) -> Int32? {
    fields.removeAll(keepingCapacity: true)
    var classIndex: Int32?
    for (name, number) in list.members(members) {
      let key = try key(name)
      if key == Self.classKey {
        classIndex = try readClass(number)
      } else {
        fields.append((ArchiveKey(Int(key)), number))
      }
    }
    return classIndex
  }

  /// Returns the current fields with references to the objects of their values.
  private mutating func linkedFields() throws(ArchiveError) -> [ArchiveField] {
    var linked: [ArchiveField] = []
    linked.reserveCapacity(fields.count)
    for field in fields { linked.append(ArchiveField(field.key, try link(field.number))) }
    return linked
  }

  /// Stores the fields of a Foundation object that are not part of its layout in `extraFields` of the graph.
  private mutating func keepFields(except known: [KnownKey], of index: Int) throws(ArchiveError) {
    guard fields.count > known.count else { return }
    fields.removeAll { field in known.contains { $0.key == field.key } }
    guard !fields.isEmpty else { return }
    graph.extraFields.append((index, try linkedFields()))
  }
}

extension KeyedArchiveReader {
  /// Returns the reference to a value in the graph. A value is usually a UID of an object; any other value is inline.
  mutating func link(_ number: Int) throws(ArchiveError) -> ArchiveReference {
    guard graph.kind == .keyedArchive, case .uid(let uid) = list.items[number] else {
      return ArchiveReference(reference(to: number), isInline: true)
    }
    let target = try target(of: uid)
    if references[target] != Self.unknown { return ArchiveReference(Int(references[target])) }
    switch list.items[target] {
    case .uid: throw ArchiveError(.notAKeyedArchive("an object that is a reference"), object: target)
    case .string("$null"):
      references[target] = 0
      return .null
    default: return ArchiveReference(reference(to: target))
    }
  }

  /// Returns the references to the values in a range of the property list's references.
  mutating func links(_ items: Range<Int>) throws(ArchiveError) -> [ArchiveReference] {
    guard items.count > 0 else { return [] }
    try budget.spend(32 + 4 * items.count)
    var links: [ArchiveReference] = []
    links.reserveCapacity(items.count)
    for index in items { links.append(try link(Int(list.references[index]))) }
    return links
  }

  /// Returns the number of the object that a value represents: the target of a UID, or the value itself.
  func resolved(_ number: Int) throws(ArchiveError) -> Int {
    if case .uid(let uid) = list.items[number] { try target(of: uid) } else { number }
  }

  /// Returns the number of the object that has a UID.
  ///
  /// - Throws: an ``ArchiveError`` if no object has the UID.
  private func target(of uid: UInt64) throws(ArchiveError) -> Int {
    guard uid < archived.count else { throw ArchiveError(.danglingReference(uid)) }
    return Int(list.references[archived.lowerBound + Int(uid)])
  }

  /// Returns the graph index of the object with a number. The first call for an object appends it to the graph, to be visited
  /// later.
  private mutating func reference(to number: Int) -> Int {
    if references[number] != Self.unknown { return Int(references[number]) }
    let reference = graph.append(.null, classIndex: -1)
    references[number] = UInt32(truncatingIfNeeded: reference.index)
    reached.append(UInt32(truncatingIfNeeded: number))
    return reference.index
  }
}

extension KeyedArchiveReader {
  /// Returns the object with a number in the property list as an archived scalar; null for containers and UIDs.
  mutating func scalar(_ number: Int) -> ArchiveValue {
    switch list.items[number] {
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .unsigned(value)
    case .real(let value): return .real(value)
    case .date(let seconds): return .date(seconds: seconds)
    case .data(let bytes): return .data(bytes)
    case .string(let text):
      if list.repaired.contains(number) { graph.repaired.append(ArchiveReference(current)) }
      return .string(text)
    case .null, .uid, .array, .set, .dictionary: return .null
    }
  }
}

extension KeyedArchiveReader {
  /// Returns the index of the key that a string of the property list names, or ``classKey`` for `$class`.
  private mutating func key(_ number: Int) throws(ArchiveError) -> UInt32 {
    if keys[number] != Self.unknown { return keys[number] }
    let name = try text(number)
    let key = name == "$class" ? Self.classKey : UInt32(truncatingIfNeeded: graph.intern(name).index)
    keys[number] = key
    return key
  }

  /// Returns the string with a number in the property list.
  ///
  /// - Throws: an ``ArchiveError`` for another kind of object.
  private func text(_ number: Int) throws(ArchiveError) -> String {
    guard case .string(let text) = list.items[number] else {
      throw ArchiveError(.invalidObject("a name that is not a string"), object: number)
    }
    return text
  }

  /// Reads the dictionary that describes a class, and returns the index of the class in the graph.
  private mutating func readClass(_ number: Int) throws(ArchiveError) -> Int32 {
    let target = try resolved(number)
    if let known = classes[target] { return known }
    guard case .dictionary(let members) = list.items[target] else {
      throw ArchiveError(.notAKeyedArchive("a class that is not a dictionary"), object: target)
    }
    var name: String?
    var chain: [String] = []
    var hints: [String] = []
    for (key, value) in list.members(members) {
      switch try text(key) {
      case "$classname": name = try text(try resolved(value))
      case "$classes": chain = try names(value)
      case "$classhints": hints = try names(value)
      default: break
      }
    }
    guard let name else {
      throw ArchiveError(.notAKeyedArchive("a class without a name"), object: target)
    }
    let index = graph.classIndex(ArchiveClass(name, chain: chain, hints: hints))
    if leaves.count < graph.classes.count { leaves.append(graph.classes[Int(index)].leaf) }
    classes[target] = index
    return index
  }

  /// Returns the class names in an array of strings; an empty array for another kind of object.
  private mutating func names(_ number: Int) throws(ArchiveError) -> [String] {
    guard case .array(let items) = list.items[try resolved(number)] else { return [] }
    try budget.spend(32 + 16 * items.count)
    var names: [String] = []
    for index in items { names.append(try text(try resolved(Int(list.references[index])))) }
    return names
  }
}
