import Mantle
import TerminalText

extension Row {
  /// Returns the diagnostics of the models for the row's value and its descendants.
  ///
  /// - Parameter notes: whether to include notes.
  func diagnostics(notes: Bool = true) -> [Diagnostic] {
    if case .broken(let error) = content, let record {
      return [error.diagnostic(in: record.bytes, basePath: path)]
    }
    if let mistake, let record, let damage = record.damage {
      return [damage.diagnostic(of: mistake, in: record.bytes, at: path)].filter {
        notes || $0.severity > .note
      }
    }
    switch content {
    case .absent, .unmapped, .remark: return []
    default: break
    }
    let models = modelDiagnostics(notes)
    let archive = archived?.problems(at: path, in: node) ?? []
    // A model cannot diagnose a value that the archive cannot decode.
    return damage.filter { notes || $0.severity > .note } + archive
      + models.filter { diagnostic in !archive.contains { diagnostic.path.starts(with: $0.path) } }
  }

  /// The syntax errors in the source text of the value.
  private var damage: [Diagnostic] {
    guard let record, let range = memberRange else { return [] }
    return record.damage.map { damage in
      damage.regions(in: range).map { damage.diagnostic(of: $0, in: record.bytes, at: path) }
    } ?? []
  }

  private func modelDiagnostics(_ notes: Bool) -> [Diagnostic] {
    guard let modelRow = outermostModelRow, let node = modelRow.node, let record,
      let model = modelRow.readModel
    else { return misfit(notes) + repeatedKeys }
    let all = record.diagnose(model, node, notes: notes)
    guard !all.isEmpty, modelRow.id != id else { return all }
    let paths =
      property.map { property in
        property.keyPaths.map { JSONKeyPath((parent?.path.components ?? []) + $0.components) }
      } ?? [path]
    return all.filter { diagnostic in paths.contains { diagnostic.path.starts(with: $0) } }
  }

  private var repeatedKeys: [Diagnostic] {
    guard let record, !record.repeatedKeys.isEmpty, let range = memberRange else { return [] }
    return record.repeatedKeys.filter { $0.location.map { range.contains($0.offset) } ?? false }
  }

  /// Returns the type errors of a value outside of the models that are decoded as a whole: a member of a large model,
  /// or a value of another kind in the place of a model.
  private func misfit(_ notes: Bool) -> [Diagnostic] {
    if let property, let node, let record {
      return record.decode(property, node).diagnostics.filter { notes || $0.severity > .note }
    }
    guard view == .model, case .model(let reference)? = interpretation.shape,
      case .value(let node) = content, let record, let model = reference.description()
    else { return [] }
    if node.kind != .object { return record.diagnose(model, node, notes: notes) }
    guard case .index = path.components.last else { return [] }
    return model.oddElement(node).map { [$0] } ?? []
  }

  /// The highest severity of the row's problems; nil if there are none.
  var severity: Diagnostic.Severity? {
    if case .broken = content { return .error }
    if let mistake { return record?.damage?.severity(of: mistake) }
    return diagnostics(notes: false).map(\.severity).max()
  }
}

extension JSONKeyPath {
  /// Returns whether another path is a prefix of this path or equal to it.
  func starts(with path: JSONKeyPath) -> Bool { components.starts(with: path.components) }
}

extension Diagnostic.Severity {
  var symbol: String {
    switch self {
    case .error: "✗"
    case .warning: "!"
    case .note: "·"
    }
  }

  var role: Style.Role {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .plain
    }
  }
}

extension Diagnostic {
  /// Returns the diagnostic on one line.
  ///
  /// - Parameter place: the location in the file, which precedes the message; nil to omit the location.
  func line(at place: SourceLocation?) -> String {
    (place.map { "\($0): " } ?? "") + severity.rawValue + ": " + (subject.map { "\($0): " } ?? "") + message
  }
}
