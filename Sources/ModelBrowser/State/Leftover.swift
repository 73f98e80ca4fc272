import Mantle
import MantlePlatform

/// Unsaved edits of an earlier session.
struct Leftover: Sendable, Hashable {
  /// The form of the stored edits.
  enum Form: Hashable, Sendable {
    /// The whole text with its edits, written when the session was told to end.
    case text
    /// The journal of a session that ended abnormally.
    case journal
  }

  let path: String
  let form: Form
  /// When it was written last, in seconds and nanoseconds.
  let written: [Int]
  /// Those whose edits are in this one too: they go with it.
  var included: [Leftover] = []

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  var allNames: [String] { [name] + included.flatMap(\.allNames) }

  func remove() {
    FileCalls.remove(path)
    for leftover in included { leftover.remove() }
  }

  /// When it was written, in the local time: `22 Nov 03:12`.
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

  /// Searches the document's directory, the state folder and the temporary files, and deletes unfinished
  /// files of sessions that ended abnormally.
  ///
  /// - Parameter bytes: the document's text; a rescued text that equals it contains no edits.
  init(of document: String, _ bytes: JSONBytes) {
    let name = OwnName(of: document)
    var found = look(in: name.folder, prefix: ".", rescued: "\(name.name).unsaved", name, bytes)
    FileDraft.clearAbandoned(in: name.folder)
    for folder in [OwnFolders.current.state, OwnFolders.current.temporary].compactMap(\.self) {
      found += look(in: folder, prefix: "", rescued: name.rescued, name, bytes)
    }
    all = Self.ordered(found)
  }

  private mutating func look(
    in folder: String, prefix: String, rescued: String, _ own: OwnName, _ bytes: JSONBytes
  ) -> [(leftover: Leftover, includes: [String])] {
    var sessions: [String: [(number: Int, path: String)]] = [:]
    var found: [(leftover: Leftover, includes: [String])] = []
    for name in FolderListing.names(in: folder, startingWith: [prefix + own.tag, rescued]) {
      let path = "\(folder)/\(name)"
      if name.hasPrefix(prefix), let journal = own.session(of: String(name.dropFirst(prefix.count))) {
        sessions[journal.session, default: []].append((journal.number, path))
      } else if Self.isNumbered(name, rescued), let file = OwnedFile(path), Self.differs(file, from: bytes) {
        found.append((Leftover(path: path, form: .text, written: file.fingerprint.modified), []))
      }
    }
    return found + sessions.values.compactMap { journal($0, of: own) }
  }

  /// The latest whole journal of a session that is over.
  private mutating func journal(
    _ files: [(number: Int, path: String)], of own: OwnName
  ) -> (leftover: Leftover, includes: [String])? {
    var latest: (leftover: Leftover, includes: [String])?
    for path in files.sorted(by: { $0.number > $1.number }).map(\.path) {
      guard let file = OwnedFile(path) else { continue }
      guard file.isAbandoned else {
        isEditedElsewhere = true
        return nil
      }
      if latest != nil {
        FileCalls.remove(path)
      } else if let journal = (try? file.bytes()).flatMap(Journal.init(reading:)),
        journal.file == own.document
      {
        let leftover = Leftover(path: path, form: .journal, written: file.fingerprint.modified)
        latest = (leftover, journal.includes)
      } else if file.fingerprint.isOld {
        // Half a journal; a fresh one may be of a session that is about to lock it.
        FileCalls.remove(path)
      }
    }
    return latest
  }

  /// `name` itself, or `name-2` and so on.
  private static func isNumbered(_ name: String, _ base: String) -> Bool {
    guard name.hasPrefix(base) else { return false }
    let rest = name.dropFirst(base.count)
    return rest.isEmpty
      || (rest.first == "-" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isWholeNumber))
  }

  /// Files of one size are compared while that takes no time worth speaking of.
  private static func differs(_ file: borrowing OwnedFile, from bytes: JSONBytes) -> Bool {
    guard let other = try? file.bytes(), other.count == bytes.count, bytes.count <= 1 << 24 else {
      return true
    }
    return other.slice(0..<other.count) != bytes.slice(0..<bytes.count)
  }

  /// The latest first; what another one includes goes with that one.
  private static func ordered(_ found: [(leftover: Leftover, includes: [String])]) -> [Leftover] {
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
