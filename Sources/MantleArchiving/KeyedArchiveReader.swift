import Mantle

/// The conversion of the property list of a keyed archive, or of any other property list, to
/// an ``ArchiveGraph``.
///
/// Each object is visited once, in the order of its discovery from `$top`. The object table
/// of the graph serves as the queue, so neither deep nesting nor cycles need special
/// treatment. The memory is limited to a multiple of the file size, which only files with
/// overlapping objects exceed.
struct KeyedArchiveReader {
  /// The property list.
  let list: BinaryPropertyList
  /// The graph read so far.
  var graph = ArchiveGraph()
  /// The fields of the current object, without `$class`.
  var fields: [RawField] = []

  /// The references of `$objects`, by UID.
  private let archived: PropertyListReferences
  /// The numbers of the discovered objects, by their index in the graph.
  private var reached: [UInt32] = [0]
  /// The indices in the graph by the numbers of the objects.
  private var references: [UInt32]
  /// The keys by the numbers of their strings.
  private var keys: [UInt32]
  /// The indices of the classes by the numbers of their dictionaries.
  private var classes: [Int: Int32] = [:]
  /// The known layout of each class in the graph; nil if the layout is unknown.
  private var leaves: [ArchiveLeaf?] = []
  /// The strings and data inside leaves, by number.
  private var payloads: [Int: ArchiveValue] = [:]
  /// The budget for memory.
  private var budget: ArchiveBudget
  /// The UIDs of a plain property list, by object.
  private var uids: [(object: Int, value: UInt64)] = []
  /// The object being visited.
  private var current = 0

  /// A field whose value is not linked yet.
  struct RawField {
    /// The key of the field.
    let key: ArchiveKey
    /// The number of the value in the property list.
    let number: Int
  }

  /// The mark for an object without an index or key.
  private static let unknown = UInt32.max
  /// The mark for the string `$class`.
  private static let classKey = UInt32.max - 1

  /// Reads a keyed archive.
  ///
  /// - Throws: an ``ArchiveError`` if the property list is damaged, or not a keyed archive.
  /// - Complexity: O(*n*) in time and memory, where *n* is the size of the file.
  static func read(_ list: BinaryPropertyList) throws(ArchiveError) -> ArchiveGraph {
    let container = try ArchiveContainer(list)
    var reader = KeyedArchiveReader(list, archived: container.objects)
    reader.graph.archiver = container.archiver
    try reader.readTop(container.top)
    try reader.visitAll()
    return reader.graph
  }

  /// Reads a property list that is not a keyed archive: dictionaries, arrays and values
  /// without classes.
  ///
  /// - Throws: an ``ArchiveError`` if the property list is damaged, or contains objects that
  ///   only keyed archives have, such as a UID.
  static func readPlain(_ list: BinaryPropertyList) throws(ArchiveError) -> ArchiveGraph {
    var reader = KeyedArchiveReader(list, archived: PropertyListReferences(start: 0, count: 0))
    reader.graph.kind = .propertyList
    reader.graph.top = [ArchiveTop("root", try reader.link(list.top))]
    try reader.visitAll()
    reader.placeUIDs()
    return reader.graph
  }

  /// Whether the root dictionary has a key that only keyed archives have.
  static func isKeyedArchive(_ list: BinaryPropertyList) throws(ArchiveError) -> Bool {
    guard case .dictionary(let keys, _) = try list.object(list.top) else { return false }
    for index in 0..<keys.count {
      let name = try list.shortText(try list.object(try list.reference(index, of: keys)))
      if name == "$archiver" || name == "$objects" { return true }
    }
    return false
  }

  /// Creates a reader of a property list.
  ///
  /// - Parameter archived: the references of `$objects`.
  private init(_ list: BinaryPropertyList, archived: PropertyListReferences) {
    self.list = list
    self.archived = archived
    references = Array(repeating: Self.unknown, count: list.objectCount)
    keys = Array(repeating: Self.unknown, count: list.objectCount)
    budget = .reading(fileOf: list.bytes.count)
  }

  /// Reads the entry points.
  private mutating func readTop(_ top: PropertyListObject) throws(ArchiveError) {
    guard case .dictionary(let keys, let values) = top else { return }
    for index in 0..<keys.count {
      let name = try text(try list.reference(index, of: keys))
      graph.top.append(ArchiveTop(name, try link(try list.reference(index, of: values))))
    }
  }

  /// Visits all objects that are discovered.
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
    switch try list.object(Int(reached[index])) {
    case .dictionary(let keys, let values) where graph.kind == .propertyList:
      let keys = try links(keys)
      let entries = zip(keys, try links(values)).map { ArchiveEntry(key: $0, value: $1) }
      graph.set(.dictionary(entries), classIndex: -1, at: index)
    case .dictionary(let keys, let values): try visitDictionary(index, keys, values)
    case .array(let items): graph.set(.array(try links(items)), classIndex: -1, at: index)
    case .set(let items): graph.set(.set(try links(items)), classIndex: -1, at: index)
    case .uid(let value) where graph.kind == .propertyList: uids.append((index, value))
    case let object:
      graph.set(try scalar(object), classIndex: -1, at: index)
    }
  }

  /// Reads an object of a keyed archive: a leaf of a known layout, or an object with fields.
  private mutating func visitDictionary(
    _ index: Int, _ keys: PropertyListReferences, _ values: PropertyListReferences
  ) throws(ArchiveError) {
    guard let classIndex = try readFields(keys, values) else {
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
  private mutating func readFields(
    _ keys: PropertyListReferences, _ values: PropertyListReferences
  ) throws(ArchiveError) -> Int32? {
    try charge(8 * keys.count)
    fields.removeAll(keepingCapacity: true)
    var classIndex: Int32?
    for index in 0..<keys.count {
      let key = try key(try list.reference(index, of: keys))
      let number = try list.reference(index, of: values)
      if key == Self.classKey {
        classIndex = try readClass(number)
      } else {
        fields.append(RawField(key: ArchiveKey(Int(key)), number: number))
      }
    }
    return classIndex
  }

  /// Returns the current fields with references to their values.
  private mutating func linkedFields() throws(ArchiveError) -> [ArchiveField] {
    var linked: [ArchiveField] = []
    linked.reserveCapacity(fields.count)
    for field in fields { linked.append(ArchiveField(field.key, try link(field.number))) }
    return linked
  }

  /// Stores the fields of a leaf that are not part of its layout.
  private mutating func keepFields(except known: [KnownKey], of index: Int) throws(ArchiveError) {
    guard fields.count > known.count else { return }
    fields.removeAll { field in known.contains { $0.key == field.key } }
    guard !fields.isEmpty else { return }
    graph.extraFields.append((index, try linkedFields()))
  }
}

extension KeyedArchiveReader {
  /// Returns the reference for a value, which is usually a UID and otherwise the value
  /// itself.
  mutating func link(_ number: Int) throws(ArchiveError) -> ArchiveReference {
    guard graph.kind == .keyedArchive, let uid = try list.uid(number) else {
      return ArchiveReference(reference(to: number), isInline: true)
    }
    let target = try target(of: uid)
    if references[target] != Self.unknown { return ArchiveReference(Int(references[target])) }
    switch try list.object(target) {
    case .uid: throw ArchiveError(.notAKeyedArchive("an object that is a reference"), object: target)
    case .ascii(let range) where list.bytes[range].elementsEqual("$null".utf8):
      references[target] = 0
      return .null
    default: return ArchiveReference(reference(to: target))
    }
  }

  /// Returns the references for several values.
  mutating func links(_ items: PropertyListReferences) throws(ArchiveError) -> [ArchiveReference] {
    guard items.count > 0 else { return [] }
    try charge(32 + 4 * items.count)
    var links: [ArchiveReference] = []
    links.reserveCapacity(items.count)
    for index in 0..<items.count { links.append(try link(try list.reference(index, of: items))) }
    return links
  }

  /// Returns the object of a value: the target of a UID, or the value itself.
  func resolved(_ number: Int) throws(ArchiveError) -> (number: Int, object: PropertyListObject) {
    let target = try list.uid(number).map(target) ?? number
    return (target, try list.object(target))
  }

  /// Returns the number of the object with a UID.
  private func target(of uid: UInt64) throws(ArchiveError) -> Int {
    guard uid < archived.count else { throw ArchiveError(.danglingReference(uid)) }
    return try list.reference(Int(uid), of: archived)
  }

  /// Returns the index of an object in the graph, which is assigned on discovery.
  private mutating func reference(to number: Int) -> Int {
    if references[number] != Self.unknown { return Int(references[number]) }
    let reference = graph.append(.null, classIndex: -1)
    references[number] = UInt32(truncatingIfNeeded: reference.index)
    reached.append(UInt32(truncatingIfNeeded: number))
    return reference.index
  }
}

extension KeyedArchiveReader {
  /// Returns a string or data inside a leaf, which is decoded only once even if several
  /// leaves share it; nil for other objects.
  mutating func payload(_ number: Int) throws(ArchiveError) -> ArchiveValue? {
    let (number, object) = try resolved(number)
    if let known = payloads[number] { return known }
    switch object {
    case .ascii, .utf16, .data: break
    default: return nil
    }
    let value = try scalar(object)
    payloads[number] = value
    return value
  }

  /// Decodes a scalar.
  private mutating func scalar(_ object: PropertyListObject) throws(ArchiveError) -> ArchiveValue {
    switch object {
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .unsigned(value)
    case .real(let value): return .real(value)
    case .date(let seconds): return .date(seconds: seconds)
    case .data(let range):
      try charge(range.count)
      return .data(Array(list.bytes[range]))
    case .ascii(let range), .utf16(let range):
      try charge(2 * range.count)
      guard let (text, isRepaired) = try list.string(object) else { return .null }
      if isRepaired { graph.repaired.append(ArchiveReference(current)) }
      return .string(text)
    case .null, .uid, .array, .set, .dictionary: return .null
    }
  }

  /// Counts memory against the budget.
  private mutating func charge(_ amount: Int) throws(ArchiveError) {
    try budget.spend(amount)
  }
}

extension KeyedArchiveReader {
  /// Returns the key for a string, or ``classKey`` for `$class`.
  private mutating func key(_ number: Int) throws(ArchiveError) -> UInt32 {
    if keys[number] != Self.unknown { return keys[number] }
    let name = try text(number)
    let key = name == "$class" ? Self.classKey : UInt32(truncatingIfNeeded: graph.intern(name).index)
    keys[number] = key
    return key
  }

  /// Returns the text of a name.
  private mutating func text(_ number: Int) throws(ArchiveError) -> String {
    let object = try list.object(number)
    switch object {
    case .ascii(let range), .utf16(let range): try charge(2 * range.count)
    default: break
    }
    guard let (text, _) = try list.string(object) else {
      throw ArchiveError(.invalidObject("a name that is not a string"), object: number)
    }
    return text
  }

  /// Reads the dictionary of a class and returns the index of the class.
  private mutating func readClass(_ number: Int) throws(ArchiveError) -> Int32 {
    let (target, object) = try resolved(number)
    if let known = classes[target] { return known }
    guard case .dictionary(let keys, let values) = object else {
      throw ArchiveError(.notAKeyedArchive("a class that is not a dictionary"), object: target)
    }
    var name: String?
    var chain: [String] = []
    var hints: [String] = []
    for index in 0..<keys.count {
      let value = try list.reference(index, of: values)
      switch try text(try list.reference(index, of: keys)) {
      case "$classname": name = try text(try resolved(value).number)
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

  /// Returns the names in an array.
  private mutating func names(_ number: Int) throws(ArchiveError) -> [String] {
    guard case .array(let items) = try resolved(number).object else { return [] }
    try charge(32 + 16 * items.count)
    var names: [String] = []
    for index in 0..<items.count {
      names.append(try text(try resolved(try list.reference(index, of: items)).number))
    }
    return names
  }
}
