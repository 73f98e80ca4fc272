import Mantle
import MantleChecking
import MantleDocuments
import MantleQuery
import MantleReports
import ModelBrowser

/// The candidates that complete the last word of a command line: commands, options and their values, models, the
/// places and names in FILE, codes and topics.
struct CompletionCandidates {
  private let syntax: CommandSyntax
  /// The last word of the command line, which is completed.
  private let word: String
  /// The words before the word to complete, without the command name.
  private let before: [FileName]
  private let isFirst: Bool

  /// Finds the command whose argument is completed.
  ///
  /// - Parameter words: the words after the program name, of which the last one is completed.
  init(_ words: [FileName]) {
    let named = words.count > 1 ? CommandSyntax.all.first { $0.name == words[0].shown } : nil
    syntax = named ?? BrowseCommand.syntax
    word = words.last?.shown ?? ""
    // Bash splits `--model=Issue` at the sign.
    before = words.dropLast().dropFirst(named == nil ? 0 : 1).filter { $0 != "=" }
    isFirst = words.count <= 1
  }

  /// The candidates that begin with the word to complete; empty if a file name is expected.
  var all: [String] {
    let words =
      word.hasPrefix("-") ? optionNames : option.map { values(of: $0) } ?? operandWords
    return words.filter { $0.hasPrefix(word) && $0 != word }
  }

  private var optionNames: [String] { syntax.options.map(\.name) + ["--help", "--version"] }

  /// The option whose value the word to complete is; nil for an operand.
  private var option: OptionSyntax? {
    before.last.flatMap { syntax.option($0.shown) }.flatMap { $0.value == nil ? nil : $0 }
  }

  private func values(of option: OptionSyntax) -> [String] {
    switch option.name {
    case _ where !option.choices.isEmpty: option.choices
    case OptionSyntax.model.name: modelNames + [ModelRequest.none, ModelRequest.inferred]
    case OptionSyntax.place.name: places.filter { $0.hasSuffix("[]") }
    case "--allow": codes
    case "--columns", "--sort", "--group", "--where", "--explode", "--rows": names
    default: []
    }
  }

  private var operandWords: [String] {
    if isFirst { return CommandSyntax.all.compactMap(\.name) }
    let count = operands.count
    let form = CommandSyntax.operands(of: syntax.forms[0])
    switch count < form.count ? form[count].name : "" {
    case "PLACE": return places
    case "CODE": return codes
    case "TOPIC": return HelpCommand.topics
    case "SHELL": return ShellCompletion.allCases.map(\.rawValue)
    case "NAMEFILE", "MODELFILE": return modelNames
    default: return []
    }
  }

  /// The operands before the word to complete.
  private var operands: [FileName] {
    let options = before.map { syntax.option($0.shown) }
    return before.indices.filter { index in
      let isValue = index > 0 && options[index - 1]?.value != nil
      return !isValue && options[index] == nil
    }.map { before[$0] }
  }

  private var codes: [String] { Explanation.all.map(\.code.rawValue) }

  private var modelNames: [String] { ProgramModels.models(for: source ?? .file("./here")).map(\.name) }

  // MARK: - The file

  /// The first existing file among the operands; nil if there is none.
  private var source: InputSource? { operands.first { $0.isRegular }.map { .file($0) } }

  /// The maximum size of a file that is read for a completion.
  private static let maximumBytes = 1 << 24

  /// The JSON values of the first file on the command line; nil if there is no such file, or if it is large or not
  /// JSON.
  private var values: TextReading? {
    guard let source, case .file(let file) = source, let size = file.bytesOfFile?.count,
      size <= Self.maximumBytes
    else { return nil }
    return try? EditableInput(Input(source)).values
  }

  /// The places in the file's first value that complete the typed word.
  private var places: [String] {
    guard let values, let first = try? values.ranges().first(where: { _ in true }),
      let root = try? values.document(first).root
    else { return [] }
    let end = word.lastIndex(of: ".")
    let parent = end.map { String(word[..<$0]) } ?? ""
    let path = try? JSONKeyPath(place: parent.replacing("[]", with: "[0]"))
    guard let node = path.flatMap({ root.find($0) }) else { return [] }
    if node.kind == .array { return end == nil ? ["[]"] : [] }
    return node.members.flatMap { member in
      let own = parent + (parent.isEmpty ? "" : ".") + JSONKeyPath([.key(member.key.displayText)]).description
      return member.value.kind == .array ? [own, own + "[]"] : [own]
    }
  }

  /// The typed word completed with the names of properties and keys that may follow.
  private var names: [String] {
    guard let source, let values else { return [] }
    let places = ModelChoice(of: ProgramModels.models(for: source), in: values.bytes).places
    let list = RecordList(values.bytes, places, sequence: values.sequence)
    guard let (start, words) = FilterParser.completion(of: word, list.names) else { return [] }
    return words.map { word[..<start] + $0 }
  }
}
