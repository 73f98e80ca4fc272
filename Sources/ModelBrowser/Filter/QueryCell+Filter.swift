import Mantle
import MantleQuery

extension QueryCell {
  /// Whether the row is not JSON.
  var isOfBrokenRow: Bool { kind == .unreadable && json.elementsEqual("null".utf8) }

  /// The number of elements or members of a list or an object.
  var size: Int? { kind == .list || kind == .object ? (try? JSONDocument(json))?.root.count : nil }
}

extension FilterPath {
  /// Returns the text of the filter, which compares each element of a list, that the rows with a value pass, or those with a list or an object of the same size.
  func filter(for cell: QueryCell) -> String {
    let operand =
      switch cell.kind {
      case .absent: "absent"
      case .null: "null"
      case .list, .object: cell.size == 0 ? cell.text : "\(cell.size ?? 0)"
      case .boolean, .number, .date: cell.text
      case .unreadable, .text: cell.text.inFilterQuotes
      }
    return cell.isOfBrokenRow
      ? Filter.Flag.hasError.rawValue : "\(words.replacing("[]", with: "")) = \(operand)"
  }
}
