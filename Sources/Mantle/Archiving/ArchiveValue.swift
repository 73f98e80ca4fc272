import MantlePlatform

/// What one object of an archive is, its parts given as references into the same `ArchiveGraph`.
///
/// Objects are a table, not a tree: shared objects stay one object, and cycles are representable.
public enum ArchiveValue: Sendable, Equatable {
  /// Nil (`$null`), or `NSNull` where the object has that class.
  case null
  /// A boolean.
  case bool(Bool)
  /// An integer of at most 64 bits with its sign.
  case integer(Int64)
  /// An integer over `Int64.max`.
  case unsigned(UInt64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case string(String)
  /// Bytes.
  case data([UInt8])
  /// An instant.
  case date(Date)
  /// A URL's text, relative to the URL `base` leads to; a null base is the usual, absolute URL.
  case url(relative: ArchiveReference, base: ArchiveReference)
  /// A UUID, which archives hold as an `NSUUID`.
  case uuid(UUID)
  /// A list, in order.
  case array([ArchiveReference])
  /// A set, in the order of the file.
  case set([ArchiveReference])
  /// A list without repetitions, which archives hold as an `NSOrderedSet`.
  case orderedSet([ArchiveReference])
  /// In the order of the file; keys may be any object.
  case dictionary([ArchiveEntry])
  /// A model, or an object of a class this library does not know: its fields in the order of the file.
  case object([ArchiveField])
}

/// An object of an archive, named by its place in the `ArchiveGraph` that gave the reference.
@frozen public struct ArchiveReference: Sendable, Hashable {
  private var bits: UInt32

  /// Whether the holder has the value in itself instead of pointing at a shared object.
  var isInline: Bool { bits & 0x8000_0000 != 0 }

  var index: Int { Int(bits & 0x7fff_ffff) }

  init(_ index: Int, isInline: Bool = false) {
    bits = UInt32(truncatingIfNeeded: index) & 0x7fff_ffff | (isInline ? 0x8000_0000 : 0)
  }

  /// Nil, in every archive.
  public static let null = ArchiveReference(0)
}

/// A key and its value in a dictionary.
public struct ArchiveEntry: Sendable, Hashable {
  /// The key, which may be any object.
  public var key: ArchiveReference
  /// The value under the key.
  public var value: ArchiveReference

  /// An entry of two objects of the same graph.
  package init(key: ArchiveReference, value: ArchiveReference) {
    self.key = key
    self.value = value
  }
}

/// A named value of an object: for a model, one property.
public struct ArchiveField: Sendable, Hashable {
  package var key: ArchiveKey
  package var value: ArchiveReference

  package init(_ key: ArchiveKey, _ value: ArchiveReference) {
    self.key = key
    self.value = value
  }
}

/// A field's name, interned in the `ArchiveGraph` that gave the key.
package struct ArchiveKey: Sendable, Hashable {
  var index: Int { Int(number) }
  private let number: UInt32

  init(_ index: Int) { number = UInt32(truncatingIfNeeded: index) }
}

extension ArchiveValue {
  /// The elements of a list of whatever kind; nil for everything else.
  var items: [ArchiveReference]? {
    switch self {
    case .array(let items), .set(let items), .orderedSet(let items): items
    default: nil
    }
  }

  /// What a collection holds, the keys of a dictionary left out; nothing for everything else.
  var members: [ArchiveReference] {
    if case .dictionary(let entries) = self { entries.map(\.value) } else { items ?? [] }
  }

  /// How many bytes of text or data it is.
  var payload: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let bytes): bytes.count
    default: 0
    }
  }

  /// The class Foundation archives such a value with; nil where the value can stand bare.
  ///
  /// A text that reads `$null` would be taken for nil if it stood bare.
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
