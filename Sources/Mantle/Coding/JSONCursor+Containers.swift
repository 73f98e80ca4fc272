extension JSONCursor {
  /// Decodes every element of an array.
  ///
  /// Decoding continues after an element that cannot be decoded: strict decoding fails after the last element,
  /// lenient decoding drops the element and records a warning.
  ///
  ///     let sizes = try json.decodeArray { try Int.decode($0) }
  ///
  /// - Throws: a type mismatch if the value is not an array; `ProblemsRecorded` if an element failed, whose
  ///   problem is already recorded.
  @inlinable public func decodeArray<Element>(_ decode: (JSONCursor) throws -> Element) throws -> [Element] {
    guard self.is(.array) else { return [try decode(try onlyElement())] }
    try checkStack()
    // If the compiler does not know the element type, as in a generic model, each append looks up type
    // metadata. Counting the elements first is only faster while the node table fits into a cache.
    if !_isConcrete(Element.self), next &- index <= 1 << 16, let elements = try decodeInPlace(decode) {
      return elements
    }
    var reader = ArrayReader<Element>(at: self)
    var index = self.index &+ 1
    let end = next
    if end &- index <= 256 { reader.elements.reserveCapacity(elementCount) }
    while index < end {
      let element = at(index)
      try reader.read(element, decode)
      index = element.next
      if reader.elements.count == 16 { reserve(&reader.elements, forNodesUpTo: end, after: index) }
    }
    return try reader.finished()
  }

  /// Returns this cursor if the property accepts a single value in place of a list, so that the value is
  /// decoded as the only element.
  ///
  /// - Throws: a type mismatch if the property accepts only lists.
  @_lifetime(copy self) @inline(never) @usableFromInline func onlyElement() throws -> JSONCursor {
    guard !isNull, context.tolerances[index]?.remove(.acceptsOne) != nil else {
      throw mismatch(expected: "array", hint: hint(wanting: .array))
    }
    context.note(.coercion, "the value is decoded as a list of one element", at: self)
    return self
  }

  /// Decodes the elements of an array into memory that is allocated for their exact number. Returns nil if
  /// that would allocate too much memory for elements that may turn out to be invalid.
  @usableFromInline func decodeInPlace<Element>(_ decode: (JSONCursor) throws -> Element) throws -> [Element]?
  {
    let room = elementCount
    guard room <= (1 << 24) / max(MemoryLayout<Element>.stride, 1) else { return nil }
    let start = context.mark
    var failed = false
    let elements = try [Element](unsafeUninitializedCapacity: room) { memory, count in
      guard let start = memory.baseAddress else { return }
      var index = self.index &+ 1
      let end = next
      while index < end {
        let element = at(index)
        let mark = context.mark
        do {
          (start + count).initialize(to: try decode(element))
          count &+= 1
        } catch {
          if try element.hold(error, in: self.index, since: mark, at: start + count, &failed) { count &+= 1 }
        }
        index = element.next
      }
    }
    if failed { throw context.fail(since: start) }
    return elements
  }

  /// Records the error of an array element that could not be decoded, and stores nil in its position if the
  /// policy keeps indices.
  ///
  /// - Parameters:
  ///   - list: the node index of the array.
  ///   - place: the memory for the decoded element.
  ///   - failed: set to true if decoding the array fails.
  /// - Returns: false if nothing is stored.
  @inline(never) private func hold<Element>(
    _ error: any Error, in list: Int, since mark: Int, at place: UnsafeMutablePointer<Element>,
    _ failed: inout Bool
  ) throws -> Bool {
    switch try context.recover(from: error, at: self, in: list, since: mark) {
    case .fail: failed = true
    case .drop: break
    case .hold:
      guard let empty = nilValue(of: Element.self) else { return false }
      place.initialize(to: empty)
      return true
    }
    return false
  }

  /// The number of elements of the array.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable var elementCount: Int {
    var count = 0
    forEachElement { _ in count &+= 1 }
    return count
  }

  /// Reserves capacity for all elements of an array, whose number is estimated from the size of the first
  /// elements. Without reserved capacity, a growing array is copied repeatedly.
  ///
  /// The estimate may be wrong, so at most 16 MB are reserved.
  @inlinable func reserve<Element>(_ result: inout [Element], forNodesUpTo end: Int, after index: Int) {
    let promised = result.count &* (end &- self.index) / max(index &- self.index, 1)
    result.reserveCapacity(min(promised, (1 << 24) / max(MemoryLayout<Element>.stride, 1)))
  }

  /// Decodes every value of an object with arbitrary keys. Of several members with equal keys, the last is
  /// used.
  ///
  /// Keys with different bytes that `String` treats as equal, such as `é` and an `e` with a combining accent,
  /// are an error because a dictionary cannot hold both.
  func decodeDictionary<Value>(
    _ decode: (JSONCursor) throws -> Value
  ) throws -> [String: Value] {
    try decodeDictionary(String.self, decode)
  }

  /// Decodes every value of an object whose keys are converted to `Key`. A key that cannot be converted is an
  /// error, and so are different keys that are equal as `Key`, such as UUIDs in upper and lower case.
  func decodeDictionary<Key: JSONKeyConvertible, Value>(
    _: Key.Type, _ decode: (JSONCursor) throws -> Value
  ) throws -> [Key: Value] {
    guard self.is(.object) else { throw mismatch(expected: "object", hint: hint(wanting: .object)) }
    try checkStack()
    reportDuplicateKeys()
    let start = context.mark
    var result: [Key: Value] = [:]
    var texts: [Key: String]?
    var failed = false
    try forEachMember { key, value in
      let mark = context.mark
      do {
        try result.insert(try decode(value), forKeyAt: key, in: self, &texts)
      } catch {
        if case .fail = try context.recover(from: error, at: value, in: index, since: mark) { failed = true }
      }
    }
    if failed { throw context.fail(since: start) }
    return result
  }

  /// Calls a closure with every element of an array, in order. Does nothing for other kinds of values.
  @inlinable package func forEachElement(_ body: (JSONCursor) throws -> Void) rethrows {
    guard self.is(.array) else { return }
    var index = self.index &+ 1
    let end = next
    while index < end {
      let element = at(index)
      try body(element)
      index = element.next
    }
  }

  /// Calls a closure with every member of an object, in order, including duplicate keys. Does nothing for
  /// other kinds of values.
  ///
  /// ```swift
  /// var keys: [String] = []
  /// try json.forEachMember { key, value in
  ///   if !value.isNull { keys.append(try key.string()) }
  /// }
  /// ```
  @inlinable public func forEachMember(_ body: (_ key: JSONCursor, _ value: JSONCursor) throws -> Void)
    rethrows
  {
    guard self.is(.object) else { return }
    var index = self.index &+ 1
    let end = next
    while index < end {
      let value = at(index &+ 1)
      try body(at(index), value)
      index = value.next
    }
  }

  /// Returns the value of a member, the last one if the key is repeated; nil if the key is missing or the
  /// value is not an object.
  ///
  /// ```swift
  /// guard let member = json.member("radius") else { throw json.mismatch(expected: "a circle") }
  /// let radius = try Double.decode(member)
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of members. A mapping instead finds all its keys in one pass.
  @_lifetime(copy self)
  public func member(_ name: String) -> JSONCursor? {
    var found: Int?
    forEachMember { key, value in
      if key.matches(name) { found = value.index }
    }
    guard let found else { return nil }
    return at(found)
  }

  /// Returns the element at a zero-based position; nil if the position is out of bounds or the value is not
  /// an array.
  ///
  /// - Complexity: O(*position*).
  @_lifetime(copy self)
  public func element(_ position: Int) -> JSONCursor? {
    guard let node = elementNode(position) else { return nil }
    return at(node)
  }

  /// Returns the node index of an array's element at a zero-based position; nil if there is none.
  func elementNode(_ position: Int) -> Int? {
    var found: Int?
    var current = 0
    forEachElement { element in
      if current == position { found = element.index }
      current += 1
    }
    return found
  }

  private func matches(_ name: String) -> Bool {
    word.flag ? (try? string())?.isExactly(name) ?? false : name.utf8.elementsEqual(utf8)
  }
}

extension Dictionary where Key: JSONKeyConvertible {
  /// Returns the JSON text of the first occurrence of each key in an object.
  private static func texts(in object: JSONCursor) -> [Key: String] {
    var texts: [Key: String] = [:]
    object.forEachMember { json, _ in
      guard let text = try? json.string(), let key = Key(jsonKey: text), texts[key] == nil else { return }
      texts[key] = text
    }
    return texts
  }

  /// Adds a decoded value under the converted key of a JSON object.
  ///
  /// - Parameter texts: The JSON text with which each key first occurs; nil until a key is repeated, when the
  ///   texts are computed.
  ///
  /// - Throws: A problem if the key cannot be converted, or if different JSON keys are equal after the
  ///   conversion.
  fileprivate mutating func insert(
    _ value: Value, forKeyAt json: JSONCursor, in object: JSONCursor, _ texts: inout [Key: String]?
  ) throws {
    let text = try json.string()
    guard let key = Key(jsonKey: text) else {
      throw json.mismatch(
        expected: "keys that are \(Key.self)", code: .invalidValue,
        detail: "the key is `\(Shortened.text(text))`")
    }
    guard let old = updateValue(value, forKey: key) else { return }
    let firsts = texts ?? Self.texts(in: object)
    texts = firsts
    guard let first = firsts[key], !first.isExactly(text) else { return }
    self[key] = .some(old)
    throw json.mismatch(
      expected: "keys that are distinct as \(Key.self)", code: .invalidValue,
      detail: "the key `\(Shortened.text(text))` equals an earlier key with another spelling")
  }
}

extension JSONCursor {
  /// Throws an error if the value is nested too deeply for the remaining stack of the thread.
  ///
  /// Decoding recurses at each level, and the stack space that a level takes depends on the types and the
  /// build. Secondary threads have only 512 KB of stack on Apple platforms.
  ///
  /// - Throws: a ``DecodingProblem`` for this value.
  @inline(never) @usableFromInline func checkStack() throws {
    if context.stack.hasRoom() { return }
    throw DecodingProblem(
      .limit, at: index, expected: "fewer nesting levels (the thread's stack is full)",
      found: foundText, hint: "decode the document on a thread with a larger stack")
  }
}
