import Mantle
import MantleChecking
import MantleDefinitions
import MantlePlatform

/// `mantle models`: lists the known models, shows a mapping, or rates how well each model fits a file.
struct ModelsCommand: ProgramCommand {
  private let word: FileName?

  static let syntax = CommandSyntax(
    name: "models", forms: ["mantle models [NAME|FILE] [--models PATH]…"], options: [.definitions],
    summary: "Lists the models, or how well each fits a file.",
    help: """
      Lists all models and where they are defined. With NAME, writes the mapping of one model as a table. With FILE, lists how well
      each model fits the file, the best first.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    word = try parsed.word(called: "NAME or FILE")
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let word else {
      list(console)
      return .success
    }
    if word == "-" || word.kind(followingLinks: true) != nil {
      fits(try Input(InputSource(word)), console)
      return .success
    }
    let model = try ProgramModels.model(named: word.shown, for: .file("./here"))
    model.tableLines.forEach(console.print)
    return .success
  }

  private func list(_ console: Console) {
    let rows = ProgramModels.library.withLock { library in
      _ = library.models(for: .file("./here"))
      return library.entries.map { entry in
        let used = library.entry(hiding: entry).map {
          " (not used: hidden by \($0.file ?? "the built-in model"))"
        }
        return [
          entry.model.name,
          "\(entry.model.properties.count) properties, \(entry.file ?? "built in")\(used ?? "")",
        ]
      }
    }
    rows.aligned.forEach(console.print)
  }

  private func fits(_ input: Input, _ console: Console) {
    let choice = ModelChoice(of: input.models, in: input.bytes)
    if choice.places.isEmpty { console.print("no model fits") }
    for place in choice.places {
      console.print("read as \(place.model.name) at \(place.path.isEmpty ? "the root" : "\(place.path)")")
    }
    for fit in choice.fits {
      console.print(
        "  \(Int((fit.score * 100).rounded())) %  \(fit.model.name) at \(fit.path.isEmpty ? "the root" : "\(fit.path)"): "
          + "\(fit.required.part)/\(fit.required.whole) required, \(fit.mapped.part)/\(fit.mapped.whole) mapped"
          + (fit.missing.isEmpty ? "" : "; missing " + fit.missing.joined(separator: ", ")))
    }
  }
}

extension ModelDescription {
  /// The lines of the table that shows the mapping: the type, the key path and the transformer of each property.
  fileprivate var tableLines: [String] {
    let rows = properties.map { property in
      let paths = property.keyPaths.map(\.description).joined(separator: " or ")
      return [
        property.name, property.typeName, paths == property.name ? "" : paths,
        [property.transformer, property.isRequired ? "required" : nil, property.documentation]
          .compactMap { $0 }.joined(separator: ", "),
      ]
    }
    return [name] + ((documentation.map { [$0] } ?? []) + rows.aligned).map { "  \($0)" }
  }
}
