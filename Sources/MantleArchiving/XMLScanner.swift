import Mantle

/// A scanner for the subset of XML in property lists: tags, text, comments, CDATA and
/// character references.
struct XMLScanner {
  /// A tag.
  struct Tag {
    /// The kind of a tag: `<name>`, `</name>` or `<name/>`.
    enum Form { case start, end, empty }
    /// The name of the element, without attributes.
    let name: String
    /// The kind of the tag.
    let form: Form
  }

  /// The contents of the file.
  private let bytes: [UInt8]
  /// The offset of the next byte.
  private(set) var position = 0

  /// The delimiters of the supported markup.
  private enum Markup {
    static let comment = Array("<!--".utf8)
    static let commentEnd = Array("-->".utf8)
    static let instruction = Array("<?".utf8)
    static let instructionEnd = Array("?>".utf8)
    static let declaration = Array("<!".utf8)
    static let data = Array("<![CDATA[".utf8)
    static let dataEnd = Array("]]>".utf8)
    static let tagEnd = [UInt8(ascii: ">")]
  }

  /// Creates a scanner, which skips a byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Returns an error at the current offset.
  func error(_ what: String) -> ArchiveError { ArchiveError(.xml(what), offset: position) }

  /// Returns the next tag; nil at the end. Only whitespace, comments and declarations may
  /// precede it.
  mutating func nextTag() throws(ArchiveError) -> Tag? {
    while true {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count else { return nil }
      guard bytes[position] == UInt8(ascii: "<") else { throw error("text outside of an element") }
      if at(Markup.comment) {
        try skip(past: Markup.commentEnd)
      } else if at(Markup.instruction) {
        try skip(past: Markup.instructionEnd)
      } else if at(Markup.declaration) {
        try skipDocumentType()
      } else {
        return try tag()
      }
    }
  }

  /// Returns the text of an element, and consumes its end tag.
  mutating func text(until name: String) throws(ArchiveError) -> String {
    var text: [UInt8] = []
    while position < bytes.count {
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "<"), bytes[position] != UInt8(ascii: "&")
      {
        position += 1
      }
      let plain = bytes[start..<position]
      if position < bytes.count, bytes[position] == UInt8(ascii: "&") {
        text += plain
        text += try reference()
      } else if at(Markup.data) {
        text += plain
        let start = position + Markup.data.count
        try skip(past: Markup.dataEnd)
        text += bytes[start..<position - Markup.dataEnd.count]
      } else if at(Markup.comment) {
        text += plain
        try skip(past: Markup.commentEnd)
      } else if position < bytes.count {
        let tag = try tag()
        guard tag.form == .end, tag.name == name else { throw error("<\(tag.name)> inside <\(name)>") }
        return try string(text.isEmpty ? plain : (text + plain)[...])
      }
    }
    throw error("unexpected end of file")
  }

  /// Returns bytes as a string.
  ///
  /// - Throws: an ``ArchiveError`` for invalid UTF-8.
  private func string(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw error("invalid UTF-8") }
    return text
  }

  /// Parses a tag. Attributes are ignored.
  private mutating func tag() throws(ArchiveError) -> Tag {
    let start = position + 1
    try skip(past: Markup.tagEnd)
    var content = bytes[start..<position - 1]
    var form = Tag.Form.start
    if content.first == UInt8(ascii: "/") {
      form = .end
      content = content.dropFirst()
    } else if content.last == UInt8(ascii: "/") {
      form = .empty
      content = content.dropLast()
    }
    let name = content.prefix { $0 > 0x20 }
    guard !name.isEmpty, name.count <= 64 else { throw error("a tag without a proper name") }
    return Tag(name: try string(name), form: form)
  }

  /// Skips a document type, which may name the DTD. A document type with its own declarations
  /// is an error.
  private mutating func skipDocumentType() throws(ArchiveError) {
    let start = position
    try skip(past: Markup.tagEnd)
    if bytes[start..<position].contains(UInt8(ascii: "[")) {
      throw error("a document type with declarations")
    }
  }

  /// Parses an entity or character reference, and returns its UTF-8.
  private mutating func reference() throws(ArchiveError) -> [UInt8] {
    let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard let end else { throw error("unfinished character reference") }
    let name = try string(bytes[position + 1..<end])
    guard let scalar = Self.named[name] ?? Self.numbered(name) else {
      throw error("unknown character reference &\(name);")
    }
    position = end + 1
    return Array(String(scalar).utf8)
  }

  /// The predefined entities of XML.
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// Returns the character of a decimal or hexadecimal reference; nil if it is malformed.
  private static func numbered(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    return UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }

  /// Whether the given markup is at the current offset.
  private func at(_ markup: [UInt8]) -> Bool {
    guard bytes.count - position >= markup.count else { return false }
    for offset in markup.indices where bytes[position + offset] != markup[offset] { return false }
    return true
  }

  /// Moves past the next occurrence of the given markup.
  private mutating func skip(past markup: [UInt8]) throws(ArchiveError) {
    while position < bytes.count {
      if bytes[position] == markup[0], at(markup) {
        position += markup.count
        return
      }
      position += 1
    }
    throw error("no \(String(decoding: markup, as: UTF8.self)) before the end of the file")
  }
}
