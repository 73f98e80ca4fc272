import Mantle

/// The unsaved edits of a file, as changes of its text: a few hundred bytes that outlive the browser.
///
/// A line of JSON says which file, a line each what is to be replaced, and the last line that nothing is missing.
struct Journal: Sendable, Equatable {
  /// The file whose text the changes fit, as long as it is as it was.
  let file: String
  let size: Int64
  let modified: [Int]
  /// Of the text, which for archives is not the file's own.
  let textSize: Int
  let splices: [JSONSplice]

  init(file: String, _ fingerprint: FileFingerprint, textSize: Int, splices: [JSONSplice]) {
    self.file = file
    size = fingerprint.size
    modified = [fingerprint.modifiedSeconds, fingerprint.modifiedNanoseconds]
    self.textSize = textSize
    self.splices = splices
  }

  /// Whether a file is as it was when the edits were made.
  func fits(_ fingerprint: FileFingerprint) -> Bool {
    size == fingerprint.size && modified == [fingerprint.modifiedSeconds, fingerprint.modifiedNanoseconds]
  }

  // MARK: - As a text

  var bytes: [UInt8] {
    let head =
      "{\"mantle\":\"unsaved edits\",\"file\":\(JSONText.quoted(file)),\"size\":\(size),"
      + "\"modified\":[\(modified[0]),\(modified[1])],\"text\":\(textSize)}\n"
    let lines = splices.map { splice in
      let text = JSONText.quoted(String(decoding: splice.replacement, as: UTF8.self))
      return "{\"at\":\(splice.range.lowerBound),\"length\":\(splice.range.count),\"text\":\(text)}\n"
    }
    return Array((head + lines.joined() + "{\"end\":\(splices.count)}\n").utf8)
  }

  /// - Returns: nil for anything that is no whole journal.
  init?(reading bytes: JSONBytes) {
    guard bytes.count <= Self.largest, let array = bytes.valuesAsArray,
      let lines = (try? JSONDocument(parsing: array)).map({ Array($0.root.elements) }),
      let head = lines.first, head["mantle"]?.displayText == "unsaved edits",
      let file = head["file"]?.displayText, let size = head["size"]?.integer,
      let modified = head["modified"]?.elements.compactMap(\.integer), modified.count == 2,
      let textSize = head["text"]?.integer, lines.last?["end"]?.integer == lines.count - 2
    else { return nil }
    var splices: [JSONSplice] = []
    for line in lines.dropFirst().dropLast() {
      guard let start = line["at"]?.integer, let length = line["length"]?.integer,
        let text = line["text"]?.displayText, start >= 0, length >= 0, start <= textSize,
        length <= textSize - start
      else { return nil }
      splices.append(JSONSplice(start..<start + length, with: Array(text.utf8)))
    }
    self.file = file
    self.size = Int64(size)
    self.modified = modified
    self.textSize = textSize
    self.splices = splices
  }

  private static let largest = 1 << 30
}

extension JSONNode {
  fileprivate var integer: Int? { kind == .number ? Int(rawText) : nil }
}

/// A journal that is still to be made, by whoever has the time.
struct JournalOrder: Sendable {
  let file: MappedFile
  let base: JSONBytes
  let saved: [JSONSplice]
  let current: [JSONSplice]

  var journal: Journal {
    Journal(
      file: file.path, file.fingerprint, textSize: SplicedBytes(original: base, splices: saved).count,
      splices: SpliceDifference(base: base, earlier: saved, later: current).splices)
  }
}

extension BrowserDocument {
  /// What to write down of the unsaved edits; nil where there are none, or where the text is no file's.
  var journalOrder: JournalOrder? {
    guard history.isModified, let written else { return nil }
    return JournalOrder(
      file: MappedFile(path: written.file.path.resolvedPath, fingerprint: written.file.fingerprint),
      base: base, saved: written.splices, current: currentText().splices)
  }
}
