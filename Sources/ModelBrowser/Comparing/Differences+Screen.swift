import Mantle
import TerminalText
import TextCells

extension Differences {
  /// Returns a screen that lists the unsaved changes with their former and current values.
  ///
  /// - Parameter name: the name of the document.
  func screen(_ name: String, width: Int) -> TextScreen {
    let shown = entries.flatMap { entry -> [[Span]] in
      let path = Sanitized(entry.path.isEmpty ? name : entry.path.description, cells: 400)
      return [[], path.spans(Style(.name, bold: true))] + entry.lines(width: width)
    }
    return TextScreen(
      title: "\(Sanitized(name).text): \(count(of: "unsaved change"))",
      lines: Array(shown.dropFirst()))
  }
}

extension Differences.Entry {
  /// Returns the lines that describe the change: the former value above the current one, or a sentence about a moved value.
  func lines(width: Int) -> [[Span]] {
    func lines(_ text: String, _ style: Style) -> [[Span]] {
      Wrapping(text, width: width).prefix(200).map { $0.spans(style) }
    }
    let sides =
      (before.map { lines("- " + $0, Style(.error)) } ?? [])
      + (after.map { lines("+ " + $0, Style(.success)) } ?? [])
    switch kind {
    case .value: break
    case .moved:
      return lines((isRenamed ? "renamed" : "moved") + (origin.map { " from \($0)" } ?? ""), Style())
    case .reordered(let children): return lines("\(children) in another order", Style()) + sides
    }
    if let before, let after, let texts = TextDifference(before, after, width: width) {
      return texts.lines.flatMap { lines($0.text, Style($0.role)) }
    }
    return sides
  }
}

/// The difference between two long strings: the changed lines with context lines, or the changed part of a long line.
struct TextDifference {
  /// A line in the difference between two strings, with its color role.
  struct Line {
    let text: String
    let role: Style.Role

    static let leftOut = Line(text: "  …", role: .dimmed)
    static func same(_ text: String) -> Line { Line(text: "  " + text, role: .dimmed) }
    static func removed(_ text: String) -> Line { Line(text: "- " + text, role: .error) }
    static func added(_ text: String) -> Line { Line(text: "+ " + text, role: .success) }
  }

  let lines: [Line]

  /// Compares the old and the new version of a string.
  ///
  /// - Parameters:
  ///   - before: the old string as JSON, like `after`.
  ///   - width: the width of the screen; single lines that fit on it are not compared.
  /// - Returns: nil unless both values are long strings.
  init?(_ before: String, _ after: String, width: Int) {
    guard let old = Self.text(before), let new = Self.text(after) else { return nil }
    let (oldLines, newLines) = (Self.lines(of: old), Self.lines(of: new))
    if oldLines.count == 1, newLines.count == 1 {
      guard max(old.cellWidth, new.cellWidth) + 4 > width else { return nil }
      let parts = Self.changedPart(old, new)
      lines = [.removed(parts.old), .added(parts.new)]
    } else {
      lines = Self.changedLines(oldLines, newLines)
    }
  }

  private static func text(_ json: String) -> String? {
    try? JSONDocument(parsing: JSONBytes(json)).root.stringValue
  }

  private static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// The number of characters shown on either side of the changed part.
  private static let around = 24

  /// Returns the changed part of two texts of one line, with some characters on either side.
  static func changedPart(
    _ old: String, _ new: String, around: Int = around
  ) -> (old: String, new: String) {
    let front = zip(old, new).prefix { $0 == $1 }.count
    let back = zip(old.dropFirst(front).reversed(), new.dropFirst(front).reversed()).prefix { $0 == $1 }.count
    func part(_ text: String) -> String {
      let rest = text.dropFirst(max(0, front - around))
      let end = rest.dropLast(max(0, back - around))
      return (front > around ? "…" : "") + end + (back > around ? "…" : "")
    }
    return (part(old), part(new))
  }

  /// The number of lines shown on either side of the changed ones.
  private static let linesAround = 2

  private static func changedLines(_ old: [String], _ new: [String]) -> [Line] {
    let alignment = Alignment(old, new)
    var (all, added, next): ([Line], [Line], Int) = ([], [], 0)
    for (to, from) in (alignment.origins + [old.count]).enumerated() {
      guard let from, !alignment.moved.contains(to) else {
        added.append(.added(new[to]))
        continue
      }
      all += old[next..<from].map(Line.removed) + added
      if to < new.count { all.append(.same(new[to])) }
      (added, next) = ([], from + 1)
    }
    return withoutMost(of: all)
  }

  /// Returns the changed lines and the lines near them; an ellipsis replaces other lines.
  private static func withoutMost(of all: [Line]) -> [Line] {
    let changed = all.indices.filter { all[$0].role != .dimmed }
    var near: Set<Int> = []
    for index in changed {
      near.formUnion(max(0, index - linesAround)...min(all.count - 1, index + linesAround))
    }
    var shown: [Line] = []
    for index in all.indices {
      if near.contains(index) {
        shown.append(all[index])
      } else if index == 0 || near.contains(index - 1) {
        shown.append(.leftOut)
      }
    }
    return shown
  }
}
