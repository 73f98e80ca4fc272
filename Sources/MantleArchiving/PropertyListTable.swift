import Mantle
import TerminalText

/// The objects of a property list that is being converted, as a table with all references in
/// a single array.
struct PropertyListTable {
  /// An object of the property list.
  enum Item {
    /// A boolean.
    case bool(Bool)
    /// A signed integer.
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    /// A floating-point number.
    case real(Double)
    /// A date, in seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// A string.
    case string(String)
    /// A reference to an object of a keyed archive.
    case uid(Int)
    /// An array, as the range of its elements in ``PropertyListTable/references``.
    case array(Range<Int>)
    /// A dictionary, as the range of its keys followed by its values.
    case dictionary(Range<Int>)
  }

  /// The objects by number.
  private(set) var items: [Item] = []
  /// The references of all arrays and dictionaries.
  private(set) var references: [UInt32] = []
  /// The numbers of the strings.
  private var strings: [ExactText: Int] = [:]
  /// The numbers of the UIDs.
  private var uids: [Int: Int] = [:]

  /// Adds an object and returns its number. Equal strings and UIDs are added only once.
  mutating func add(_ item: Item) -> Int {
    switch item {
    case .string(let text): remembered(item, in: \.strings, as: ExactText(text))
    case .uid(let uid): remembered(item, in: \.uids, as: uid)
    default: appended(item)
    }
  }

  /// Adds an array and returns its number.
  mutating func addArray(_ members: [Int]) -> Int { appended(.array(store(members))) }

  /// Adds a dictionary and returns its number.
  ///
  /// - Parameter members: keys and values in alternation.
  mutating func addDictionary(_ members: [Int]) -> Int {
    let keys = stride(from: 0, to: members.count, by: 2).map { members[$0] }
    let values = stride(from: 1, to: members.count, by: 2).map { members[$0] }
    return appended(.dictionary(store(keys + values)))
  }

  /// Adds an object unless an equal one exists, and returns its number.
  private mutating func remembered<Key: Hashable>(
    _ item: Item, in memory: WritableKeyPath<Self, [Key: Int]>, as key: Key
  ) -> Int {
    if let number = self[keyPath: memory][key] { return number }
    let number = appended(item)
    self[keyPath: memory][key] = number
    return number
  }

  /// Adds an object and returns its number.
  private mutating func appended(_ item: Item) -> Int {
    items.append(item)
    return items.count - 1
  }

  /// Adds references and returns their range.
  private mutating func store(_ members: [Int]) -> Range<Int> {
    let start = references.count
    for member in members { references.append(UInt32(truncatingIfNeeded: member)) }
    return start..<references.count
  }
}

extension PropertyListTable {
  /// Returns the table as a binary property list.
  ///
  /// - Parameter top: the number of the root object.
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
