import Mantle
import MantleFiles

/// The way in for a Swift program: a browser for its own models.
public enum ModelBrowser {
  /// Browses a file with models until the user leaves.
  ///
  /// - Parameters:
  ///   - models: the models the file may hold; the one that fits best is chosen.
  ///   - file: its path.
  ///   - terminal: where it is shown.
  /// - Returns: what to print once the terminal is given back: where unsaved edits went.
  /// - Throws: ``FileReadError``.
  @discardableResult
  package static func run(
    models: [ModelDescription], file: String, on terminal: any Terminal
  ) throws(FileReadError) -> [String] {
    var loop = BrowserLoop(try DocumentSource.file(file, models: models), on: terminal)
    loop.run()
    return loop.exitMessages
  }

  /// The same for Swift models: `try ModelBrowser.run(models: [Order.self], file: path, on: terminal)`.
  @discardableResult
  package static func run(
    models: [any Model.Type], file: String, on terminal: any Terminal
  ) throws(FileReadError) -> [String] {
    try run(models: models.map { description(of: $0) }, file: file, on: terminal)
  }

  /// What the browser knows of a model.
  package static func description(of model: any Model.Type) -> ModelDescription {
    func describe<M: Model>(_ model: M.Type) -> ModelDescription { M.mapping.description }
    return describe(model)
  }
}
