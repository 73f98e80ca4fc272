import Mantle
import MantlePlatform

/// The value of an object in an archive. Its parts are references into the same
/// `ArchiveGraph`.
///
/// The objects form a table rather than a tree, so that shared objects remain shared and
/// cycles can be represented.
enum ArchiveValue: Sendable, Equatable {
  /// Nil (`$null`), or `NSNull` if the object has that class.
  case null
  /// An archived boolean.
  case bool(Bool)
  /// An archived signed integer of at most 64 bits.
  case integer(Int64)
  /// An archived integer above `Int64.max`.
  case unsigned(UInt64)
  /// An archived floating-point number.
  case real(Double)
  /// An archived string.
  case string(String)
  /// Archived bytes, such as those of an `NSData`.
  case data([UInt8])
  /// An archived date, with its time.
  case date(Date)
  /// A URL as a string, relative to another URL. The base of an absolute URL is null.
  case url(relative: ArchiveReference, base: ArchiveReference)
  /// A UUID, stored as an `NSUUID`.
  case uuid(UUID)
  /// An archived array, as references to its elements.
  case array([ArchiveReference])
  /// An archived set, as references to its elements in the order of the file.
  case set([ArchiveReference])
  /// A list without repetitions, stored as an `NSOrderedSet`.
  case orderedSet([ArchiveReference])
  /// A dictionary, in the order of the file. Keys may be objects of any kind.
  case dictionary([ArchiveEntry])
  /// A model or an object of an unknown class, with its fields in the order of the file.
  case object([ArchiveField])
}

/// A reference to an object, valid in the `ArchiveGraph` that created it.
struct ArchiveReference: Sendable, Hashable {
  /// The index of the object, and the flag for an inline object in the highest bit.
  private var bits: UInt32

  /// Whether the parent object contains the value itself, instead of the UID of the value.
  var isInline: Bool { bits & 0x8000_0000 != 0 }

  /// The index of the referenced object in its graph.
  var index: Int { Int(bits & 0x7fff_ffff) }

  /// Creates a reference to the object at an index.
  init(_ index: Int, isInline: Bool = false) {
    bits = UInt32(truncatingIfNeeded: index) & 0x7fff_ffff | (isInline ? 0x8000_0000 : 0)
  }

  /// The reference to nil, which is the same in every archive.
  static let null = ArchiveReference(0)
}

/// An entry of an archived dictionary.
///
/// See ``ArchiveValue/dictionary(_:)``.
struct ArchiveEntry: Sendable, Hashable {
  /// The key of the entry, which may be an object of any kind.
  var key: ArchiveReference
  /// The value of the dictionary entry.
  var value: ArchiveReference

  /// Creates a dictionary entry from two objects of the same graph.
  init(key: ArchiveReference, value: ArchiveReference) {
    self.key = key
    self.value = value
  }
}

/// A field of an object. In a model, a field stores the value of a property.
///
/// See ``ArchiveValue/object(_:)``.
struct ArchiveField: Sendable, Hashable {
  /// The key that represents the name of the field.
  var key: ArchiveKey
  /// The reference to the value of the field.
  var value: ArchiveReference

  /// Creates a field from its name and its value.
  init(_ key: ArchiveKey, _ value: ArchiveReference) {
    self.key = key
    self.value = value
  }
}

/// The name of a field, as a number that is valid in the `ArchiveGraph` that created it.
struct ArchiveKey: Sendable, Hashable {
  /// The index of the field name in its graph.
  var index: Int { Int(number) }
  /// The index of the field name in its graph, in 32 bits.
  private let number: UInt32

  /// Creates a key from the index of a field name.
  init(_ index: Int) { number = UInt32(truncatingIfNeeded: index) }
}

extension ArchiveValue {
  /// The elements of an array, set or ordered set; nil for other values.
  var items: [ArchiveReference]? {
    switch self {
    case .array(let items), .set(let items), .orderedSet(let items): items
    default: nil
    }
  }

  /// The elements of a collection, or the values of a dictionary; an empty array for other
  /// values.
  var members: [ArchiveReference] {
    if case .dictionary(let entries) = self { entries.map(\.value) } else { items ?? [] }
  }

  /// Returns a collection with other elements, of the same kind as the value (array, set or ordered set); an array if the value
  /// is not a collection.
  func replacing(items: [ArchiveReference]) -> ArchiveValue {
    switch self {
    case .set: .set(items)
    case .orderedSet: .orderedSet(items)
    default: .array(items)
    }
  }

  /// The value as a number, with 0 or 1 for a boolean; nil for other values.
  var number: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// Whether the value has no elements or fields, so that sharing its object makes no difference.
  var isLeaf: Bool { self == .null || scalar != nil }

  /// The members of a collection, or the values of an object's fields; an empty array for leaves.
  var parts: [ArchiveReference] {
    if case .object(let fields) = self { fields.map(\.value) } else { members }
  }

  /// The number of bytes in a string or data; 0 for other values.
  var payload: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let bytes): bytes.count
    default: 0
    }
  }

  /// A hash key for a value without contents. Values with equal keys are equal.
  enum Scalar: Hashable {
    case bool(Bool), integer(Int64), unsigned(UInt64), string(ExactText), data([UInt8]), uuid(UUID)
    /// A floating-point number, or the seconds of a date, as a bit pattern.
    case real(UInt64), date(UInt64)
    case url(relative: ArchiveReference, base: ArchiveReference)
  }

  /// The hash key of the value; nil for null, collections and objects.
  var scalar: Scalar? {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .real(let value): .real(value.bitPattern)
    case .string(let value): .string(ExactText(value))
    case .data(let value): .data(value)
    case .date(let value): .date(value.timeIntervalSinceReferenceDate.bitPattern)
    case .url(let relative, let base): .url(relative: relative, base: base)
    case .uuid(let value): .uuid(value)
    case .null, .array, .set, .orderedSet, .dictionary, .object: nil
    }
  }

  /// The class that Foundation uses for the value; nil for a value that can be stored without
  /// a class.
  ///
  /// The string `$null` needs a class, because it would mean nil otherwise.
  var leaf: ArchiveLeaf? {
    switch self {
    case .null, .bool, .integer, .unsigned, .real, .data, .object: nil
    case .string(let text): text == "$null" ? .string : nil
    case .date: .date
    case .url: .url
    case .uuid: .uuid
    case .array: .array
    case .set: .set
    case .orderedSet: .orderedSet
    case .dictionary: .dictionary
    }
  }
}
