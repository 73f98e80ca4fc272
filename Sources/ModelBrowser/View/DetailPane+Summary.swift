import Mantle
import TerminalText
import TextCells

/// The summary of the whole file, for the detail pane of the root row.
extension DetailPane {
  /// The size of the file, its models, and the keys to press next.
  var fileOverview: [[Span]] {
    let models = document.describedModels.filter { $0.isOfElements && $0.count > 0 }
      .map { Words.count($0.count, $0.name) }
    return field("size", sizeText) + (models.isEmpty ? [] : field("models", Words.list(models, most: 6)))
      + field("keys", keys.joined(separator: " · "))
  }

  /// The size of the text, and the number of its values.
  private var sizeText: String {
    let bytes = document.originalSize
    let size =
      bytes < 10_000
      ? Words.count(bytes, "byte") : bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
    guard row.container != nil || row.node?.kind.isContainer == true else { return size }
    let count = row.container.map { outline.children(of: $0).countText } ?? String(row.childNode?.count ?? 0)
    let noun = row.isList ? "element" : "key"
    return "\(size), \(count) \(count == "1" ? noun : Words.plural(noun))"
  }

  /// The keys and commands that the detail pane suggests for a file.
  private var keys: [String] {
    let problems = findings.causes.reduce(0) { $0 + $1.count }
    let hasList = (try? outline.listToShow(at: row)) != nil
    return [
      hasList ? "T table" : nil, problems > 0 ? "ge \(Words.count(problems, "problem"))" : nil,
      findings.unmapped.isEmpty ? nil : "gu \(Words.count(findings.unmapped.count, "unmapped key"))",
      types == nil ? nil : ":types", "F1 help",
    ].compactMap(\.self)
  }

  /// Errors and warnings by cause, the unmapped keys, and the observations about the properties.
  var fileSummary: [[Span]] {
    nearMisses + counts("problems", findings.causes.map { ($0.count, $0.title, $0.severity.role) })
      + counts("unmapped keys", findings.unmapped.map { ($0.count, $0.path.description, .warning) })
      + document.describedModels.flatMap(properties)
  }

  /// The lines about properties whose values have several forms.
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

  /// Returns a line for each property that is not in all objects or has remarks.
  private func properties(of model: SeenModel) -> [[Span]] {
    let properties = model.properties.filter { !$0.words.isEmpty }
    guard model.count > 1, !properties.isEmpty else { return [] }
    let column = min(width / 2, (properties.map(\.name.cellWidth).max() ?? 0) + 2)
    let part = document.inferred?.isComplete == true ? "" : ", in the first part of the file"
    let age = document.history.revision == document.inferred?.revision ?? 0 ? "" : ", before edits"
    return [[], [Span("\(model.name): property coverage\(part)\(age)", Style(.label))]]
      + properties.flatMap { name, words in
        let head = Truncation.end.fit(Sanitized(name, cells: column - 1).spans(Style(.name)), to: column - 1)
        return Wrapping(words, width: max(1, width - column)).enumerated().map { line, words in
          (line == 0 ? head : []).padded(to: column) + words.spans(Style(.dimmed))
        }
      }
  }
}
