import Mantle

/// A property list as a table of objects, which refer to each other by number. All references are in a
/// single array. Shared objects and cycles are valid.
struct PropertyList {
  /// An object of the property list.
  enum Item: Equatable {
    /// A null object.
    case null
    /// A boolean object.
    case bool(Bool)
    /// A signed integer of at most 64 bits.
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    /// A floating-point number.
    case real(Double)
    /// A date, in seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    /// An object that consists of bytes.
    case data([UInt8])
    /// A string object.
    case string(String)
    /// A reference to an object of a keyed archive, by the UID of the object.
    case uid(UInt64)
    /// An array, as the range of its elements in ``PropertyList/references``.
    case array(Range<Int>)
    /// A set, as the range of its elements in ``PropertyList/references``.
    case set(Range<Int>)
    /// A dictionary, as the range of its keys followed by its values in ``PropertyList/references``.
    case dictionary(Range<Int>)
  }

  /// The objects of the property list, in the order of their numbers.
  private(set) var items: [Item] = []
  /// The numbers of the objects to which arrays, sets and dictionaries refer, one range for each container.
  var references: [UInt32] = []
  /// The number of the property list's root object.
  var top = 0
  /// The numbers of the strings with an unpaired surrogate, which was replaced by U+FFFD.
  var repaired: Set<Int> = []
  /// The numbers of the strings that ``sharedString(_:)`` added, by text.
  private var strings: [ExactText: Int] = [:]

  /// The root object of the property list.
  var root: Item { items[top] }

  /// Returns the numbers of each key and its value, given the range of a dictionary.
  func members(_ range: Range<Int>) -> some Sequence<(key: Int, value: Int)> {
    let half = range.count / 2
    return (range.lowerBound..<range.lowerBound + half).lazy.map { [references] index in
      (key: Int(references[index]), value: Int(references[index + half]))
    }
  }

  /// Adds an object to the property list, and returns its number.
  mutating func add(_ item: Item) -> Int {
    items.append(item)
    return items.count - 1
  }

  /// Adds a string unless an equal one was added by this method, and returns its number.
  mutating func sharedString(_ text: String) -> Int {
    let key = ExactText(text)
    if let number = strings[key] { return number }
    let number = add(.string(text))
    strings[key] = number
    return number
  }

  /// Replaces the object with a number in the property list.
  mutating func set(_ item: Item, at number: Int) { items[number] = item }

  /// Appends object numbers to ``references`` and returns their range.
  mutating func list(_ numbers: some Sequence<Int>) -> Range<Int> {
    let start = references.count
    for number in numbers { references.append(UInt32(truncatingIfNeeded: number)) }
    return start..<references.count
  }

  /// Returns a dictionary with the given members, whose numbers are appended to ``references``.
  mutating func dictionary(_ members: [(key: Int, value: Int)]) -> Item {
    let keys = list(members.lazy.map(\.key))
    let values = list(members.lazy.map(\.value))
    return .dictionary(keys.lowerBound..<values.upperBound)
  }
}
