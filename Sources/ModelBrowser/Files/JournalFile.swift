import Mantle
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file a journal is kept in: beside the document, or where a program may keep such things.
///
/// It is locked as long as its session lives, so that others know whose edits it holds. Each time a whole new one takes the
/// place of the last, so that no moment finds half a journal.
final class JournalFile: Sendable {
  private struct State {
    /// Of the locked file; -1 once it is over.
    var descriptor: Int32
    /// The latest state of the edits that was written.
    var revision = -1
  }

  let path: String
  private let state: Mutex<State>

  private init(path: String, descriptor: Int32) {
    self.path = path
    state = Mutex(State(descriptor: descriptor))
  }

  /// Takes the first name that is free.
  ///
  /// - Returns: nil where nothing can be written.
  convenience init?(for document: String) {
    for path in Self.folders(for: document).flatMap(Self.numbered) {
      if path.hasPrefix(Self.stateFolder.first ?? "\0") { Self.makeStateFolder() }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { continue }
      flock(descriptor, LOCK_EX | LOCK_NB)
      self.init(path: path, descriptor: descriptor)
      return
    }
    return nil
  }

  /// Writes a state of the edits; one that comes too late is left aside.
  ///
  /// - Returns: whether the file holds this state or a later one.
  @discardableResult
  func write(_ bytes: @autoclosure () -> [UInt8], revision: Int) -> Bool {
    state.withLock { state in
      guard state.descriptor >= 0 else { return false }
      guard revision > state.revision else { return true }
      let fresh = path + ".new"
      let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return false }
      // Locked before it has the name: no moment finds a journal that seems left behind.
      flock(descriptor, LOCK_EX | LOCK_NB)
      guard Self.write(bytes(), to: descriptor), rename(fresh, path) == 0 else {
        close(descriptor)
        unlink(fresh)
        return false
      }
      close(state.descriptor)
      state.descriptor = descriptor
      state.revision = revision
      return true
    }
  }

  /// Ends it: nothing is written any more.
  ///
  /// - Parameter keeping: leave the file for a later session.
  func end(keeping: Bool) {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      if !keeping { unlink(path) }
      close(state.descriptor)
      state.descriptor = -1
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    (try? JSONBytes(bytes).write(to: descriptor)) == true
  }
}

extension JournalFile {
  /// The journals of a document that no session is writing to.
  static func leftBehind(for document: String) -> [String] {
    folders(for: document).flatMap(numbered).filter { path in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
  }

  /// What a document's journal is called in each folder, the best first.
  private static func folders(for document: String) -> [String] {
    let path = document.resolvedPath
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return [] }
    let beside = "/" + (parts.dropLast() + [".\(name).mantle-edits"]).joined(separator: "/")
    return [beside]
      + stateFolder.map { $0 + "/" + path.dropFirst().replacing("/", with: "%") + ".mantle-edits" }
  }

  private static func numbered(_ path: String) -> [String] {
    [path] + (2...9).map { "\(path)-\($0)" }
  }

  private static func makeStateFolder() {
    for folder in stateFolder {
      let parts = folder.split(separator: "/")
      for count in 1...parts.count { mkdir("/" + parts.prefix(count).joined(separator: "/"), 0o700) }
    }
  }

  /// `~/.local/state/mantle`; at most one.
  private static var stateFolder: [String] {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let state = variable("XDG_STATE_HOME") ?? variable("HOME").map({ $0 + "/.local/state" }) else {
      return []
    }
    return [state + "/mantle"]
  }
}
