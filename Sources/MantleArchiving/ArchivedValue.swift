import Mantle
import MantlePlatform

/// A value in an archive, as a ``Migration`` reads and writes it.
///
/// ```swift
/// fields["state"] = .string("open")
/// if case .integer(let number)? = fields["number"] { fields["number"] = .integer(number + 1) }
/// ```
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ArchivedValue {
  /// A null value: nil, or `NSNull`.
  case null
  /// A boolean value.
  case bool(Bool)
  /// A value that is a signed integer of at most 64 bits.
  case integer(Int64)
  /// A value that is an integer above `Int64.max`.
  case unsigned(UInt64)
  /// A value that is a floating-point number.
  case real(Double)
  /// A value that is a string.
  case string(String)
  /// A value that consists of bytes.
  case data(Data)
  /// A value that is a date with its time.
  case date(Date)
  /// A value that is a UUID.
  case uuid(UUID)
  /// A value that is a URL.
  case url(URL)
  /// A list or a set. It is written as a list, or as the kind of collection in the field that it replaces.
  case list(ArchivedList)
  /// The fields of a model, or the entries of a dictionary. A model keeps its class.
  case fields(ArchiveFields)
}

/// The elements of a list in an archive, which are converted on access.
///
/// ```swift
/// if case .list(let tags)? = fields["tags"] {
///   fields["tags"] = .list(ArchivedList(tags + [.string("new")]))
/// }
/// ```
public struct ArchivedList: RandomAccessCollection, ExpressibleByArrayLiteral {
  private enum Storage {
    case values([ArchivedValue])
    case references([ArchiveReference], ArchiveStore)
  }

  private let storage: Storage

  init(_ references: [ArchiveReference], in store: ArchiveStore) { storage = .references(references, store) }

  /// Creates a list of archived values from a sequence.
  public init(_ values: some Sequence<ArchivedValue>) { storage = .values(Array(values)) }

  /// Creates a list of archived values from an array literal.
  public init(arrayLiteral values: ArchivedValue...) { self.init(values) }

  /// The index of the first element in the list.
  public var startIndex: Int { 0 }

  /// The index after the last element, which equals the number of elements.
  public var endIndex: Int {
    switch storage {
    case .values(let values): values.count
    case .references(let references, _): references.count
    }
  }

  /// The element at an index of the list, converted to a value for migrations.
  public subscript(index: Int) -> ArchivedValue {
    switch storage {
    case .values(let values): values[index]
    case .references(let references, let store): store.value(of: references[index])
    }
  }
}

extension ArchiveStore {
  /// Returns an archived object as a value for migrations.
  func value(of reference: ArchiveReference) -> ArchivedValue {
    switch graph[reference] {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .real(let value): .real(value)
    case .string(let text): .string(text)
    case .data(let bytes): .data(Data(bytes))
    case .date(let date): .date(date)
    case .uuid(let uuid): .uuid(uuid)
    case .url: graph.url(reference).map { .url($0) } ?? .null
    case .array(let items), .set(let items), .orderedSet(let items): .list(ArchivedList(items, in: self))
    case .dictionary, .object: ArchiveFields(of: reference, in: self).map { .fields($0) } ?? .null
    }
  }

  /// Adds a value of a migration to the archive, and returns the reference to its object.
  ///
  /// - Parameter former: the object that the value replaces; nil if there is none.
  func append(_ value: ArchivedValue, replacing former: ArchiveReference? = nil) -> ArchiveReference {
    switch value {
    case .null: graph.append(.null)
    case .bool(let value): graph.append(.bool(value))
    case .integer(let value): graph.append(.integer(value))
    case .unsigned(let value): graph.append(.unsigned(value))
    case .real(let value): graph.append(.real(value))
    case .string(let text): graph.append(.string(text))
    case .data(let data): graph.append(.data([UInt8](data)))
    case .date(let date): graph.append(.date(date))
    case .uuid(let uuid): graph.append(.uuid(uuid))
    case .url(let url): append(url)
    case .list(let list): append(list, replacing: former)
    case .fields(let fields): fields.appended(to: self)
    }
  }

  private func append(_ url: URL) -> ArchiveReference {
    let base = url.baseURL.map { append($0) } ?? .null
    return graph.append(.url(relative: graph.append(.string(url.relativeString)), base: base))
  }

  private func append(_ list: ArchivedList, replacing former: ArchiveReference?) -> ArchiveReference {
    let items = list.map { append($0) }
    let value = former.map { graph[$0].replacing(items: items) } ?? .array(items)
    return graph.append(value, class: former.flatMap { graph.archiveClass(of: $0) })
  }
}
