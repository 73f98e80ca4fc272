import MantlePlatform

/// The folders in which the program stores its own files.
package struct OwnFolders: Sendable {
  /// The folder for state between sessions: `$XDG_STATE_HOME/mantle`, by default `~/.local/state/mantle`; nil if there
  /// is no home directory.
  let state: String?
  let temporary: String

  @TaskLocal static var current = OwnFolders.ofUser

  /// The home directory that `~` expands to; nil if it is unknown.
  package static var home: String? { variable("HOME") }

  /// The path of the user's configuration file, `$XDG_CONFIG_HOME/mantle/config.json`, or by default in `~/.config`;
  /// nil if there is no home directory.
  package static var configurationFile: String? {
    (variable("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }).map { $0 + "/mantle/config.json" }
  }

  private static var ofUser: OwnFolders {
    let state = variable("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
    return OwnFolders(state: state.map { $0 + "/mantle" }, temporary: variable("TMPDIR") ?? "/tmp")
  }

  /// Returns the value of an environment variable if it is an absolute path; otherwise nil.
  private static func variable(_ name: String) -> String? {
    String(variable: name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Creates the directory of a file and its parent directories if they do not exist. Only the user can access them.
  ///
  /// - Parameter path: An absolute path.
  package static func makeFolder(of path: String) throws(WriteFailure) {
    let parts = path.split(separator: "/").dropLast()
    for count in 1...max(1, parts.count) {
      let folder = "/" + parts.prefix(count).joined(separator: "/")
      if folder.fileStatus() == nil {
        try FileCalls.perform(.folder, folder) {
          folder.withSystemPath { mkdir($0, 0o700) } == 0 || errno == EEXIST ? 0 : -1
        }
      }
    }
  }

  /// Creates the state folder if it is missing.
  ///
  /// - Returns: The path of the folder.
  /// - Throws: The reason why the folder cannot be used, for example because another user owns it or can write to it.
  func madeState() throws(WriteFailure) -> String {
    guard let state else { throw WriteFailure("HOME is not set") }
    try Self.makeFolder(of: state + "/file")
    guard let status = state.fileStatus() else { throw WriteFailure(code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw WriteFailure(code: ENOTDIR) }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw WriteFailure("others may write there")
    }
    return state
  }
}
