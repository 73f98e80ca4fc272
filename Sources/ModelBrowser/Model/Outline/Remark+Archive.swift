import Mantle
import MantleArchiving
import MantleDocuments
import MantleQuery

extension Remark {
  /// Returns the remark about the object of the source archive that a row shows; nil if there is none.
  static func archive(of row: Row) -> Remark? {
    guard row.view == .model, row.node?.kind == .object, let object = row.archived?.object else { return nil }
    let changes = version(object) + object.migrations.map(migration)
    return Remark(
      name: "archive", text: object.line, title: "In the archive",
      parts: [archiveClass(object)] + changes + object.unknown.map(unknown))
  }

  private static func archiveClass(_ object: ArchivedObject) -> Remark {
    Remark(
      name: "class", text: object.chainText, title: "Class \(object.archiveClass.name)",
      explanation: object.supported == nil
        ? "No model has this class: its fields are shown as they are, and kept."
        : "The class of the object and those above it. It is kept when the archive is written.",
      isWarning: object.supported == nil)
  }

  private static func version(_ object: ArchivedObject) -> [Remark] {
    guard let text = object.versionText else { return [] }
    let explanation =
      if object.isNewer {
        "The object is newer than the model: it can be viewed, but not changed."
      } else if object.migrations.isEmpty {
        "The version of the model when the object was archived."
      } else {
        "The object was read through \(Words.count(object.migrations.count, "migration")); edits are "
          + "written in the current version."
      }
    return [
      Remark(
        name: "version", text: text, title: "Model version", explanation: explanation,
        isWarning: object.isNewer)
    ]
  }

  private static func migration(_ step: Migration) -> Remark {
    Remark(
      name: "\(step.from) → \(step.from + 1)", text: step.note,
      title: "Migration from version \(step.from) to \(step.from + 1)",
      explanation: "The changes that this step made before the properties were decoded.")
  }

  private static func unknown(_ field: ArchivedObject.UnknownField) -> Remark {
    Remark(
      name: field.key, text: field.json ?? field.words, title: "Unknown key \(field.key)",
      explanation: "A \(field.words) that no property maps. It is kept when the archive is written.")
  }
}

extension ArchivedObject {
  /// The class and its superclasses: `GHPullRequest : GHIssue : MTLModel : NSObject`.
  var chainText: String { archiveClass.chain.joined(separator: " : ") }

  /// The version of the object, such as `1 → 2` after a migration; nil if it has none.
  var versionText: String? {
    guard let version else { return nil }
    guard let supported, supported != version else { return "\(version)" }
    return isNewer ? "\(version), newer than \(supported)" : "\(version) → \(supported)"
  }

  var isNewer: Bool { supported.map { version ?? 0 > $0 } ?? false }

  /// The class, the version and the number of unknown keys, on one line.
  var line: String {
    var pieces = [chainText]
    if let versionText { pieces.append("version \(versionText)") }
    if !unknown.isEmpty { pieces.append(Words.count(unknown.count, "unknown key")) }
    return pieces.joined(separator: ", ")
  }
}

extension ArchivedObject {
  /// The reason why an object with a newer version than its model cannot be changed.
  var whyUnchangeable: String {
    "\(archiveClass.name) of version \(version ?? 0) cannot be changed: the model is of version \(supported ?? 0)"
  }
}

extension Row {
  /// A description of the shared object that an edit of the value would change, such as `the GHUser is shared by 2`;
  /// nil if the archive shares neither the value nor an enclosing value.
  var sharing: String? {
    let around = childNode?.kind.isContainer == true || container != nil ? self : parent
    return sequence(first: around, next: { $0?.parent }).lazy.compactMap { $0?.archived?.sharing }.first
      .map { "the \($0.name) is shared by \($0.count)" }
  }

  /// The innermost object that is or encloses the value and has a newer version than its model; nil if there is none.
  var newerObject: ArchivedObject? {
    sequence(first: self, next: \.parent).lazy.compactMap { $0.archived?.object }.first(where: \.isNewer)
  }

  /// Returns the row's place in the archive, derived from the place of the parent; nil if there is none.
  func findArchived(in parent: Row) -> ArchivedPlace? {
    guard let outer = parent.archived else { return nil }
    switch label {
    case .property(let name): return outer.property(name)
    case .key(let key):
      // No property maps an unmapped key, so the archive has no field for it.
      if case .unmapped = parent.content { return nil }
      return outer.member(key)
    case .element: return element(of: outer, in: parent)
    case .absent: return outer
    case .file, .unmapped, .remark, .mistake: return nil
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

/// A search in the remarks about the archive, which a search in the text does not find.
struct ArchiveRemarks {
  private let outline: Outline
  /// The maximum number of rows that a search inspects.
  private static let maximumRows = 20_000

  init(of outline: Outline) {
    var everything = outline
    everything.folds = FoldSet(openTo: .max)
    self.outline = everything
  }

  /// Returns the next matching remark about the archive.
  ///
  /// - Returns: nil if there is none within the maximum number of rows.
  func row(matching pattern: SearchPattern, from start: RowID, forward: Bool) -> Row? {
    row(from: start, forward: forward) { remark, _ in
      pattern.matches(remark.name) || pattern.matches(remark.text)
    }
  }

  /// Returns the first row about an unmapped key of the archive with a path.
  ///
  /// - Parameter path: the path of the key, with `[]` for indices.
  /// - Returns: nil if there is none within the maximum number of rows.
  func row(at path: JSONKeyPath) -> Row? {
    guard case .key(let name)? = path.components.last else { return nil }
    let holder = JSONKeyPath(Array(path.components.dropLast()))
    return row(from: outline.root.id, forward: true) { remark, row in
      remark.name == name && row.parent?.parent?.path.withoutIndices == holder
    }
  }

  private func row(from start: RowID, forward: Bool, where isMeant: (Remark, Row) -> Bool) -> Row? {
    guard outline.document.archive != nil, outline.view == .model else { return nil }
    var row = outline.row(nearest: start)
    let start = row.id
    for _ in 0..<Self.maximumRows {
      let step = forward ? outline.next(after: row) : outline.previous(before: row)
      row = step ?? (forward ? outline.root : outline.last)
      if let remark = row.remark, remark.parts.isEmpty, isMeant(remark, row) { return row }
      if row.id == start { return nil }
    }
    return nil
  }
}
