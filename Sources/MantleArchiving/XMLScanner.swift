import Mantle

/// A scanner for the subset of XML in property lists: tags, text, comments, CDATA and
/// character references.
struct XMLScanner {
  /// The kind of a tag: `<name>`, `</name>` or `<name/>`.
  enum Form { case start, end, empty }
  /// A tag: the name of the element without attributes, and the kind.
  typealias Tag = (name: String, form: Form)

  /// The bytes of the XML file.
  private let bytes: [UInt8]
  /// The offset of the next byte to scan.
  private(set) var position = 0
  /// The offset of the tag that was parsed last.
  private(set) var tagStart = 0

  /// Creates a scanner, which skips a byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Returns an error at the current offset of the XML.
  func error(_ what: String) -> ArchiveError { ArchiveError(.xml(what), offset: position) }

  /// Returns the next tag; nil at the end. Only whitespace, comments and declarations may
  /// precede it.
  mutating func nextTag() throws(ArchiveError) -> Tag? {
    while true {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count else { return nil }
      guard bytes[position] == UInt8(ascii: "<") else { throw error("text outside of an element") }
      if at("<!--") {
        try skip(past: "-->")
      } else if at("<?") {
        try skip(past: "?>")
      } else if at("<!") {
        try skipDocumentType()
      } else {
        return try tag()
      }
    }
  }

  /// Returns the text of the element whose start tag was parsed, and consumes its end tag.
  mutating func text(until name: String) throws(ArchiveError) -> String {
    var text: [UInt8] = []
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "&") {
        text += try reference()
      } else if bytes[position] != UInt8(ascii: "<") {
        text.append(bytes[position])
        position += 1
      } else if at("<![CDATA[") {
        let start = position + 9
        try skip(past: "]]>")
        text += bytes[start..<position - 3]
      } else if at("<!--") {
        try skip(past: "-->")
      } else {
        let tag = try tag()
        guard tag.form == .end, tag.name == name else { throw error("<\(tag.name)> inside <\(name)>") }
        return try string(text[...])
      }
    }
    throw error("unexpected end of file")
  }

  /// Returns UTF-8 bytes as a string.
  ///
  /// - Throws: an ``ArchiveError`` for invalid UTF-8.
  private func string(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw error("invalid UTF-8") }
    return text
  }

  /// Parses a tag of the XML. Attributes are ignored.
  private mutating func tag() throws(ArchiveError) -> Tag {
    tagStart = position
    let start = position + 1
    try skip(past: ">")
    var content = bytes[start..<position - 1]
    var form = Form.start
    if content.first == UInt8(ascii: "/") {
      form = .end
      content = content.dropFirst()
    } else if content.last == UInt8(ascii: "/") {
      form = .empty
      content = content.dropLast()
    }
    let name = content.prefix { $0 > 0x20 }
    guard !name.isEmpty, name.count <= 64 else { throw error("a tag without a valid name") }
    return (try string(name), form)
  }

  /// Skips a document type, which may name the DTD. A document type with its own declarations
  /// is an error.
  private mutating func skipDocumentType() throws(ArchiveError) {
    let start = position
    try skip(past: ">")
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

  /// Returns whether the given markup is at the current offset of the XML.
  private func at(_ markup: String) -> Bool { bytes[position...].starts(with: markup.utf8) }

  /// Moves past the next occurrence of the given markup.
  private mutating func skip(past markup: String) throws(ArchiveError) {
    while position < bytes.count {
      if bytes[position] == markup.utf8.first, at(markup) {
        position += markup.utf8.count
        return
      }
      position += 1
    }
    throw error("no \(markup) before the end of the file")
  }
}
