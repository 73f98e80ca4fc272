import Mantle
import MantleQuery

extension QueryCell {
  /// The number of elements or members of a list or an object.
  var size: Int? { kind == .list || kind == .object ? (try? JSONDocument(json))?.root.count : nil }
}

extension FilterPath {
  /// Returns the text of the filter that only the rows with a value pass.
  func filter(for cell: QueryCell) -> String {
    let isOfBrokenRow = cell.kind == .unreadable && cell.json.elementsEqual("null".utf8)
    let value = isOfBrokenRow ? "unreadable" : String(decoding: cell.json, as: UTF8.self)
    return cell.kind == .absent ? "\(words) = absent" : "\(words) === \(value)"
  }
}
