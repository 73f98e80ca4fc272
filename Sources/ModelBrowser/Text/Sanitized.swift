/// Text made safe to print on one row: what a terminal would obey, or would not show, appears as a visible escape.
///
/// Escaped are C0 and C1 controls and DEL, line and paragraph separators, bidirectional controls, U+FEFF and every
/// other invisible character, joiners and variation selectors where they do not shape a character, marks without a
/// base or in excess, and bytes that are not UTF-8. Everything else, also private and unassigned characters, is kept.
public struct Sanitized: Sendable, Hashable {
  /// A run of kept text, or of escapes.
  public struct Piece: Sendable, Hashable {
    public var text: String
    public var isEscape: Bool
  }

  public private(set) var pieces: [Piece] = []
  /// The width of all pieces together.
  public private(set) var cellWidth = 0
  /// Whether text was left out because the limit was reached.
  public private(set) var isCut = false

  /// Sanitises text up to a width. The last character kept may reach beyond the limit, so that a truncation sees
  /// that something follows. The work depends on the limit, not on the length of the text.
  public init(_ text: some StringProtocol, cells limit: Int = .max) {
    let most = Swift.min(Self.mostBytes(inCells: limit), text.utf8.count)
    let end = text.utf8.index(text.startIndex, offsetBy: most)
    append(Substring(text[..<end]), limit: limit)
    if end < text.endIndex { isCut = true }
  }

  /// Sanitises bytes that should be UTF-8; those that are not become `\xff` and the like.
  public init(bytes: some Collection<UInt8>, cells limit: Int = .max) {
    let head = Array(bytes.prefix(Self.mostBytes(inCells: limit)))
    isCut = head.count < bytes.count
    for run in UTF8Runs(head) {
      guard cellWidth <= limit else { isCut = true; return }
      switch run {
      case .text(let text): append(text[...], limit: limit)
      case .invalid(let byte): append(Escape.ofByte(byte), isEscape: true)
      }
    }
  }

  /// The pieces as one string.
  public var text: String { pieces.reduce(into: "") { $0 += $1.text } }

  /// The pieces as spans, the escapes in a style of their own.
  public func spans(_ style: Style = Style(), escapes: Style = Style(.warning)) -> [Span] {
    pieces.spans(style, escapes: escapes)
  }

  private mutating func append(_ text: Substring, limit: Int) {
    var rest = text
    while !rest.isEmpty {
      guard cellWidth <= limit else { isCut = true; return }
      let room = limit == .max ? .max : limit - cellWidth + 1
      let plain = rest.asciiIndex(rest.plainPrefixCount(most: room))
      guard plain == rest.startIndex else {
        append(String(rest[..<plain]), isEscape: false)
        rest = rest[plain...]
        continue
      }
      let next = rest.index(after: rest.startIndex)
      CharacterSanitizer.forEachUnit(of: rest[..<next]) { append($0.text, isEscape: $0.isEscape) }
      rest = rest[next...]
    }
  }

  private mutating func append(_ text: String, isEscape: Bool) {
    guard !text.isEmpty else { return }
    cellWidth += text.cellWidth
    pieces.append(text, isEscape: isEscape)
  }

  /// More bytes than any text of so many cells has before it is sanitised: a cell shows at most one character of
  /// ``CharacterSanitizer/mostScalars`` scalars.
  static func mostBytes(inCells limit: Int) -> Int {
    let (cells, tooWide) = limit.addingReportingOverflow(2)
    let (bytes, tooLong) = cells.multipliedReportingOverflow(by: 4 * CharacterSanitizer.mostScalars)
    return tooWide || tooLong ? .max : bytes
  }
}

extension [Sanitized.Piece] {
  /// Adds text to the last piece, or as a new one where kept text and escapes meet.
  mutating func append(_ text: String, isEscape: Bool) {
    if let last = indices.last, self[last].isEscape == isEscape {
      self[last].text += text
    } else {
      append(Sanitized.Piece(text: text, isEscape: isEscape))
    }
  }

  func spans(_ style: Style, escapes: Style) -> [Span] {
    map { Span($0.text, $0.isEscape ? escapes : style) }
  }
}

extension [Span] {
  /// The text of all spans, in order.
  public var text: String { reduce(into: "") { $0 += $1.text } }
}
