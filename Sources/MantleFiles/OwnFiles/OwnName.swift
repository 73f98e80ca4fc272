/// The names of the state files of a document, derived from the document's path.
struct OwnName: Sendable {
  /// The document's absolute path with all symbolic links resolved.
  private let document: String

  init(of document: String) { self.document = document.resolvedPath }

  /// The folder that contains the document.
  var folder: String { document.parentFolder }

  /// The prefix of the names of all files for this document in the program's own folders. Its length does not depend on
  /// the document's path.
  var tag: String {
    let hex = String(document.utf8.stableHash, radix: 16)
    return "mantle-" + String(repeating: "0", count: 16 - hex.count) + hex
  }

  /// Returns the name of the file for a rescued text of the document.
  ///
  /// - Parameter inOwnFolder: whether the file is in one of the program's own folders and not next to the document.
  func rescued(inOwnFolder: Bool) -> String {
    (inOwnFolder ? tag : document.split(separator: "/").last.map(String.init) ?? document) + ".unsaved"
  }

  /// Returns the file name of a session's journal with the given number.
  func journal(session: String, _ number: Int) -> String { "\(tag)-\(session).\(number)\(Self.journalEnd)" }

  private static let journalEnd = ".edits"

  /// Returns the path of the file with the text to which a journal applies, which all journals of a session share; nil
  /// if the given file is not a journal.
  static func base(of journal: String) -> String? {
    guard journal.hasSuffix(journalEnd) else { return nil }
    let numbered = journal.dropLast(journalEnd.count)
    return numbered.lastIndex(of: ".").map { numbered[..<$0] + ".base" }
  }

  /// Returns the session and the number in the name of a journal; nil for the name of another file.
  func session(of name: String) -> (session: String, number: Int)? {
    guard name.hasPrefix(tag + "-"), name.hasSuffix(Self.journalEnd) else { return nil }
    let parts = name.dropFirst(tag.count + 1).dropLast(Self.journalEnd.count).split(separator: ".")
    guard parts.count == 2, let number = Int(parts[1]) else { return nil }
    return (String(parts[0]), number)
  }
}

extension Sequence<UInt8> {
  /// A hash of the bytes that is the same in every session (FNV-1a, 64 bits). It does not resist attackers.
  package var stableHash: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
