extension Optional: ArchiveConvertible where Wrapped: ArchiveConvertible {
  package static var isArchiveLeaf: Bool { Wrapped.isArchiveLeaf }

  /// An optional of an optional is a list of one: archives have one nil only.
  package func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    guard let self else { return .null }
    return Wrapped.self is any OptionalValue.Type
      ? try [self].archive(to: encoder) : try self.archive(to: encoder)
  }

  /// Nil, NSNull included, is nil.
  package static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> Wrapped? {
    if case .null = decoder[reference] { return nil }
    if Wrapped.self is any OptionalValue.Type {
      return try [Wrapped].unarchive(reference, from: decoder).first
    }
    return try Wrapped.unarchive(reference, from: decoder)
  }
}

extension Array: ArchiveConvertible where Element: ArchiveConvertible {
  /// Nil elements become NSNull, as a collection of the original cannot hold nil.
  package func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    var items: [ArchiveReference] = []
    items.reserveCapacity(count)
    for element in self { items.append(encoder.inCollection(try element.archive(to: encoder))) }
    return encoder.builder.array(items)
  }

  /// An array, ordered set or set.
  package static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> [Element] {
    try decoder.array(reference) { try Element.unarchive($0, from: decoder) }
  }
}

extension Set: ArchiveConvertible where Element: ArchiveConvertible & JSONConvertible {
  /// In the order of the elements' JSON, so that equal sets give equal archives.
  package func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    try encoder.set(self) { encoder.inCollection(try $0.archive(to: encoder)) }
  }

  /// A set, array or ordered set; equal elements become one.
  package static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> Set<Element> {
    try decoder.set(reference) { try Element.unarchive($0, from: decoder) }
  }
}

extension Dictionary: ArchiveConvertible where Key: JSONKeyConvertible, Value: ArchiveConvertible {
  /// With its keys as strings, sorted, so that equal dictionaries give equal archives.
  package func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    try encoder.dictionary(self) { encoder.inCollection(try $0.archive(to: encoder)) }
  }

  /// A dictionary whose keys are strings that are values of the key type.
  package static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> [Key: Value] {
    try decoder.dictionary(reference) { try Value.unarchive($0, from: decoder) }
  }
}

extension ArchiveEncoder {
  /// A member of a collection: nil becomes NSNull.
  func inCollection(_ reference: ArchiveReference) -> ArchiveReference {
    reference == .null ? builder.append(.null, class: ArchiveLeaf.null.archiveClass) : reference
  }

  /// In the order of the elements' JSON, so that equal sets give equal archives; else in that of the set.
  func set<Element>(
    _ elements: Set<Element>, _ write: (Element) throws -> ArchiveReference
  ) throws -> ArchiveReference {
    if elements.count < 2 { return builder.set(try elements.map(write)) }
    let sorted = try elements.map { (json: try ($0 as? any JSONConvertible)?.jsonBytes() ?? [], element: $0) }
      .sorted { $0.json.lexicographicallyPrecedes($1.json) }
    return builder.set(try sorted.map { try write($0.element) })
  }

  /// With the keys as strings, sorted, so that equal dictionaries give equal archives.
  func dictionary<Key: JSONKeyConvertible, Value>(
    _ values: [Key: Value], _ write: (Value) throws -> ArchiveReference
  ) throws -> ArchiveReference {
    let sorted = values.map { ($0.jsonKey, $1) }.sorted { $0.0 < $1.0 }
    return builder.dictionary(
      try sorted.map { key, value in ArchiveEntry(key: builder.string(key), value: try write(value)) })
  }
}

extension ArchiveDecoder {
  /// An array, ordered set or set.
  func array<Element>(
    _ reference: ArchiveReference, _ read: (ArchiveReference) throws -> Element
  ) throws -> [Element] {
    try shared(reference) {
      let items = try items(reference, expected: "array")
      try spend(16 + items.count * MemoryLayout<Element>.stride)
      return try elements(items, read)
    }
  }

  /// A set, array or ordered set; equal elements become one.
  func set<Element>(
    _ reference: ArchiveReference, _ read: (ArchiveReference) throws -> Element
  ) throws -> Set<Element> {
    try shared(reference) {
      let items = try items(reference, expected: "set")
      try spend(16 + 2 * items.count * MemoryLayout<Element>.stride)
      return Set(try elements(items, read))
    }
  }

  /// A dictionary whose keys are strings that are values of the key type.
  func dictionary<Key: JSONKeyConvertible, Value>(
    _ reference: ArchiveReference, _ read: (ArchiveReference) throws -> Value
  ) throws -> [Key: Value] {
    try shared(reference) { try entries(reference, read) }
  }

  private func entries<Key: JSONKeyConvertible, Value>(
    _ reference: ArchiveReference, _ read: (ArchiveReference) throws -> Value
  ) throws -> [Key: Value] {
    guard case .dictionary(let entries) = self[reference] else {
      throw mismatch(reference, expected: "dictionary")
    }
    try spend(16 + 2 * entries.count * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride))
    var result: [Key: Value] = [:]
    var failed = false
    for entry in entries {
      guard case .string(let text) = self[entry.key], let key = Key(jsonKey: text) else {
        throw mismatch(entry.key, expected: "keys that are \(Key.self)")
      }
      let mark = mark
      do {
        result[key] = try read(entry.value)
      } catch {
        if case .fail = try recover(from: error, since: mark) { failed = true }
      }
      if self.mark != mark { prepend(.key(text), since: mark) }
    }
    if failed { throw ProblemsRecorded() }
    return result
  }
}

extension ArchiveDecoder {
  private func items(_ reference: ArchiveReference, expected: String) throws -> [ArchiveReference] {
    switch self[reference] {
    case .array(let items), .set(let items), .orderedSet(let items): return items
    default: throw mismatch(reference, expected: expected)
    }
  }

  /// Reads every element; all that cannot be read are reported before the first of them fails the whole.
  private func elements<Element>(
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
