/// One run of the parser, which reads the text and writes the node table without recursion.
///
/// While a container is open, the payload of its node is the index of the enclosing container. The table thus
/// serves as the stack, and nesting requires no other memory.
///
/// The pointers stay in bounds for these reasons: ``JSONBytes/padding`` readable bytes follow the text, every
/// value begins with a check against the end, no scanner reads more than 32 bytes past the end, and `reserve`
/// makes room for a key and a value before either is written.
struct JSONParserPass {
  typealias Failure = JSONScanner.Failure

  let text: UnsafePointer<UInt8>
  let end: Int
  let limits: JSONLimits
  /// The minimum length of strings that are parsed on a slow path, because they exceed the limit or because
  /// their length does not fit into a node.
  private let longString: Int

  /// The offset of the next byte to parse.
  var position = 0
  /// The number of nodes written so far.
  var count = 0
  /// The number of open containers.
  var depth = 0
  /// The node-table index of the innermost open container; meaningful if `depth > 0`.
  var container = 0
  /// Whether the innermost open container is an object.
  private var isInObject = false
  /// The number of nodes for which the node table has room; `reserve` is called before this number is
  /// exceeded.
  private var room = 0

  init(text: UnsafePointer<UInt8>, end: Int, limits: JSONLimits) {
    self.text = text
    self.end = end
    self.limits = limits
    longString = max(0, min(limits.stringBytes, NodeWord.payloadLimit - 1)) + 1
  }

  /// Parses one value and its descendants into a node table.
  mutating func run(into table: inout NodeTable) throws(Failure) {
    // A local copy can be kept in registers.
    var pass = self
    defer { self = pass }
    try pass.parse(into: &table)
  }

  /// Parses one value and its descendants, in a loop without recursion.
  @inline(__always)
  private mutating func parse(into table: inout NodeTable) throws(Failure) {
    skipWhitespace()
    while true {
      if position >= end { throw Failure(code: .unexpectedEnd, offset: end) }
      if count &+ 2 > room { try reserve(&table) }
      if isInObject { try key(table.nodes) }
      let byte = text[position]
      if byte == ASCII.quote {
        try string(table.nodes)
      } else if ASCII.isDigit(byte) || byte == ASCII.minus {
        try number(table.nodes)
      } else if byte == ASCII.openBrace || byte == ASCII.openBracket {
        if try open(byte, table.nodes) { continue }
      } else {
        try literal(byte, table.nodes)
      }
      guard try advance(table.nodes) else { break }
    }
    if position > end { throw Failure(code: .unexpectedEnd, offset: end) }
  }

  /// Moves ``position`` past white space, to the next token.
  @inline(__always)
  private mutating func skipWhitespace() {
    position = JSONScanner.skipWhitespace(text, position, end)
  }

  /// Makes room for a key and a value in the node table.
  ///
  /// - Throws: A failure if the document would exceed the limit of nodes.
  @inline(never)
  private mutating func reserve(_ table: inout NodeTable) throws(Failure) {
    if count &+ (isInObject ? 2 : 1) > limits.nodes { throw Failure(code: .nodeLimit, offset: position) }
    if count &+ 2 > table.capacity { table.grow(to: count &+ 2, keeping: count) }
    room = min(table.capacity, limits.nodes)
  }

  /// Parses a key and the colon after it.
  @inline(__always)
  private mutating func key(_ nodes: UnsafeMutablePointer<NodeWord>) throws(Failure) {
    if text[position] != ASCII.quote { throw Failure(code: .expectedKey, offset: position) }
    try string(nodes)
    if text[position] != ASCII.colon {
      skipWhitespace()
      if text[position] != ASCII.colon { throw Failure(code: .expectedColon, offset: position) }
    }
    position &+= 1
    skipWhitespace()
  }

  /// Appends a node with the given fields to the node table.
  @inline(__always)
  private mutating func append(
    _ kind: JSONKind, at offset: Int, payload: Int, flag: Bool = false,
    to nodes: UnsafeMutablePointer<NodeWord>
  ) {
    nodes[count] = NodeWord(kind, offset: offset, payload: payload, flag: flag)
    count &+= 1
  }

  /// Parses a string and appends its node.
  @inline(__always)
  private mutating func string(_ nodes: UnsafeMutablePointer<NodeWord>) throws(Failure) {
    let start = position &+ 1
    let (close, hasEscapes) = try JSONScanner.string(text, start, end)
    var length = close &- start
    if length >= longString {
      if length > limits.stringBytes { throw Failure(code: .stringLimit, offset: start &- 1) }
      length = min(length, NodeWord.payloadLimit)
    }
    append(.string, at: start, payload: length, flag: hasEscapes, to: nodes)
    position = close &+ 1
  }

  /// Parses a number and appends its node.
  @inline(__always)
  private mutating func number(_ nodes: UnsafeMutablePointer<NodeWord>) throws(Failure) {
    let (close, isFractional) = try JSONScanner.number(text, position, end)
    let length = close &- position
    if length > limits.numberBytes { throw Failure(code: .numberLimit, offset: position) }
    append(.number, at: position, payload: length, flag: isFractional, to: nodes)
    position = close
  }

  /// Parses `true`, `false` or `null` and appends its node.
  @inline(__always)
  private mutating func literal(
    _ byte: UInt8, _ nodes: UnsafeMutablePointer<NodeWord>
  ) throws(Failure) {
    let word = text.word(at: position)
    if word == Literal.null {
      append(.null, at: position, payload: 4, to: nodes)
      position &+= 4
    } else if word == Literal.true {
      append(.true, at: position, payload: 4, to: nodes)
      position &+= 4
    } else if byte == Literal.f, text.word(at: position &+ 1) == Literal.alse {
      append(.false, at: position, payload: 5, to: nodes)
      position &+= 5
    } else {
      throw literalFailure(byte)
    }
  }

  /// Returns the failure for a byte that cannot begin a value, or for a literal such as `true` that the end
  /// of the input cuts off.
  @inline(never)
  private func literalFailure(_ byte: UInt8) -> Failure {
    var stop = position
    while stop < end, ASCII.isWord(text[stop]) { stop += 1 }
    let spelled = String(
      decoding: UnsafeBufferPointer(start: text + position, count: min(stop - position, 5)), as: UTF8.self)
    if stop == end, ["true", "false", "null"].contains(where: { $0.hasPrefix(spelled) }), stop > position {
      return Failure(code: .unexpectedEnd, offset: end)
    }
    return Failure(code: ASCII.isLetter(byte) ? .invalidLiteral : .expectedValue, offset: position)
  }

  /// Parses the opening bracket of a container. An empty container is parsed completely.
  ///
  /// - Returns: Whether the container has children, which must be parsed next.
  @inline(__always)
  private mutating func open(
    _ byte: UInt8, _ nodes: UnsafeMutablePointer<NodeWord>
  ) throws(Failure) -> Bool {
    if depth >= limits.depth { throw Failure(code: .depthLimit, offset: position) }
    let isObject = byte == ASCII.openBrace
    let kind: JSONKind = isObject ? .object : .array
    let start = position
    position &+= 1
    skipWhitespace()
    if text[position] == byte &+ 2 {  // ']' is '[' + 2, and '}' is '{' + 2
      append(kind, at: start, payload: 1, to: nodes)
      position &+= 1
      return false
    }
    let opened = count
    append(kind, at: start, payload: container, to: nodes)
    container = opened
    isInObject = isObject
    depth &+= 1
    return true
  }

  /// Closes the containers that end at the current position and skips the comma before the next value.
  ///
  /// - Returns: Whether there is a next value.
  @inline(__always)
  private mutating func advance(_ nodes: UnsafeMutablePointer<NodeWord>) throws(Failure) -> Bool {
    while depth > 0 {
      if text[position] != ASCII.comma { skipWhitespace() }
      let byte = text[position]
      if byte == ASCII.comma {
        position &+= 1
        skipWhitespace()
        return true
      }
      guard byte == (isInObject ? ASCII.closeBrace : ASCII.closeBracket) else {
        throw Failure(code: .expectedCommaOrClose, offset: position)
      }
      try close(nodes)
    }
    return false
  }

  /// Completes the node of the innermost container at its closing bracket.
  @inline(__always)
  private mutating func close(_ nodes: UnsafeMutablePointer<NodeWord>) throws(Failure) {
    let opened = nodes[container]
    let size = count &- container
    if isInObject, size / 2 > limits.keys { try checkKeys(nodes, size: size) }
    nodes[container] = NodeWord(
      isInObject ? .object : .array, offset: opened.offset, payload: size)
    container = opened.payload
    depth &-= 1
    position &+= 1
    isInObject = nodes[container].kindCode == JSONKind.object.rawValue && depth > 0
  }

  /// Checks the number of members of an object that is being closed. The check runs only for an object that
  /// has enough nodes to exceed the limit of keys.
  @inline(never)
  private func checkKeys(_ nodes: UnsafeMutablePointer<NodeWord>, size: Int) throws(Failure) {
    var index = container + 1
    var keys = 0
    while index < container + size {
      keys += 1
      let value = nodes[index + 1]
      index += 1 + (value.kindCode >= JSONKind.array.rawValue ? value.payload : 1)
    }
    if keys > limits.keys { throw Failure(code: .keyLimit, offset: nodes[container].offset) }
  }
}

/// The literals of JSON as little-endian words; `false` is split because it has five bytes.
private enum Literal {
  static var null: UInt32 { UInt32(littleEndian: 0x6C6C_756E) }
  static var `true`: UInt32 { UInt32(littleEndian: 0x6575_7274) }
  static var alse: UInt32 { UInt32(littleEndian: 0x6573_6C61) }
  static var f: UInt8 { 0x66 }
}
