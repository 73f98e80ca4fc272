import Mantle
import MantleFiles
import TerminalText

/// An option with its value, in the notation of `:set` and `config.json`: `wrap`, `nowrap`, `theme=dark`.
enum Setting: Sendable, Equatable, CustomStringConvertible {
  case flag(String, Bool)
  case theme(Theme)

  static let flags = ["wrap", "detail", "mouse", "regex", "sticky", "remember", "follow", "copy", "ascii"]
  static let theme = "theme"
  static let names = flags + [theme]

  /// The words that `:set` accepts as arguments.
  static let words =
    flags.flatMap { [$0, "no" + $0] } + Theme.allCases.map { "\(theme)=\($0.rawValue)" } + ["save"]

  var name: String {
    switch self {
    case .flag(let name, _): name
    case .theme: Self.theme
    }
  }

  /// The flag with the opposite value; nil if the setting is not a flag.
  var opposite: Setting? {
    guard case .flag(let name, let isOn) = self else { return nil }
    return .flag(name, !isOn)
  }

  var description: String {
    switch self {
    case .flag(let name, let isOn): isOn ? name : "no" + name
    case .theme(let theme): "\(Self.theme)=\(theme.rawValue)"
    }
  }

  /// Parses an option with its value; nil if no option matches.
  init?(_ text: String) {
    if text.hasPrefix(Self.theme + "="),
      let theme = Theme(rawValue: String(text.dropFirst(Self.theme.count + 1)))
    {
      self = .theme(theme)
      return
    }
    let name = text.hasPrefix("no") ? String(text.dropFirst(2)) : text
    guard Self.flags.contains(name) else { return nil }
    self = .flag(name, name == text)
  }
}

/// The contents of `config.json`: options, key mappings and colors.
///
/// `{"options": {"wrap": false, "mouse": false}, "keys": {"X": ":filter has-error<Enter>"}, "colors": {"string": 114}}`
package struct Configuration: Sendable {
  private(set) var options: [Setting] = []
  private(set) var keys: [(keys: String, meaning: String)] = []
  /// The colors that replace those of the theme, as indices of the terminal's 256 colors.
  private(set) var colors: [Style.Role: Int] = [:]
  /// The errors in the file, each with its place; valid parts of the file still apply.
  private(set) var problems: [String] = []

  /// Creates an empty configuration.
  init() {}

  /// Parses a configuration file. Errors are collected in ``problems``.
  ///
  /// - Parameter name: the name of the file in error messages.
  init(_ bytes: JSONBytes, name: String) {
    let document: JSONDocument
    do throws(JSONSyntaxError) { document = try JSONDocument(parsing: bytes) } catch {
      problems = error.diagnostic(in: bytes, basePath: JSONKeyPath()).lines(in: bytes, name: name).prefix(1)
        .map(\.self)
      return
    }
    guard document.root.kind == .object else {
      let words = "an object was expected: {\"options\": …, \"keys\": …, \"colors\": …}"
      problems = [Self.line(document.root, name, words)]
      return
    }
    for (key, value) in document.root.members {
      switch key.displayText {
      case "options": readOptions(value, name)
      case "keys": readKeys(value, name)
      case "colors": readColors(value, name)
      case let other: problems.append(Self.unknown(key, name, other, among: ["options", "keys", "colors"]))
      }
    }
  }

  /// Returns the members of an object; reports any other kind of value as a problem.
  private mutating func members(of node: JSONNode, _ name: String) -> JSONMembers {
    if node.kind != .object { problems.append(Self.line(node, name, "an object was expected")) }
    return node.members
  }

  private mutating func readOptions(_ node: JSONNode, _ name: String) {
    for (key, value) in members(of: node, name) {
      let option = key.displayText
      let word = value.boolValue.map { $0 ? option : "no" + option } ?? "\(option)=\(value.displayText)"
      if let setting = Setting(word), setting.name == option {
        options.append(setting)
      } else if !Setting.names.contains(option) {
        problems.append(Self.unknown(key, name, option, among: Setting.names))
      } else {
        let words = option == Setting.theme ? "one of \(Theme.names)" : "true or false"
        problems.append(Self.line(value, name, "\(option) is \(words)"))
      }
    }
  }

  private mutating func readKeys(_ node: JSONNode, _ name: String) {
    for (key, value) in members(of: node, name) {
      let texts = [key, value].map(\.displayText)
      if let (node, wrong) = zip([key, value], texts).lazy.compactMap({ node, text in
        KeyNotation.unknownName(in: text).map { (node, $0) }
      }).first {
        problems.append(Self.line(node, name, "there is no key \(wrong)"))
      } else if value.kind == .string, !texts[0].isEmpty, !texts[1].isEmpty {
        keys.append((texts[0], texts[1]))
      } else {
        problems.append(Self.line(value, name, "keys were expected, as \":filter has-error<Enter>\""))
      }
    }
  }

  private mutating func readColors(_ node: JSONNode, _ name: String) {
    let roles = Style.Role.allCases.map { "\($0)" }
    for (key, value) in members(of: node, name) {
      if let role = Style.Role.allCases.first(where: { "\($0)" == key.displayText }) {
        let number = Int(value.rawText) ?? Self.colorNames.firstIndex(of: value.displayText)
        if let number, (0..<256).contains(number) {
          colors[role] = number
        } else {
          let names = Self.colorNames.joined(separator: ", ")
          problems.append(Self.line(value, name, "a color is a number from 0 to 255, or one of \(names)"))
        }
      } else {
        problems.append(Self.unknown(key, name, key.displayText, among: roles))
      }
    }
  }

  /// The eight colors of every terminal, in the order of their numbers.
  private static let colorNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  private static func unknown(_ key: JSONNode, _ name: String, _ word: String, among words: [String])
    -> String
  {
    let like = Spelling.nearest(to: word, among: words).map { "; did you mean \($0)?" } ?? ""
    return line(key, name, "there is no \(JSONText.quoted(word)) (\(words.joined(separator: ", ")))\(like)")
  }

  private static func line(_ node: JSONNode, _ name: String, _ words: String) -> String {
    "\(name):\(node.location): \(words)"
  }
}

extension Configuration {
  /// The configuration from `$XDG_CONFIG_HOME/mantle`; empty if the file does not exist or the user has no home folder.
  package static var ofUser: Configuration {
    guard let path = OwnFolders.configurationFile, FileFingerprint(path: path) != nil
    else { return Configuration() }
    do throws(FileReadError) { return Configuration(try JSONBytes.map(path: path), name: path) } catch {
      var none = Configuration()
      none.problems = ["\(error)"]
      return none
    }
  }
}

extension Configuration {
  /// Writes settings into the options of a configuration file, and leaves all other bytes unchanged.
  ///
  /// - Parameter path: the path of the file; nil for the user's file, which is created if it does not exist.
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
  /// The option as a member of the `options` object in `config.json`.
  fileprivate var member: String {
    switch self {
    case .flag(let name, let isOn): "\(JSONText.quoted(name)): \(isOn)"
    case .theme(let theme): "\(JSONText.quoted(Self.theme)): \(JSONText.quoted(theme.rawValue))"
    }
  }
}
