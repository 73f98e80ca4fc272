import Mantle

/// One thing an archive says of an object: its class, its version, a migration that ran, a key nothing maps.
struct ArchiveFact: Hashable {
  let name: String
  /// The fact on one line.
  let text: String
  /// The title of the detail pane.
  let title: String
  /// What it means, in a sentence.
  let explanation: String
  var isWarning = false

  static func all(of object: ArchivedObject) -> [ArchiveFact] {
    [archiveClass(object)] + version(object) + object.migrations.map(migration) + object.unknown.map(unknown)
  }

  private static func archiveClass(_ object: ArchivedObject) -> ArchiveFact {
    ArchiveFact(
      name: "class", text: object.chainText, title: "Class \(object.archiveClass.name)",
      explanation: object.supported == nil
        ? "No model has this class: its fields are shown as they are, and kept."
        : "The class of the object and those above it. It is kept when the archive is written.",
      isWarning: object.supported == nil)
  }

  private static func version(_ object: ArchivedObject) -> [ArchiveFact] {
    guard let text = object.versionText else { return [] }
    let isNewer = object.isNewer
    return [
      ArchiveFact(
        name: "version", text: text, title: "Model version",
        explanation: isNewer
          ? "The object is newer than the model: it can be looked at, not changed."
          : object.migrations.isEmpty
            ? "The version of the model the object was archived at."
            : "The object was read through \(Words.count(object.migrations.count, "migration")); what changes is "
              + "written at the present version.", isWarning: isNewer)
    ]
  }

  private static func migration(_ step: ArchivedObject.Step) -> ArchiveFact {
    ArchiveFact(
      name: "\(step.from) → \(step.from + 1)", text: step.note,
      title: "Migration from version \(step.from) to \(step.from + 1)",
      explanation: "What this step changed before the properties were read.")
  }

  private static func unknown(_ field: ArchivedObject.UnknownField) -> ArchiveFact {
    ArchiveFact(
      name: field.key, text: field.json ?? field.words, title: "Unknown key \(field.key)",
      explanation: "A \(field.words) that no property maps. It is kept when the archive is written.")
  }
}

extension ArchivedObject {
  /// `GHPullRequest : GHIssue : MTLModel : NSObject`.
  var chainText: String { archiveClass.chain.joined(separator: " : ") }

  /// `1 → 2`, where it was migrated; nil for what is no model.
  var versionText: String? {
    guard let version else { return nil }
    guard let supported, supported != version else { return "\(version)" }
    return isNewer ? "\(version), newer than \(supported)" : "\(version) → \(supported)"
  }

  var isNewer: Bool { supported.map { version ?? 0 > $0 } ?? false }

  /// All of it on one line.
  var line: String {
    var pieces = [chainText]
    if let versionText { pieces.append("version \(versionText)") }
    if !unknown.isEmpty { pieces.append(Words.count(unknown.count, "unknown key")) }
    return pieces.joined(separator: ", ")
  }
}

extension Row {
  /// What a row about the archive says; nil for all others.
  var archiveText: String? {
    switch content {
    case .archive(let object): object.line
    case .fact(let fact): fact.text
    default: nil
    }
  }

  /// From the place of the row around it.
  func findArchived(in parent: Row) -> ArchivedPlace? {
    guard let outer = parent.archived else { return nil }
    switch label {
    case .property(let name): return outer.property(name)
    case .key(let key):
      // A key nothing maps has no property, and so no field of its own.
      if case .unmapped = parent.content { return nil }
      return outer.member(key)
    case .element: return element(of: outer, in: parent)
    case .absent: return outer
    case .file, .unmapped, .archive, .fact, .mistake: return nil
    }
  }

  private func element(of outer: ArchivedPlace, in parent: Row) -> ArchivedPlace? {
    if let container = parent.container {
      guard case .original(let child) = position,
        let index = container.index.ordinal(containing: child.value.lowerBound)
      else { return nil }
      return outer.element(index)
    }
    guard case .index(let index)? = step.first, let count = parent.node?.count else { return nil }
    return outer.element(index, of: count)
  }
}

extension Outline {
  /// Rows looked at before a search among what an archive says is given up.
  private static let mostFactRows = 20_000

  /// The next row that says something about the archive and matches, which the text does not hold.
  ///
  /// - Returns: nil where there is none within reach.
  func archiveFact(matching pattern: SearchPattern, from start: RowID, forward: Bool) -> Row? {
    archiveFact(from: start, forward: forward) { fact, _ in
      pattern.matches(fact.name) || pattern.matches(fact.text)
    }
  }

  /// The first row about a key of the archive that nothing maps.
  ///
  /// - Parameter path: of the key, with `[]` for indices.
  /// - Returns: nil where there is none within reach.
  func archiveFact(at path: JSONKeyPath) -> Row? {
    guard case .key(let name)? = path.components.last else { return nil }
    let holder = JSONKeyPath(Array(path.components.dropLast()))
    return archiveFact(from: root.id, forward: true) { fact, row in
      fact.name == name && row.parent?.parent?.path.withoutIndices == holder
    }
  }

  private func archiveFact(
    from start: RowID, forward: Bool, where isMeant: (ArchiveFact, Row) -> Bool
  ) -> Row? {
    guard document.archive != nil, view == .model else { return nil }
    var everything = self
    everything.folds = FoldSet(openTo: .max)
    var row = everything.row(nearest: start)
    let start = row.id
    for _ in 0..<Self.mostFactRows {
      let step = forward ? everything.next(after: row) : everything.previous(before: row)
      row = step ?? (forward ? everything.root : everything.last)
      if case .fact(let fact) = row.content, isMeant(fact, row) { return row }
      if row.id == start { return nil }
    }
    return nil
  }
}
