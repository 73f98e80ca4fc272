import Mantle
import TerminalText
import TextCells

/// The summary of the whole file, for the detail pane of the root row.
extension DetailPane {
  /// Errors and warnings by cause, the unmapped keys, and what was observed of each property.
  var fileSummary: [[Span]] {
    nearMisses + counts("problems", findings.causes.map { ($0.count, $0.title, $0.severity.role) })
      + counts("unmapped keys", findings.unmapped.map { ($0.count, $0.path.description, .warning) })
      + document.describedModels.flatMap(properties)
  }

  /// The properties whose values have several forms.
  private var nearMisses: [[Span]] {
    guard let types, types.revision == document.history.revision else { return [] }
    let found = types.nearMisses
    guard !found.isEmpty else { return [] }
    let lines = found.prefix(Self.maximumNearMisses).map { index in
      let words = "\(types.paths[index].words): \(types.words(at: index, withoutValues: false))"
      return Truncation.end.fit(Sanitized(words, cells: width).spans(Style(.warning)), to: width)
    }
    let rest = found.count - lines.count
    return [[], [Span("near misses  (:types lists them)", Style(.label))]] + lines
      + (rest > 0 ? text("and \(rest) more", .dimmed) : [])
  }

  private static let maximumNearMisses = 3

  private func counts(_ title: String, _ entries: [(Int, String, Style.Role)]) -> [[Span]] {
    guard !entries.isEmpty else { return [] }
    let entries = entries.sorted { $0.0 > $1.0 }
    let column = String(entries[0].0).count + 2
    let more = findings.isRunning ? ", so far" : ""
    var lines = [[], [Span(title + more, Style(.label))]]
    for (count, words, role) in entries.prefix(Self.maximumCounts) {
      let head = [Span("\(count)", Style(.number))].padded(to: column)
      lines.append(Truncation.end.fit(head + Sanitized(words, cells: width).spans(Style(role)), to: width))
    }
    if entries.count > Self.maximumCounts {
      lines += text("and \(entries.count - Self.maximumCounts) more", .dimmed)
    }
    return lines
  }

  private static let maximumCounts = 12

  private func properties(of model: SeenModel) -> [[Span]] {
    let column = min(width / 2, (model.properties.map(\.name.cellWidth).max() ?? 0) + 2)
    let part = document.inferred?.isComplete == true ? "" : ", in the first part of the file"
    let age = document.history.revision == document.inferred?.revision ?? 0 ? "" : ", before edits"
    return [[], [Span("\(model.name): property coverage\(part)\(age)", Style(.label))]]
      + model.properties.map { name, words in
        let head = Truncation.end.fit(Sanitized(name, cells: column - 1).spans(Style(.name)), to: column - 1)
        return Truncation.end.fit(
          head.padded(to: column) + Sanitized(words, cells: width).spans(Style(.dimmed)), to: width)
      }
  }
}
