import Mantle
import TerminalText

extension EditStep.Part {
  /// An edit of the value a row shows.
  init(_ kind: Kind, _ row: Row, before: String?, after: String?, in document: Document) {
    let place = row.editedPlace
    self.init(
      kind: kind, place: place, origin: place, path: document.pathText(of: row),
      before: before.map(Self.shorten), after: after.map(Self.shorten))
  }

  /// An edit that puts something where nothing was.
  static func inserted(at place: EditedPlace, path: String, after: String) -> Self {
    Self(
      kind: .inserted, place: place, origin: nil, path: path, before: nil, after: Self.shorten(after))
  }

  /// JSON on one line, cut: its line breaks are all between values.
  private static func shorten(_ json: String) -> String {
    let lines = json.prefix(1000).split(whereSeparator: \.isNewline)
    return Truncation.end.fit(
      lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: " "), to: 200)
  }
}
