/// The names of the state files of a document, derived from the document's path.
struct OwnName: Sendable {
  /// The document's absolute path with all symbolic links resolved.
  private let document: String

  init(of document: String) { self.document = document.resolvedPath }

  /// The folder of the document.
  var folder: String { document.parentFolder }

  /// The prefix of every name in a folder of our own, whose length does not depend on the path.
  var tag: String {
    let hex = String(document.utf8.stableHash, radix: 16)
    return "mantle-" + String(repeating: "0", count: 16 - hex.count) + hex
  }

  /// The name of a text with unsaved edits: in the document's folder, or in a folder of our own.
  func rescued(inOwnFolder: Bool) -> String {
    (inOwnFolder ? tag : document.split(separator: "/").last.map(String.init) ?? document) + ".unsaved"
  }

  /// The name of the n-th journal of a session.
  func journal(session: String, _ number: Int) -> String { "\(tag)-\(session).\(number)\(Self.journalEnd)" }

  private static let journalEnd = ".edits"

  /// Returns the path of the text that a journal's edits are of, which all journals of a session share; nil for another file.
  static func base(of journal: String) -> String? {
    guard journal.hasSuffix(journalEnd) else { return nil }
    let numbered = journal.dropLast(journalEnd.count)
    return numbered.lastIndex(of: ".").map { numbered[..<$0] + ".base" }
  }

  /// Returns the session and the number of a journal's name; nil for the name of another file.
  func session(of name: String) -> (session: String, number: Int)? {
    guard name.hasPrefix(tag + "-"), name.hasSuffix(Self.journalEnd) else { return nil }
    let parts = name.dropFirst(tag.count + 1).dropLast(Self.journalEnd.count).split(separator: ".")
    guard parts.count == 2, let number = Int(parts[1]) else { return nil }
    return (String(parts[0]), number)
  }
}

extension Sequence<UInt8> {
  /// A hash that is the same in every session (FNV-1a, 64 bits). It does not resist attackers.
  package var stableHash: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
