import Mantle

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
