import Mantle
import MantleFiles

/// The unsaved edits of a file as changes of its text, usually a few hundred bytes. The journal outlives a crash of
/// the browser.
///
/// The first line of JSON identifies the edited text. Each following line is a replacement, and the last line marks
/// the journal as complete. The JSON of an archive differs in every session, so its journal contains the whole edited
/// text instead.
struct Journal: Sendable, Equatable {
  /// The form of the unsaved edits: splices of the original text, or the whole edited text.
  enum Content: Sendable, Equatable {
    /// Splices of the original text, which the mark identifies.
    case changes(of: TextMark, [JSONSplice])
    case text([UInt8])
  }

  /// The path of the document, which is only compared with the path of the opened document. A journal never
  /// determines which files are read, moved or deleted.
  let file: String
  let size: Int64
  let modified: [Int]
  let content: Content
  /// The file names of the leftovers whose edits this journal includes.
  let includes: [String]

  init(file: String, _ fingerprint: FileFingerprint, _ content: Content, includes: [String] = []) {
    self.file = file
    size = fingerprint.size
    modified = fingerprint.modified
    self.content = content
    self.includes = includes
  }

  /// Returns whether a file has the same size and modification date as when the edits were made.
  func fits(_ fingerprint: FileFingerprint?) -> Bool {
    fingerprint.map { size == $0.size && modified == $0.modified } ?? false
  }

  // MARK: - Serialization

  var bytes: [UInt8] {
    var lines = [head]
    switch content {
    case .text(let text):
      lines.append("{\"whole\":\(JSONText.quoted(String(decoding: text, as: UTF8.self)))}")
    case .changes(_, let splices):
      for splice in splices {
        let text = JSONText.quoted(String(decoding: splice.replacement, as: UTF8.self))
        lines.append(
          "{\"at\":\(splice.range.lowerBound),\"length\":\(splice.range.count),\"text\":\(text)}")
      }
    }
    return Array((lines + ["{\"end\":\(lines.count - 1)}", ""]).joined(separator: "\n").utf8)
  }

  private var head: String {
    var head =
      "{\"mantle\":\"unsaved edits\",\"version\":3,\"file\":\(JSONText.quoted(file)),\"size\":\(size),"
      + "\"modified\":[\(modified[0]),\(modified[1])]"
    if case .changes(let mark, _) = content {
      head += ",\"text\":{\"size\":\(mark.size),\"hash\":\"\(mark.hash)\"}"
    }
    if !includes.isEmpty {
      head += ",\"includes\":[\(includes.map(JSONText.quoted).joined(separator: ","))]"
    }
    return head + "}"
  }

  /// Parses a journal; nil if the bytes are not a complete journal.
  init?(reading bytes: JSONBytes) {
    guard bytes.count <= Self.largest, let array = bytes.valuesAsArray,
      let lines = (try? JSONDocument(parsing: array)).map({ Array($0.root.elements) }),
      let head = lines.first, head["mantle"]?.displayText == "unsaved edits",
      [2, 3].contains(head["version"]?.integer), head["rounds"]?.integer ?? 1 == 1, head["of"] == nil,
      let file = head["file"]?.displayText, let size = head["size"]?.integer,
      let modified = head["modified"]?.elements.compactMap(\.integer), modified.count == 2,
      lines.last?["end"]?.integer == lines.count - 2,
      let content = Content(head, lines.dropFirst().dropLast())
    else { return nil }
    self.file = file
    self.size = Int64(size)
    self.modified = modified
    self.content = content
    includes = head["includes"]?.elements.map(\.displayText) ?? []
  }

  private static let largest = 1 << 30
}

extension Journal.Content {
  fileprivate init?(_ head: JSONNode, _ lines: ArraySlice<JSONNode>) {
    guard let text = head["text"] else {
      guard let whole = lines.first?["whole"], whole.kind == .string, lines.count == 1 else { return nil }
      self = .text(Array(whole.displayText.utf8))
      return
    }
    guard let size = text["size"]?.integer, let hash = text["hash"].flatMap({ UInt64($0.displayText) }) else {
      return nil
    }
    var splices: [JSONSplice] = []
    for line in lines {
      // Applying the splices checks that their ranges are inside of the text.
      guard let start = line["at"]?.integer, let length = line["length"]?.integer, start >= 0, length >= 0,
        !start.addingReportingOverflow(length).overflow, let text = line["text"]?.displayText
      else { return nil }
      splices.append(JSONSplice(start..<start + length, with: Array(text.utf8)))
    }
    self = .changes(of: TextMark(size: size, hash: hash), splices)
  }
}

extension JSONNode {
  fileprivate var integer: Int? { kind == .number ? Int(rawText) : nil }
}

/// A fingerprint of a text, which ensures that edits are only applied to the text they were made in.
struct TextMark: Sendable, Equatable {
  let size: Int
  let hash: UInt64

  /// The maximum size of a text that is hashed, so that recording an edit of a 1 GB file does not read the whole
  /// file. For larger texts, the size and modification date of the file are compared instead.
  static let wholeUpTo = 1 << 22

  /// Whether the hash distinguishes texts of this size.
  var isExact: Bool { size <= Self.wholeUpTo }

  init(size: Int, hash: UInt64) {
    self.size = size
    self.hash = hash
  }

  init(_ text: SplicedBytes) throws(JSONSpliceError) {
    size = text.count
    hash = size <= Self.wholeUpTo ? try text.original.applying(text.splices).stableHash : 0
  }
}
