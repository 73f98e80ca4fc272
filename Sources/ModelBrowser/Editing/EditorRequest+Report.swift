import MantlePlatform

extension Report {
  /// The text that the user's editor returned.
  static func edited(_ request: EditorRequest, _ text: String) -> Report {
    Report { EditorRequest.take(&$0, request, text) }
  }
}

extension EditorRequest {
  /// Has the text edited in a file of its own, which only the user can read, and which is gone afterwards.
  ///
  /// - Parameter run: runs a command line; returns whether it ended well.
  func report(_ run: (String) -> Bool) -> Report {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mantle-\(UUID().uuidString)")
    let file = folder.appendingPathComponent("value" + suffix)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: file)
      let command = Self.editor + " '" + file.path.replacing("'", with: "'\\''") + "'"
      guard run(command) else {
        return .failed("\(Self.editor): did not end well; the value is as it was")
      }
      return .edited(self, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    } catch {
      return .failed("not edited: a file in \(folder.path) cannot be written or read back")
    }
  }

  /// The editor that other programs use, too.
  private static var editor: String {
    let environment = ProcessInfo.processInfo.environment
    return ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
  }
}
