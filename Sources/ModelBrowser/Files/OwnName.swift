/// The names of the state files of a document, derived from the document's path.
struct OwnName: Sendable {
  /// The document's absolute path with all symbolic links resolved.
  let document: String

  init(of document: String) { self.document = document.resolvedPath }

  /// Where the document is.
  var folder: String { Self.folder(of: document) }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  var name: String { document.split(separator: "/").last.map(String.init) ?? document }

  /// In front of every name in a folder of our own; of one length however long the path is.
  var tag: String {
    let hex = String(document.utf8.stableHash, radix: 16)
    return "mantle-" + String(repeating: "0", count: 16 - hex.count) + hex
  }

  /// The name of a text with unsaved edits outside of the document's directory.
  var rescued: String { tag + ".unsaved" }

  /// The unsaved edits of a session, as written for the n-th time.
  func journal(session: String, _ number: Int) -> String { "\(tag)-\(session).\(number)\(Self.journalEnd)" }

  static let journalEnd = ".edits"

  /// The session a journal's name is of, and how often it had written; nil for another file's name.
  func session(of name: String) -> (session: String, number: Int)? {
    guard name.hasPrefix(tag + "-"), name.hasSuffix(Self.journalEnd) else { return nil }
    let parts = name.dropFirst(tag.count + 1).dropLast(Self.journalEnd.count).split(separator: ".")
    guard parts.count == 2, let number = Int(parts[1]) else { return nil }
    return (String(parts[0]), number)
  }

  /// So many letters and digits that no two alike are made.
  static func random() -> String {
    String((0..<12).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
  }
}

extension Sequence<UInt8> {
  /// A hash that is the same in every session (FNV-1a, 64 bits): tells texts apart, but not against an attacker.
  var stableHash: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
