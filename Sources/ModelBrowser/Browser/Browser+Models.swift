import Mantle

extension Browser {
  /// Shows models as raw JSON, or raw JSON as models, at the same place.
  mutating func toggleView() {
    let here = cursor.firstInText
    let place = document.textPlace(of: here, end: false)
    let view: Row.View = outline.view == .model ? .raw : .model
    let folds = otherFolds
    otherFolds = outline.folds
    outline = Outline(document, view: view, folds: folds, filter: outline.filterOfAnyView)
    let row = place == .original(0) ? nil : outline.row(at: place)
    show(row ?? outline.row(nearest: here.id))
    message = .note(view == .model ? "Model view" : "Raw JSON view")
  }

  private mutating func show(_ row: Row) {
    outline.reveal(row)
    cursor = row
    detailTop = 0
    keepInSight()
  }

  // MARK: - Which model

  /// `:model` lists what fits, `:model NAME` reads as that model, `:model none` as plain JSON.
  mutating func chooseModel(_ argument: String) -> [Effect] {
    switch argument {
    case "":
      listModels()
      return []
    case "none":
      return read(as: .none)
    default:
      let name = document.models.first { $0.name.lowercased() == argument.lowercased() }?.name ?? argument
      guard let pick = ModelPick.named(name, of: document.models, for: document.base) else {
        let known = document.models.map(\.name).joined(separator: ", ")
        message = .error("No model is called \(argument)" + (known.isEmpty ? "" : "  (there are: \(known))"))
        return []
      }
      return read(as: pick)
    }
  }

  private mutating func listModels() {
    let candidates = ModelChoice.rank(document.models, document.base).prefix(20)
    var items = candidates.map { candidate in
      Chooser.Item(
        label: candidate.model.name, detail: Self.words(candidate),
        choice: .model(ModelPick(candidate.model, at: candidate.path)))
    }
    items.append(Chooser.Item(label: "none", detail: "raw JSON", choice: .model(.none)))
    let current = candidates.firstIndex {
      $0.model.name == document.model?.name && $0.path == document.pick.path
    }
    mode = .choosing(Chooser(title: "Read as", items: items, selected: current ?? items.count - 1))
  }

  private static func words(_ candidate: ModelChoice.Candidate) -> String {
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    let place = candidate.path.isEmpty ? "the root" : candidate.path.description
    return
      "at \(place) · fits \(percent(candidate.score)): \(percent(candidate.decodedShare)) of its properties, "
      + "\(percent(candidate.mappedShare)) of the keys"
  }

  /// Reads the file as another model.
  mutating func read(as pick: ModelPick) -> [Effect] {
    document.read(as: pick)
    let place = document.textPlace(of: cursor.firstInText, end: false)
    outline = Outline(document, view: .model, folds: document.initialFolds, filter: outline.filterOfAnyView)
    otherFolds = document.initialFolds
    show(place == .original(0) ? outline.root : outline.row(at: place) ?? outline.root)
    message = .note(pick.model.map { "Read as \($0.name)" } ?? "Read as raw JSON")
    return [.cancel(.check)] + startChecking()
  }
}
