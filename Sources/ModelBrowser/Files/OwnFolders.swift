import MantleFiles
import MantlePlatform

/// The folders where the program may keep files of its own.
struct OwnFolders: Sendable {
  /// `$XDG_STATE_HOME/mantle`, by default `~/.local/state/mantle`; nil where there is no home.
  let state: String?
  let temporary: String

  @TaskLocal static var current = OwnFolders.ofUser

  /// The home directory that `~` expands to; nil if it is unknown.
  static var home: String? {
    variable("HOME")
  }

  /// `$XDG_CONFIG_HOME/mantle`, by default `~/.config/mantle`; nil where there is no home.
  static var configuration: String? {
    (variable("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }).map { $0 + "/mantle" }
  }

  private static var ofUser: OwnFolders {
    let state = variable("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
    return OwnFolders(state: state.map { $0 + "/mantle" }, temporary: variable("TMPDIR") ?? "/tmp")
  }

  /// An absolute path; nil where the variable is none.
  private static func variable(_ name: String) -> String? {
    String(variable: name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Makes a folder where it is missing, and those around it, for the user alone.
  ///
  /// - Parameter folder: an absolute path.
  static func make(_ folder: String) throws(WriteFailure) {
    let parts = folder.split(separator: "/")
    for count in 1...max(1, parts.count) {
      let path = "/" + parts.prefix(count).joined(separator: "/")
      if FileFingerprint(path: path) == nil {
        try FileCalls.perform(.folder, path) {
          path.withSystemPath { mkdir($0, 0o700) } == 0 || errno == EEXIST ? 0 : -1
        }
      }
    }
  }

  /// Makes the state folder where it is missing.
  ///
  /// - Returns: its path.
  /// - Throws: why it cannot be used: nobody else may own it, or put files into it.
  func madeState() throws(WriteFailure) -> String {
    guard let state else { throw WriteFailure(words: "HOME is not set") }
    try Self.make(state)
    guard let status = state.fileStatus() else { throw WriteFailure(code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw WriteFailure(code: ENOTDIR) }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw WriteFailure(words: "others may write there")
    }
    return state
  }
}
