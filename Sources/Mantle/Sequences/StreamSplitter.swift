/// A splitter that divides JSON, byte by byte, into the lines of NDJSON or into the elements of one array,
/// which is called the list.
struct StreamSplitter {
  /// A line or an element of the input, which is decoded separately.
  struct Part {
    var bytes: [UInt8] = []
    /// The location of the part's first byte in the input.
    var start: SourceLocation
    var path = JSONKeyPath()
    /// Whether the part has more bytes than the limit, so that not all of its bytes are stored.
    var isTooLong = false
    /// A problem that replaces a line or element: the input lacks the list, or ends before the end of the
    /// list. Nil for lines and elements.
    var problem: String?
  }

  /// The position in the structure of the input, between two bytes.
  private enum State {
    case line
    /// The splitter is before a value on the path to the list; `keys` is the number of keys that lead to the
    /// value.
    case value(keys: Int)
    /// The splitter is in an object on the path to the list, inside `depth` containers that are nested in the
    /// object.
    case object(keys: Int, depth: Int)
    /// The splitter is in the list, inside `depth` containers that are nested in the list.
    case list(depth: Int)
    case end
  }

  private var state: State
  private let path: [String]
  private let limit: Int
  private var part: Part
  private var index = 0
  private var isInString = false
  private var isEscaped = false
  /// The last string in an object on the path to the list, with its quotes. If a colon follows, the string is
  /// a key.
  private var string: [UInt8] = []
  private var (line, column, offset) = (1, 1, 0)

  /// Creates a splitter at the start of an input.
  ///
  /// - Parameter path: the keys that lead to the list; nil for NDJSON.
  init(path: [String]?, limit: Int) {
    state = path == nil ? .line : .value(keys: 0)
    self.path = path ?? []
    self.limit = limit
    part = Part(start: SourceLocation(line: 1, column: 1, offset: 0))
  }

  /// Processes the next byte of the input.
  ///
  /// - Returns: the line or element that the byte completes; nil if the byte completes none.
  mutating func take(_ byte: UInt8) -> Part? {
    defer { advance(over: byte) }
    if isInString {
      isInString = isEscaped || byte != ASCII.quote
      isEscaped = !isEscaped && byte == ASCII.backslash
      keep(byte)
      return nil
    }
    switch state {
    case .end: return nil
    case .line: return byte == ASCII.lineFeed ? takePart() : keep(byte)
    case .value(let keys):
      // A byte order mark may precede the value.
      return ASCII.isWhitespace(byte) || offset < 3 && byte >= 0x80 ? nil : enter(byte, keys)
    case .object(let keys, let depth): return takeInObject(byte, keys, depth)
    case .list(let depth): return takeInList(byte, depth)
    }
  }

  /// Returns the last part at the end of the input: the last line, the last element of a list that is not
  /// closed, or the problem of an input without a complete list. Nil if the list is closed.
  mutating func finish() -> Part? {
    switch state {
    case .line: return takePart()
    case .end: return nil
    case .list where part.bytes.isEmpty: return fail("the list is not closed")
    case .list: return takePart()
    case .value, .object: return fail("the input ends before the list")
    }
  }

  private mutating func enter(_ byte: UInt8, _ keys: Int) -> Part? {
    if keys < path.count {
      guard byte == ASCII.openBrace else { return fail("expected an object") }
      state = .object(keys: keys, depth: 0)
    } else {
      guard byte == ASCII.openBracket else { return fail("expected an array") }
      state = .list(depth: 0)
    }
    return nil
  }

  private mutating func takeInObject(_ byte: UInt8, _ keys: Int, _ depth: Int) -> Part? {
    switch byte {
    case ASCII.quote:
      isInString = true
      string = [byte]
    case ASCII.openBrace, ASCII.openBracket: state = .object(keys: keys, depth: depth + 1)
    case ASCII.closeBrace, ASCII.closeBracket:
      guard depth > 0 else { return fail("the object has no key `\(path[keys])`") }
      state = .object(keys: keys, depth: depth - 1)
    case ASCII.colon where depth == 0:
      let key = try? JSONDocument(string).root.stringValue
      if key?.isExactly(path[keys]) == true { state = .value(keys: keys + 1) }
    default: break
    }
    return nil
  }

  private mutating func takeInList(_ byte: UInt8, _ depth: Int) -> Part? {
    switch byte {
    case ASCII.quote: isInString = true
    case ASCII.openBrace, ASCII.openBracket: state = .list(depth: depth + 1)
    case ASCII.comma where depth == 0: return takePart()
    case ASCII.closeBracket where depth == 0:
      state = .end
      return part.bytes.isEmpty && index == 0 ? nil : takePart()
    case ASCII.closeBrace, ASCII.closeBracket: state = .list(depth: max(0, depth - 1))
    default: if part.bytes.isEmpty, ASCII.isWhitespace(byte) { return nil }
    }
    return keep(byte)
  }

  /// Adds a byte to the current part or, in an object on the path to the list, to the last string. Always
  /// returns nil.
  @discardableResult private mutating func keep(_ byte: UInt8) -> Part? {
    if case .object = state {
      if string.count <= limit { string.append(byte) }
      return nil
    }
    if part.bytes.isEmpty { part.start = location }
    part.isTooLong = part.isTooLong || part.bytes.count >= limit
    if !part.isTooLong { part.bytes.append(byte) }
    return nil
  }

  private var location: SourceLocation { SourceLocation(line: line, column: column, offset: offset) }

  /// Returns the current part, which is complete, and begins the next part.
  private mutating func takePart() -> Part {
    var complete = part
    if complete.bytes.isEmpty { complete.start = location }
    if case .line = state {} else { complete.path = listPath.appending(index: index) }
    index += 1
    part = Part(start: location)
    return complete
  }

  private mutating func fail(_ problem: String) -> Part {
    state = .end
    return Part(start: location, path: listPath, problem: problem)
  }

  private var listPath: JSONKeyPath { JSONKeyPath(path.map { .key($0) }) }

  private mutating func advance(over byte: UInt8) {
    offset += 1
    if byte == ASCII.lineFeed {
      (line, column) = (line + 1, 1)
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}
