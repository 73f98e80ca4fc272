import Mantle
import MantleFiles
import MantlePlatform

/// Unsaved edits of an earlier session.
struct Leftover: Sendable, Hashable {
  /// The form of the stored edits.
  enum Form: Hashable, Sendable {
    /// The whole edited text, which was written when a signal ended the session.
    case text
    /// The journal of a session that ended abnormally.
    case journal
  }

  let path: String
  let form: Form
  /// The time at which the edits were written, in seconds and nanoseconds.
  let written: [Int]
  /// The leftovers whose edits this leftover includes. They are removed together with it.
  var included: [Leftover] = []

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  var allNames: [String] { [name] + included.flatMap(\.allNames) }

  func remove() {
    SessionFiles.remove(path)
    for leftover in included { leftover.remove() }
  }

  /// The modification date in local time: `22 Nov 03:12`.
  var date: String {
    var (time, parts) = (time_t(written.first ?? 0), tm())
    localtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%e %b %H:%M", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      .trimmingPrefix(" ").description
  }
}

/// The unsaved edits of a document from earlier sessions, and whether another session is editing the
/// document now.
struct Leftovers: Sendable {
  private(set) var all: [Leftover] = []
  private(set) var isEditedElsewhere = false

  /// Finds the unsaved edits.
  ///
  /// - Parameter bytes: The document's text; a rescued text that equals it contains no edits.
  init(of document: String, _ bytes: JSONBytes) {
    let files = SessionFiles(of: document)
    var found = files.rescued.filter { Self.differs($0, from: bytes) }.map { file -> Found in
      (Leftover(path: file.path, form: .text, written: file.fingerprint.modified), [])
    }
    for session in files.journals {
      if let journal = journal(session, of: document.resolvedPath) { found.append(journal) }
    }
    all = Self.ordered(found)
  }

  /// The unsaved edits of a session, and the file names of the leftovers whose edits they include.
  private typealias Found = (leftover: Leftover, includes: [String])

  /// Returns the latest valid journal of a session that has ended, and removes the earlier journals; nil if there is none.
  private mutating func journal(_ files: [OwnedFile], of document: String) -> Found? {
    var latest: Found?
    for file in files {
      guard file.isAbandoned else {
        isEditedElsewhere = true
        return nil
      }
      if latest != nil {
        SessionFiles.removeReplaced(file.path)
      } else if let journal = (try? file.bytes()).flatMap(Journal.init(reading:)), journal.file == document {
        let leftover = Leftover(path: file.path, form: .journal, written: file.fingerprint.modified)
        latest = (leftover, journal.includes)
      }
    }
    return latest
  }

  /// Returns whether a file differs from the bytes. Comparing a file of more than 16 MB would delay the start, so it
  /// counts as different.
  private static func differs(_ file: OwnedFile, from bytes: JSONBytes) -> Bool {
    guard let other = try? file.bytes(), other.count == bytes.count, bytes.count <= 1 << 24 else {
      return true
    }
    return other.slice(0..<other.count) != bytes.slice(0..<bytes.count)
  }

  /// Returns the leftovers, the latest first. An included leftover is nested in the leftover that includes it.
  private static func ordered(_ found: [Found]) -> [Leftover] {
    let taken = Set(found.flatMap(\.includes))
    return found.filter { !taken.contains($0.leftover.name) }.map { leftover, includes in
      var leftover = leftover
      if !includes.isEmpty {
        leftover.included = found.map(\.leftover).filter { includes.contains($0.name) }
      }
      return leftover
    }.sorted { ($1.written[0], $1.written[1], $1.name) < ($0.written[0], $0.written[1], $0.name) }
  }
}
