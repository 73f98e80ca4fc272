import Mantle
import MantlePlatform

extension KeyedArchiveReader {
  /// Converts the current fields to the value of a Foundation class, and returns the value with the fields that it consists of.
  ///
  /// - Returns: nil if the fields do not match the layout of the class, so that the object is
  ///   preserved with its fields.
  mutating func leafValue(_ leaf: ArchiveLeaf) throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    switch leaf {
    case .null: return (.null, [])
    case .url: return try url()
    case .array, .mutableArray: return try items().map { (.array($0), [.objects]) }
    case .set, .mutableSet: return try items().map { (.set($0), [.objects]) }
    case .orderedSet, .mutableOrderedSet: return try items().map { (.orderedSet($0), [.objects]) }
    case .dictionary, .mutableDictionary: return try dictionary()
    case .number, .string, .mutableString, .data, .mutableData, .date, .uuid:
      for key in leaf.keys {
        guard let number = value(key) else { continue }
        return Self.value(of: leaf, scalar(try resolved(number)), in: key).map { ($0, [key]) }
      }
      return nil
    }
  }

  /// Returns the value of an object of a scalar class, given the scalar in its field; nil if the class cannot store
  /// this type of scalar.
  private static func value(of leaf: ArchiveLeaf, _ scalar: ArchiveValue, in key: KnownKey) -> ArchiveValue? {
    switch (leaf, scalar) {
    case (.number, .integer(let value)) where key == .boolValue && 0...1 ~= value: .bool(value == 1)
    case (.number, _): scalar.number == nil ? nil : scalar
    case (.string, .string), (.mutableString, .string), (.data, .data), (.mutableData, .data), (.date, .date):
      scalar
    case (.date, .real(let seconds)): .date(seconds: seconds)
    case (.date, .integer(let seconds)): .date(seconds: Double(seconds))
    case (.uuid, .data(let bytes)): UUID(archived: bytes).map { .uuid($0) }
    default: nil
    }
  }

  /// Returns the number of the property list object that is the value of a field; nil if the current object lacks the
  /// field.
  private func value(_ known: KnownKey) -> Int? {
    fields.first { $0.key == known.key }?.number
  }

  /// Converts the current fields to an `NSURL`; nil without `NS.relative`.
  private mutating func url() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    guard let number = value(.relative) else { return nil }
    let relative = try link(number)
    guard let base = value(.base) else { return (.url(relative: relative, base: .null), [.relative]) }
    return (.url(relative: relative, base: try link(base)), [.relative, .base])
  }

  /// Returns the elements of a collection. They are in the array `NS.objects`, or in the fields `NS.object.0`,
  /// `NS.object.1`, … of an ordered set. Nil if the current fields have neither form.
  private mutating func items() throws(ArchiveError) -> [ArchiveReference]? {
    guard value(.objects) != nil else { return try numberedItems() }
    guard let items = try array(in: .objects) else { return nil }
    return try links(items)
  }

  /// Returns the elements of an ordered set from numbered fields; nil if there are other fields or gaps in the numbers.
  private mutating func numberedItems() throws(ArchiveError) -> [ArchiveReference]? {
    var numbers: [Int: Int] = [:]
    for field in fields {
      guard let index = KnownKey.memberIndex(graph.name(of: field.key)) else { return nil }
      numbers[index] = field.number
    }
    var items: [ArchiveReference] = []
    for index in 0..<fields.count {
      guard let number = numbers[index] else { return nil }
      items.append(try link(number))
    }
    fields.removeAll(keepingCapacity: true)
    return items
  }

  /// Returns the references of an array in a field. The array is in the field itself or, by some archivers, in a separate array
  /// object. Nil if the field is absent or not an array.
  private func array(in known: KnownKey) throws(ArchiveError) -> Range<Int>? {
    guard let number = value(known) else { return nil }
    switch list.items[try resolved(number)] {
    case .array(let items): return items
    case .dictionary(let members):
      let inner = list.members(members).prefix(4).first { key, _ in
        list.items[key] == .string(KnownKey.objects.name)
      }
      if let inner, case .array(let items) = list.items[inner.value] { return items }
      return nil
    default: return nil
    }
  }

  /// Converts the current fields to an `NSDictionary`; nil if the keys and values are not two arrays of one length.
  private mutating func dictionary() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    guard let keys = try array(in: .keys), let values = try array(in: .objects), keys.count == values.count
    else { return nil }
    let keyLinks = try links(keys)
    let entries = zip(keyLinks, try links(values)).map { ArchiveEntry(key: $0, value: $1) }
    return (.dictionary(entries), [.keys, .objects])
  }
}

extension ArchiveValue {
  /// Returns a date value from the number of seconds since 2001-01-01 00:00 UTC, the form of dates in archives.
  static func date(seconds: Double) -> ArchiveValue {
    .date(Date(timeIntervalSinceReferenceDate: seconds))
  }
}

extension UUID {
  /// Creates a UUID from its 16 bytes in an archive; nil for another number of bytes.
  init?(archived bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// The 16 bytes of the UUID, as archives store them.
  var archivedBytes: [UInt8] { Swift.withUnsafeBytes(of: uuid) { Array($0) } }
}
