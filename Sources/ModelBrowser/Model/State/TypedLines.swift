import Mantle
import MantleFiles

/// The lines that were typed after `:`, `/` and `&`, stored in the state folder for later sessions.
struct TypedLines: Model {
  /// The lines typed after any prompt, the earliest first.
  private(set) var lines: [Line] = []

  /// A typed line and the character of its prompt.
  struct Line: Model, Hashable {
    let sign: String
    let text: String

    static let properties = Properties(of: Line.self) {
      Property(\.sign, "sign")
      Property(\.text, "text")
    }
    static let mapping = Mapping(Line.init, properties)
  }

  static let properties = Properties(of: TypedLines.self) { Property(\.lines, "lines") }
  static let mapping = Mapping(TypedLines.init(lines:), properties)

  private static let file = StateFile<TypedLines>("lines.json")
  /// The maximum number of lines stored for each prompt.
  private static let most = 200
  /// The maximum length of a stored line. A longer line was probably pasted.
  private static let longest = 1000

  /// The lines of earlier sessions, by the character of their prompt.
  static var kept: [String: [String]] {
    Dictionary(grouping: file.content?.lines ?? [], by: \.sign).mapValues { $0.map(\.text) }
  }

  /// Stores the lines of this session: each line once, at its latest position.
  ///
  /// - Parameter before: the lines at the start of the session.
  static func keep(_ typed: [String: [String]], after before: [String: [String]]) {
    let fresh = typed.flatMap { sign, lines in
      lines.dropFirst(before[sign]?.count ?? 0).filter { $0.utf8.count <= longest }.map {
        Line(sign: sign, text: $0)
      }
    }
    guard !fresh.isEmpty else { return }
    // The file is read again, because another session may have added lines.
    let all = (file.content?.lines ?? []) + fresh
    var seen: Set<Line> = []
    var counts: [String: Int] = [:]
    let latest = all.reversed().filter { line in
      guard seen.insert(line).inserted else { return false }
      counts[line.sign, default: 0] += 1
      return counts[line.sign, default: 0] <= most
    }
    try? file.write(TypedLines(lines: latest.reversed()))
  }
}
