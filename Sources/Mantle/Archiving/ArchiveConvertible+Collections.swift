extension Optional: ArchiveConvertible where Wrapped: ArchiveConvertible {
  @inlinable public static var isArchiveLeaf: Bool { Wrapped.isArchiveLeaf }

  @inlinable public func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    try self?.archive(to: encoder) ?? .null
  }

  /// Nil, NSNull included, is nil.
  @inlinable public static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> Wrapped? {
    if case .null = decoder[reference] { return nil }
    return try Wrapped.unarchive(reference, from: decoder)
  }
}

extension Array: ArchiveConvertible where Element: ArchiveConvertible {
  /// Nil elements become NSNull, as a collection of the original cannot hold nil.
  @inlinable public func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    var items: [ArchiveReference] = []
    items.reserveCapacity(count)
    for element in self { items.append(try encoder.member(element)) }
    return encoder.builder.array(items)
  }

  /// An array, ordered set or set.
  @inlinable public static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> [Element] {
    try decoder.shared(reference) {
      let items = try decoder.items(reference, expected: "array")
      try decoder.spend(16 + items.count * MemoryLayout<Element>.stride)
      return try decoder.elements(items) { try Element.unarchive($0, from: decoder) }
    }
  }
}

extension Set: ArchiveConvertible where Element: ArchiveConvertible & JSONConvertible {
  /// In the order of the elements' JSON, so that equal sets give equal archives.
  @inlinable public func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    if count < 2 { return encoder.builder.set(try map { try encoder.member($0) }) }
    let sorted = try map { (json: try $0.jsonBytes(), element: $0) }
      .sorted { $0.json.lexicographicallyPrecedes($1.json) }
    return encoder.builder.set(try sorted.map { try encoder.member($0.element) })
  }

  /// A set, array or ordered set; equal elements become one.
  @inlinable public static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> Set<Element> {
    try decoder.shared(reference) {
      let items = try decoder.items(reference, expected: "set")
      try decoder.spend(16 + 2 * items.count * MemoryLayout<Element>.stride)
      return Set(try decoder.elements(items) { try Element.unarchive($0, from: decoder) })
    }
  }
}

extension Dictionary: ArchiveConvertible where Key: JSONKeyConvertible, Value: ArchiveConvertible {
  /// With its keys as strings, sorted, so that equal dictionaries give equal archives.
  @inlinable public func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    let sorted = map { ($0.jsonKey, $1) }.sorted { $0.0 < $1.0 }
    return encoder.builder.dictionary(
      try sorted.map { key, value in
        ArchiveEntry(key: encoder.builder.string(key), value: try encoder.member(value))
      })
  }

  /// A dictionary whose keys are strings that are values of the key type.
  @inlinable public static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> [Key: Value] {
    try decoder.shared(reference) { try read(reference, from: decoder) }
  }

  @usableFromInline static func read(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> [Key: Value] {
    guard case .dictionary(let entries) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "dictionary")
    }
    try decoder.spend(16 + 2 * entries.count * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride))
    var result: [Key: Value] = [:]
    var failed = false
    for entry in entries {
      guard case .string(let text) = decoder[entry.key], let key = Key(jsonKey: text) else {
        throw decoder.mismatch(entry.key, expected: "keys that are \(Key.self)")
      }
      let mark = decoder.mark
      do {
        result[key] = try Value.unarchive(entry.value, from: decoder)
      } catch {
        if case .fail = try decoder.recover(from: error, since: mark) { failed = true }
      }
      if decoder.mark != mark { decoder.prepend(.key(text), since: mark) }
    }
    if failed { throw ProblemsRecorded() }
    return result
  }
}

extension ArchiveEncoder {
  /// A member of a collection: nil becomes NSNull.
  @inlinable func member(_ value: some ArchiveConvertible) throws -> ArchiveReference {
    let reference = try value.archive(to: self)
    guard reference == .null else { return reference }
    return addNull()
  }

  @usableFromInline func addNull() -> ArchiveReference {
    builder.append(.null, class: ArchiveLeaf.null.archiveClass)
  }
}

extension ArchiveDecoder {
  @usableFromInline func items(_ reference: ArchiveReference, expected: String) throws -> [ArchiveReference] {
    switch self[reference] {
    case .array(let items), .set(let items), .orderedSet(let items): return items
    default: throw mismatch(reference, expected: expected)
    }
  }

  /// Reads every element; all that cannot be read are reported before the first of them fails the whole.
  @inlinable func elements<Element>(
    _ items: [ArchiveReference], _ read: (ArchiveReference) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(Swift.min(items.count, 4096))
    var failed = false
    for (index, item) in items.enumerated() {
      let mark = mark
      do { elements.append(try read(item)) } catch {
        let empty = nilValue(of: Element.self)
        switch try recover(from: error, since: mark, canHold: empty != nil) {
        case .fail: failed = true
        case .drop: break
        case .hold: if let empty { elements.append(empty) }
        }
      }
      if self.mark != mark { prepend(.index(index), since: mark) }
    }
    if failed { throw ProblemsRecorded() }
    return elements
  }
}
