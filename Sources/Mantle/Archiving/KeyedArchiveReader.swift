/// Turns the property list of a keyed archive, or any other, into an ``ArchiveGraph``.
///
/// Objects are visited once each, in the order they are discovered from `$top`; the table of the graph is
/// the queue, so neither depth nor cycles matter. What the values take in memory is charged against a
/// multiple of the file's length, which no honest file reaches: only overlapping objects do.
struct KeyedArchiveReader {
  let list: BinaryPropertyList
  var graph = ArchiveGraph()
  /// The fields of the object at hand, `$class` left out.
  var fields: [RawField] = []

  private let archived: PropertyListReferences
  private var reached: [UInt32] = [0]
  private var references: [UInt32]
  private var keys: [UInt32]
  private var classes: [Int: Int32] = [:]
  private var leaves: [ArchiveLeaf?] = []
  private var payloads: [Int: ArchiveValue] = [:]
  private var budget: ArchiveBudget
  /// The UIDs of a plain property list, by object.
  private var uids: [(object: Int, value: UInt64)] = []
  /// The object being visited.
  private var current = 0

  struct RawField {
    let key: ArchiveKey
    let number: Int
  }

  private static let unknown = UInt32.max
  private static let classKey = UInt32.max - 1

  /// - Throws: ``ArchiveError`` when the bytes are no binary property list or hold no keyed archive.
  /// - Complexity: O(length of the file), in time and memory.
  static func read(_ list: BinaryPropertyList) throws(ArchiveError) -> ArchiveGraph {
    let container = try ArchiveContainer(list)
    var reader = KeyedArchiveReader(list, archived: container.objects)
    reader.graph.archiver = container.archiver
    try reader.readTop(container.top)
    try reader.visitAll()
    return reader.graph
  }

  /// The same of a property list that is no keyed archive: dictionaries, arrays and values without classes.
  ///
  /// A UID, which only archives have a use for, is an object with the field `CF$UID`, as in the XML form.
  ///
  /// - Throws: ``ArchiveError`` for a damaged file.
  static func readPlain(_ list: BinaryPropertyList) throws(ArchiveError) -> ArchiveGraph {
    var reader = KeyedArchiveReader(list, archived: PropertyListReferences(start: 0, count: 0))
    reader.graph.kind = .propertyList
    reader.graph.top = [ArchiveTop("root", try reader.link(list.top))]
    try reader.visitAll()
    reader.placeUIDs()
    return reader.graph
  }

  /// Whether the outermost dictionary has one of the keys that only keyed archives have.
  static func isKeyedArchive(_ list: BinaryPropertyList) throws(ArchiveError) -> Bool {
    guard case .dictionary(let keys, _) = try list.object(list.top) else { return false }
    for index in 0..<keys.count {
      let name = try list.shortText(try list.object(try list.reference(index, of: keys)))
      if name == "$archiver" || name == "$objects" { return true }
    }
    return false
  }

  private init(_ list: BinaryPropertyList, archived: PropertyListReferences) {
    self.list = list
    self.archived = archived
    references = Array(repeating: Self.unknown, count: list.objectCount)
    keys = Array(repeating: Self.unknown, count: list.objectCount)
    budget = .reading(fileOf: list.bytes.count)
  }

  private mutating func readTop(_ top: PropertyListObject) throws(ArchiveError) {
    guard case .dictionary(let keys, let values) = top else { return }
    for index in 0..<keys.count {
      let name = try text(try list.reference(index, of: keys))
      graph.top.append(ArchiveTop(name, try link(try list.reference(index, of: values))))
    }
  }

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

  /// Fills ``fields`` and returns the class, if the dictionary has one.
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

  private mutating func linkedFields() throws(ArchiveError) -> [ArchiveField] {
    var linked: [ArchiveField] = []
    linked.reserveCapacity(fields.count)
    for field in fields { linked.append(ArchiveField(field.key, try link(field.number))) }
    return linked
  }

  private mutating func keepFields(except known: [KnownKey], of index: Int) throws(ArchiveError) {
    guard fields.count > known.count else { return }
    fields.removeAll { field in known.contains { $0.key == field.key } }
    guard !fields.isEmpty else { return }
    graph.extraFields.append((index, try linkedFields()))
  }
}

extension KeyedArchiveReader {
  /// The reference for a value as it stands in an object: usually a UID, else the value itself.
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

  mutating func links(_ items: PropertyListReferences) throws(ArchiveError) -> [ArchiveReference] {
    guard items.count > 0 else { return [] }
    try charge(32 + 4 * items.count)
    var links: [ArchiveReference] = []
    links.reserveCapacity(items.count)
    for index in 0..<items.count { links.append(try link(try list.reference(index, of: items))) }
    return links
  }

  /// The object behind a value: the target of a UID, or the value itself.
  func resolved(_ number: Int) throws(ArchiveError) -> (number: Int, object: PropertyListObject) {
    let target = try destination(number)
    return (target, try list.object(target))
  }

  /// The number of the object behind a value.
  private func destination(_ number: Int) throws(ArchiveError) -> Int {
    guard let uid = try list.uid(number) else { return number }
    return try target(of: uid)
  }

  private func target(of uid: UInt64) throws(ArchiveError) -> Int {
    guard uid < archived.count else { throw ArchiveError(.danglingReference(uid)) }
    return try list.reference(Int(uid), of: archived)
  }

  private mutating func reference(to number: Int) -> Int {
    if references[number] != Self.unknown { return Int(references[number]) }
    let reference = graph.append(.null, classIndex: -1)
    references[number] = UInt32(truncatingIfNeeded: reference.index)
    reached.append(UInt32(truncatingIfNeeded: number))
    return reference.index
  }
}

extension KeyedArchiveReader {
  /// A string or data that a leaf keeps in itself; decoded once however many leaves share it.
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

  private mutating func charge(_ amount: Int) throws(ArchiveError) {
    try budget.spend(amount)
  }
}

extension KeyedArchiveReader {
  private mutating func key(_ number: Int) throws(ArchiveError) -> UInt32 {
    if keys[number] != Self.unknown { return keys[number] }
    let name = try text(number)
    let key = name == "$class" ? Self.classKey : UInt32(truncatingIfNeeded: graph.intern(name).index)
    keys[number] = key
    return key
  }

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

  private mutating func readClass(_ number: Int) throws(ArchiveError) -> Int32 {
    let target = try destination(number)
    if let known = classes[target] { return known }
    guard case .dictionary(let keys, let values) = try list.object(target) else {
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
