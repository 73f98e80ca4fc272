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

/// A file to be opened with edits an earlier session left behind.
public struct RecoverOrder: Sendable {
  let path: String
  let leftover: Leftover

  /// - Throws: an error whose description says why the edits cannot be taken over; they are then still there.
  func perform(models: [ModelDescription]) throws -> DocumentSource {
    let original = try DocumentSource.file(path, models: models)
    let text = leftover.form == .text ? leftover.path : try rescuedText(of: original)
    // Taken first: see ``DocumentSource/file(_:models:pick:)``.
    let fingerprint = FileFingerprint(path: text)
    return original.recovered(
      try JSONBytes.map(path: text), from: Leftover(path: text, form: .text),
      mapped: fingerprint.map { MappedFile(path: text, fingerprint: $0) })
  }

  /// Makes a text of the journal's changes, so that there is one way only from here on.
  private func rescuedText(of original: DocumentSource) throws -> String {
    guard let journal = Journal(reading: try JSONBytes.map(path: leftover.path)) else {
      throw RecoverError(description: "\(leftover.path) is damaged")
    }
    guard let fingerprint = FileFingerprint(path: journal.file), journal.fits(fingerprint) else {
      throw RecoverError(description: "\(journal.file) has changed since; the edits are in \(leftover.path)")
    }
    let isOriginal = original.path.flatMap { FileFingerprint(path: $0) } == fingerprint
    let base = isOriginal ? original.bytes : try JSONBytes.map(path: journal.file)
    guard base.count == journal.textSize else {
      throw RecoverError(description: "the edits no longer fit; they are in \(leftover.path)")
    }
    let order = RescueOrder(
      content: SplicedBytes(original: base, splices: journal.splices), name: original.name,
      paths: [path + ".unsaved"], source: nil)
    let text = try order.perform()
    leftover.remove()
    // The edits of a text that was itself taken over: the new one has both.
    if !isOriginal { unlink(journal.file) }
    return text
  }
}

/// Why the edits of an earlier session are not taken over.
struct RecoverError: Error, CustomStringConvertible {
  let description: String
}
