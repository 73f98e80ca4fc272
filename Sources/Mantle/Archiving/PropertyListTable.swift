/// The objects of a property list while it is converted: a flat table, references in one pool.
struct PropertyListTable {
  enum Item {
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case data([UInt8])
    case string(String)
    case uid(Int)
    /// The place of the items in ``PropertyListTable/references``.
    case array(Range<Int>)
    /// Keys first, then as many values.
    case dictionary(Range<Int>)
  }

  private(set) var items: [Item] = []
  private(set) var references: [UInt32] = []
  private var strings: [ExactText: Int] = [:]
  private var uids: [Int: Int] = [:]

  /// Adds an item and returns its number; equal strings and UIDs are one item.
  mutating func add(_ item: Item) -> Int {
    switch item {
    case .string(let text): remembered(item, in: \.strings, as: ExactText(text))
    case .uid(let uid): remembered(item, in: \.uids, as: uid)
    default: appended(item)
    }
  }

  mutating func addArray(_ members: [Int]) -> Int { appended(.array(store(members))) }

  mutating func addDictionary(_ members: [Int]) -> Int {
    let keys = stride(from: 0, to: members.count, by: 2).map { members[$0] }
    let values = stride(from: 1, to: members.count, by: 2).map { members[$0] }
    return appended(.dictionary(store(keys + values)))
  }

  private mutating func remembered<Key: Hashable>(
    _ item: Item, in memory: WritableKeyPath<Self, [Key: Int]>, as key: Key
  ) -> Int {
    if let number = self[keyPath: memory][key] { return number }
    let number = appended(item)
    self[keyPath: memory][key] = number
    return number
  }

  private mutating func appended(_ item: Item) -> Int {
    items.append(item)
    return items.count - 1
  }

  private mutating func store(_ members: [Int]) -> Range<Int> {
    let start = references.count
    for member in members { references.append(UInt32(truncatingIfNeeded: member)) }
    return start..<references.count
  }
}

extension PropertyListTable {
  /// The table as a binary property list whose outermost object is `top`.
  func binary(top: Int) -> [UInt8] {
    var emitter = BinaryPropertyListEmitter(objectCount: items.count)
    for item in items {
      switch item {
      case .bool(let value): emitter.bool(value)
      case .integer(let value): emitter.integer(value)
      case .unsigned(let value): emitter.unsigned(value)
      case .real(let value): emitter.real(value)
      case .date(let value): emitter.date(value)
      case .data(let value): emitter.data(value)
      case .string(let value): emitter.string(value)
      case .uid(let value): emitter.uid(value)
      case .array(let range):
        emitter.array(count: range.count)
        for number in references[range] { emitter.reference(Int(number)) }
      case .dictionary(let range):
        emitter.dictionary(count: range.count / 2)
        for number in references[range] { emitter.reference(Int(number)) }
      }
    }
    return emitter.finish(top: top)
  }
}
