import Mantle

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Unsaved edits that an earlier session left behind.
public struct Leftover: Sendable, Hashable {
  enum Form: Hashable, Sendable {
    /// The whole text with its edits, written when the session was told to end.
    case text
    /// What a session that died at once had written down.
    case journal
  }

  let path: String
  let form: Form

  /// What there is for a file, the latest first; a rescued text that is the file's is nothing.
  static func all(for path: String, _ bytes: JSONBytes) -> [Leftover] {
    let journals = JournalFile.leftBehind(for: path).filter(isWorthwhile)
    let texts = rescued(path).filter { differs($0, from: bytes) }
    return journals.map { Leftover(path: $0, form: .journal) } + texts.map { Leftover(path: $0, form: .text) }
  }

  private static func rescued(_ path: String) -> [String] {
    let paths = [path + ".unsaved"] + (2...9).map { "\(path).unsaved-\($0)" }
    return paths.filter { FileFingerprint(path: $0) != nil }.reversed()
  }

  /// A journal of nothing, or half of one, is cleared away by nobody else.
  private static func isWorthwhile(_ journal: String) -> Bool {
    guard let bytes = try? JSONBytes.map(path: journal) else { return false }
    if bytes.count == 0 { unlink(journal) }
    return Journal(reading: bytes).map { !$0.splices.isEmpty } ?? false
  }

  /// Files of one size are compared while that takes no time worth speaking of.
  private static func differs(_ path: String, from bytes: JSONBytes) -> Bool {
    guard let other = try? JSONBytes.map(path: path), other.count == bytes.count, bytes.count <= 1 << 24
    else { return true }
    return other.slice(0..<other.count) != bytes.slice(0..<bytes.count)
  }

  func remove() { unlink(path) }
}
