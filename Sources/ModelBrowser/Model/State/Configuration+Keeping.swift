import Mantle
import MantleFiles

extension Configuration {
  /// Writes settings into the options of a configuration file; everything else in it stays as it is.
  ///
  /// - Parameter path: nil for the user's own, which is made where it is missing.
  /// - Returns: the file's path.
  static func keep(_ settings: [Setting], in path: String?) throws -> String {
    guard let path = path ?? OwnFolders.configurationFile else {
      throw SaveError(path: "config.json", cause: .system("HOME is not set"))
    }
    try OwnFolders.makeFolder(of: path)
    let members = settings.map(\.member).joined(separator: ", ")
    let patch = try JSONDocument("{\"options\": {\(members)}}").root
    var text = JSONFormatter.pretty.line(patch)
    if FileFingerprint(path: path) != nil {
      let known = try JSONBytes.map(path: path)
      let root = try JSONDocument(parsing: known).root
      guard root.kind == .object, root["options"]?.kind ?? .object == .object else {
        throw SaveError(path: path, cause: .system("an object was expected"))
      }
      let patched = try JSONDocument(MergePatch.apply(patch, to: root)).root
      text = try known.applying(root.splices(toEqual: patched))
    }
    try FileSaver.save(SplicedBytes(JSONBytes(text)), to: path, replacing: .unprotected)
    return path
  }
}

extension Setting {
  /// The member of the options of `config.json`.
  fileprivate var member: String {
    switch self {
    case .flag(let name, let isOn): "\(JSONText.quoted(name)): \(isOn)"
    case .theme(let theme): "\(JSONText.quoted(Self.theme)): \(JSONText.quoted(theme.rawValue))"
    }
  }
}
