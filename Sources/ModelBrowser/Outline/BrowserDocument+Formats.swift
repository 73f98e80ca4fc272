import Mantle

extension BrowserDocument {
  /// A value indented; very large ones are cut.
  ///
  /// - Parameter limit: from this size on, in bytes, the value's beginning is shown as it is written.
  func formatted(_ node: JSONNode, limit: Int) -> String {
    let range = node.byteRange
    guard range.count <= limit else {
      return node.document.bytes.text(range.lowerBound..<range.lowerBound + limit) + "…"
    }
    return String(decoding: JSONFormatter.pretty.format(node), as: UTF8.self)
  }

  /// A value as it is written where that is one line, and else on one line.
  func line(_ node: JSONNode) -> String {
    node.kind.isContainer && node.spansLines ? compact(node) : node.rawText
  }

  func line(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(0x0A), let document = try? JSONDocument(parsing: JSONBytes(json)) else { return json }
    return JSONFormatter.compact.format(document.root)
  }

  /// A value on one line.
  func compact(_ node: JSONNode) -> String {
    String(decoding: JSONFormatter.compact.format(node), as: UTF8.self)
  }

  /// The beginning of a value that is too long to be parsed.
  func longText(of row: Row, _ most: Int) -> String {
    let start = row.originalOffset ?? 0
    return base.text(start..<start + most)
  }

  /// How many children a large container has, as far as they are counted: `1200`, `1200…`.
  func countText(of spine: Spine) -> String {
    count(of: spine).map(String.init) ?? "\(spine.index.progress.count)…"
  }

  /// What `:export` writes: the models' mapped keys only, through the reverse transformers.
  func exportOrder(path: String, forced: Bool) -> ExportOrder? {
    model.map {
      ExportOrder(
        path: path, source: currentText(), model: $0, place: pick.path, name: name,
        mapped: mapped, isForced: forced)
    }
  }
}
