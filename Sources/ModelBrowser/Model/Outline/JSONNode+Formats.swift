import Mantle

extension JSONNode {
  /// A value indented; very large ones are cut.
  ///
  /// - Parameter limit: from this size on, in bytes, the value's beginning is shown as it is written.
  func formatted(limit: Int = .max) -> String {
    start(limit) ?? String(decoding: JSONFormatter.pretty.format(self), as: UTF8.self)
  }

  /// The source text up to a limit in bytes; nil if it is not longer.
  func start(_ limit: Int, from offset: Int = 0) -> String? {
    let start = byteRange.lowerBound + offset
    return byteRange.count > limit ? document.bytes.text(start..<start + limit) + "…" : nil
  }

  /// A value as it is written where that is one line, and else on one line.
  var line: String {
    kind.isContainer && spansLines ? compact : rawText
  }

  /// JSON on one line.
  static func line(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 == 0x0A || $0 == 0x0D }),
      let document = try? JSONDocument(parsing: JSONBytes(json))
    else { return json }
    return JSONFormatter.compact.format(document.root)
  }

  /// A value on one line.
  var compact: String {
    String(decoding: JSONFormatter.compact.format(self), as: UTF8.self)
  }
}
