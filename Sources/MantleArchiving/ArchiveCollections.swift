import Mantle

extension ArchiveEncoder {
  /// Returns the reference by which a collection stores an element. A reference to nil is replaced by a reference to
  /// `NSNull`, because a collection cannot contain nil.
  func inCollection(_ reference: ArchiveReference) -> ArchiveReference {
    reference == .null ? builder.append(.null, class: ArchiveLeaf.null.archiveClass) : reference
  }

  /// Adds a set to the archive. Elements that are JSON convertible are sorted by their JSON, so that equal sets give equal
  /// archives.
  ///
  /// - Parameter write: adds an element and returns its reference.
  func set<Element>(
    _ elements: Set<Element>, _ write: (Element) throws -> ArchiveReference
  ) throws -> ArchiveReference {
    if elements.count < 2 { return builder.append(.set(try elements.map(write))) }
    let sorted = try elements.map { (json: try ($0 as? any JSONConvertible)?.jsonBytes() ?? [], element: $0) }
      .sorted { $0.json.lexicographicallyPrecedes($1.json) }
    return builder.append(.set(try sorted.map { try write($0.element) }))
  }

  /// Adds a dictionary with string keys to the archive, sorted so that equal dictionaries give equal archives.
  ///
  /// - Parameter write: adds a value and returns its reference.
  func dictionary<Key: JSONKeyConvertible, Value>(
    _ values: [Key: Value], _ write: (Value) throws -> ArchiveReference
  ) throws -> ArchiveReference {
    let sorted = values.map { ($0.jsonKey, $1) }.sorted { $0.0 < $1.0 }
    let entries = try sorted.map { key, value in
      ArchiveEntry(key: builder.string(key), value: try write(value))
    }
    return builder.append(.dictionary(entries))
  }
}

extension ArchiveDecoder {
  /// Decodes the elements of an array, ordered set or set.
  ///
  /// - Parameter read: decodes an element.
  /// - Throws: a ``DecodingProblem`` for another kind of object, and ``ProblemsRecorded`` if
  ///   an element fails.
  func array<Element>(
    _ reference: ArchiveReference, expected: String = "array", _ read: (ArchiveReference) throws -> Element
  ) throws -> [Element] {
    try shared(reference) {
      guard let items = self[reference].items else { throw mismatch(reference, expected: expected) }
      try spend(16 + items.count * MemoryLayout<Element>.stride)
      return try elements(items, read)
    }
  }

  /// Decodes a set from a set, array or ordered set. Equal elements are combined.
  ///
  /// - Parameter read: decodes an element.
  func set<Element>(
    _ reference: ArchiveReference, _ read: (ArchiveReference) throws -> Element
  ) throws -> Set<Element> {
    let elements = try array(reference, expected: "set", read)
    try spend(2 * elements.count * MemoryLayout<Element>.stride)
    return Set(elements)
  }

  /// Decodes a dictionary whose keys are strings that the key type accepts.
  ///
  /// - Parameter read: decodes a value.
  func dictionary<Key: JSONKeyConvertible, Value>(
    _ reference: ArchiveReference, _ read: (ArchiveReference) throws -> Value
  ) throws -> [Key: Value] {
    try shared(reference) {
      guard case .dictionary(let entries) = self[reference] else {
        throw mismatch(reference, expected: "dictionary")
      }
      return try values(of: entries, read)
    }
  }

  /// Decodes the entries of a dictionary. All entries are decoded before an error ends the
  /// call, so that every problem is reported.
  private func values<Key: JSONKeyConvertible, Value>(
    of entries: [ArchiveEntry], _ read: (ArchiveReference) throws -> Value
  ) throws -> [Key: Value] {
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
      if self.mark != mark { prepend([.key(text)], since: mark) }
    }
    if failed { throw ProblemsRecorded() }
    return result
  }
}

extension ArchiveDecoder {
  /// Decodes the elements of a collection. All elements are decoded before an error ends the call, so that every problem is
  /// reported.
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
      if self.mark != mark { prepend([.index(index)], since: mark) }
    }
    if failed { throw ProblemsRecorded() }
    return elements
  }
}
