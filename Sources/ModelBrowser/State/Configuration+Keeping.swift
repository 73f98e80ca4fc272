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
    let isThere = FileFingerprint(path: path) != nil
    // With the first one in it: the others are laid out as it is.
    let start = settings.first.map { "\n    \(JSONText.quoted($0.member.key)): null\n  " } ?? ""
    var text = isThere ? try JSONBytes.map(path: path) : JSONBytes("{\n  \"options\": {\(start)}\n}\n")
    for setting in settings { text = try text.with(setting, path: path) }
    try FileSaver.save(SplicedBytes(text), to: path, replacing: .unprotected)
    return path
  }
}

extension JSONBytes {
  /// The text of a configuration with one option set.
  fileprivate func with(_ setting: Setting, path: String) throws -> JSONBytes {
    let root = try JSONDocument(parsing: self).root
    let options = root.members.first { $0.key.displayText == "options" }?.value
    let (key, value) = setting.member
    let splice: JSONSplice?
    if let options {
      let old = options.members.first { $0.key.displayText == key }?.value
      splice =
        old.map { $0.replacing(with: value) }
        ?? options.insertingMember(key: key, value: value, at: options.count)
    } else {
      let member = Array("{\(JSONText.quoted(key)): ".utf8) + value + Array("}".utf8)
      splice = root.insertingMember(key: "options", value: member, at: root.count)
    }
    guard let splice else { throw SaveError(path: path, cause: .system("an object was expected")) }
    return JSONBytes(try applying([splice]))
  }
}

extension Setting {
  /// The key and the JSON it has among the options of `config.json`.
  fileprivate var member: (key: String, value: [UInt8]) {
    switch self {
    case .flag(let name, let isOn): (name, Array((isOn ? "true" : "false").utf8))
    case .theme(let theme): (Self.theme, Array(JSONText.quoted(theme.rawValue).utf8))
    }
  }
}
