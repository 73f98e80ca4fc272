import MantlePlatform

/// The folders where the program may keep files of its own.
struct OwnFolders: Sendable {
  /// `$XDG_STATE_HOME/mantle`, by default `~/.local/state/mantle`; nil where there is no home.
  let state: String?
  let temporary: String

  @TaskLocal static var current = OwnFolders.ofUser

  /// What `~` stands for; nil where it is not known.
  static var home: String? {
    getenv("HOME").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// `$XDG_CONFIG_HOME/mantle`, by default `~/.config/mantle`; nil where there is no home.
  static var configuration: String? {
    let folder = getenv("XDG_CONFIG_HOME").map { String(cString: $0) }.flatMap {
      $0.hasPrefix("/") ? $0 : nil
    }
    return (folder ?? home.map { $0 + "/.config" }).map { $0 + "/mantle" }
  }

  private static var ofUser: OwnFolders {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let state = variable("XDG_STATE_HOME") ?? variable("HOME").map { $0 + "/.local/state" }
    return OwnFolders(state: state.map { $0 + "/mantle" }, temporary: variable("TMPDIR") ?? "/tmp")
  }

  /// Makes the state folder where it is missing.
  ///
  /// - Returns: its path.
  /// - Throws: why it cannot be used: nobody else may own it, or put files into it.
  func madeState() throws(WriteFailure) -> String {
    guard let state else { throw WriteFailure(words: "HOME is not set") }
    let parts = state.split(separator: "/")
    for count in 1...max(1, parts.count) {
      let path = "/" + parts.prefix(count).joined(separator: "/")
      if FileFingerprint(path: path) == nil {
        try FileCalls.perform(.folder, path) { mkdir(path, 0o700) == 0 || errno == EEXIST ? 0 : -1 }
      }
    }
    var status = stat()
    guard stat(state, &status) == 0 else { throw WriteFailure(code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw WriteFailure(code: ENOTDIR) }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw WriteFailure(words: "others may write there")
    }
    return state
  }
}
