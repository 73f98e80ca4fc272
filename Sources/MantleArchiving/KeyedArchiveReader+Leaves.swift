import Mantle
import MantlePlatform

extension KeyedArchiveReader {
  /// Returns the value of a leaf, and the fields that it consists of.
  ///
  /// - Returns: nil if the fields do not match the layout of the class, so that the object is
  ///   preserved with its fields.
  mutating func leafValue(_ leaf: ArchiveLeaf) throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    switch leaf {
    case .null: return (.null, [])
    case .number: return try number()
    case .string, .mutableString: return try text()
    case .data, .mutableData: return try data()
    case .date: return try date()
    case .uuid: return try uuid()
    case .url: return try url()
    case .array, .mutableArray: return try items().map { (.array($0), [.objects]) }
    case .set, .mutableSet: return try items().map { (.set($0), [.objects]) }
    case .orderedSet, .mutableOrderedSet: return try items().map { (.orderedSet($0), [.objects]) }
    case .dictionary, .mutableDictionary: return try dictionary()
    }
  }

  /// Returns the number of the object in a field; nil if the field is absent.
  private func value(_ known: KnownKey) -> Int? {
    fields.first { $0.key == known.key }?.number
  }

  /// Returns the value of an `NSNumber`, from the field that it uses.
  private func number() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    for known in [KnownKey.boolValue, .integerValue, .doubleValue] {
      guard let number = value(known) else { continue }
      switch try resolved(number).object {
      case .bool(let value): return (.bool(value), [known])
      case .integer(let value) where known == .boolValue && 0...1 ~= value:
        return (.bool(value == 1), [known])
      case .integer(let value): return (.integer(value), [known])
      case .unsigned(let value): return (.unsigned(value), [known])
      case .real(let value): return (.real(value), [known])
      default: return nil
      }
    }
    return nil
  }

  /// Returns the value of an `NSString`.
  private mutating func text() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    guard let number = value(.string), case .string(let text) = try payload(number) else { return nil }
    return (.string(text), [.string])
  }

  /// Returns the value of an `NSData`.
  private mutating func data() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    guard let number = value(.data), case .data(let bytes) = try payload(number) else { return nil }
    return (.data(bytes), [.data])
  }

  /// Returns the value of an `NSDate`.
  private func date() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    guard let number = value(.time) else { return nil }
    switch try resolved(number).object {
    case .real(let seconds), .date(let seconds): return (.date(seconds: seconds), [.time])
    case .integer(let seconds): return (.date(seconds: Double(seconds)), [.time])
    default: return nil
    }
  }

  /// Returns the value of an `NSUUID`.
  private mutating func uuid() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    guard let number = value(.uuidBytes), case .data(let range) = try resolved(number).object,
      let uuid = UUID(archived: list.bytes[range])
    else { return nil }
    return (.uuid(uuid), [.uuidBytes])
  }

  /// Returns the value of an `NSURL`.
  private mutating func url() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    guard let number = value(.relative) else { return nil }
    let relative = try link(number)
    guard let base = value(.base) else { return (.url(relative: relative, base: .null), [.relative]) }
    return (.url(relative: relative, base: try link(base)), [.relative, .base])
  }

  /// Returns the elements of a collection: those of `NS.objects`, or of `NS.object.0`,
  /// `NS.object.1`, … in an ordered set.
  private mutating func items() throws(ArchiveError) -> [ArchiveReference]? {
    guard let number = value(.objects) else { return try numberedItems() }
    guard let items = try array(number) else { return nil }
    return try links(items)
  }

  /// Returns the elements that are stored as numbered fields; nil if there are other fields
  /// or gaps.
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

  /// Returns the references of a list, which is stored in the leaf itself or, by some
  /// archivers, in a separate array object.
  private func array(_ number: Int) throws(ArchiveError) -> PropertyListReferences? {
    switch try resolved(number).object {
    case .array(let items): return items
    case .dictionary(let keys, let values):
      for index in 0..<min(keys.count, 4) {
        let key = try list.object(try list.reference(index, of: keys))
        guard case .ascii(let range) = key, list.bytes[range].elementsEqual(KnownKey.objects.name.utf8)
        else { continue }
        let member = try list.object(try list.reference(index, of: values))
        if case .array(let items) = member { return items }
      }
      return nil
    default: return nil
    }
  }

  /// Returns the value of an `NSDictionary`.
  private mutating func dictionary() throws(ArchiveError) -> (ArchiveValue, [KnownKey])? {
    guard let keyNumber = value(.keys), let keys = try array(keyNumber),
      let valueNumber = value(.objects), let values = try array(valueNumber),
      keys.count == values.count
    else { return nil }
    let keyLinks = try links(keys)
    let entries = zip(keyLinks, try links(values)).map { ArchiveEntry(key: $0, value: $1) }
    return (.dictionary(entries), [.keys, .objects])
  }
}

extension ArchiveValue {
  /// Returns a date from the number of seconds since 2001-01-01 00:00 UTC, as archives store
  /// it.
  static func date(seconds: Double) -> ArchiveValue {
    .date(Date(timeIntervalSinceReferenceDate: seconds))
  }
}

extension UUID {
  /// Creates a UUID from its bytes; nil unless there are 16.
  init?(archived bytes: ArraySlice<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// The 16 bytes of the UUID.
  var archivedBytes: [UInt8] { Swift.withUnsafeBytes(of: uuid) { Array($0) } }
}
