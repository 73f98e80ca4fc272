import Mantle

/// The layout of new values, which follows that of their siblings.
extension EditBuilder {
  /// Returns JSON in a form that the document can hold: a value in JSON Lines must stay on one line.
  private func fitted(_ json: [UInt8]) -> [UInt8] {
    document.holdsLines ? JSONNode.line(json) : json
  }

  /// Returns JSON in which a container spans lines if the replaced container or the enclosing object does.
  func laidOut(_ json: [UInt8], for row: Row) -> [UInt8] {
    guard !document.holdsLines, !json.contains(0x0A) else { return fitted(json) }
    let place: JSONNode? =
      if let node = row.node, node.kind.isContainer, node.count > 0 { node } else { row.parent?.node }
    guard let place, place.spansLines, let style = lineStyle(of: row.node ?? place) else { return json }
    // An absent property is indented one level deeper than the brace of its object.
    guard row.node == nil else { return style.spread(json) }
    return LineStyle(
      indentation: style.indentation + style.unit, unit: style.unit, lineBreak: style.lineBreak
    ).spread(json)
  }

  /// Returns multi-line JSON, as a command or an editor writes it, indented like the line of the row's value.
  func indented(_ json: [UInt8], for row: Row) -> [UInt8] {
    guard !document.holdsLines, json.contains(0x0A), let node = row.node, let style = lineStyle(of: node)
    else { return json }
    let lines = json.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
    return Array(lines.joined(separator: style.lineBreak + style.indentation))
  }

  /// Returns JSON in which a container under a new key spans lines if the object does.
  func laidOut(_ json: [UInt8], asMemberOf object: JSONNode) -> [UInt8] {
    laidOut(json, beside: object.spansLines ? object.members.first { _ in true }?.value : nil)
  }

  /// Returns JSON in which a container as a new element spans lines if the existing elements do.
  func laidOut(_ json: [UInt8], asElementOf list: Row) -> [UInt8] {
    let first = outline.unfiltered.firstChild(of: list)
    // The layout follows the members of an object that spans lines, or an element that does.
    let neighbor =
      list.container.flatMap { $0.form == .object ? firstLine(of: $0) : nil }
      ?? first?.container.flatMap { firstLine(of: $0) == nil ? nil : $0.offset }
    if let neighbor, !document.holdsLines, !json.contains(0x0A) {
      let style = LineStyle(at: neighbor, in: document.base, unit: document.base.indentationUnit)
      return style?.spread(json) ?? json
    }
    return laidOut(json, beside: first?.node?.spansLines == true ? first?.node : nil)
  }

  /// Returns the offset of a large container's first child; nil if the child is on the same line as the opening bracket.
  private func firstLine(of container: LazyContainer) -> Int? {
    container.index.first().flatMap { child in
      let start = child.range.lowerBound
      return document.base.slice(max(0, container.offset)..<start).contains(0x0A) ? start : nil
    }
  }

  private func laidOut(_ json: [UInt8], beside neighbor: JSONNode?) -> [UInt8] {
    guard !document.holdsLines, !json.contains(0x0A) else { return fitted(json) }
    return neighbor.flatMap(lineStyle)?.spread(json) ?? json
  }

  /// Returns the style of the line that contains a value; nil for the first line of an edited record, whose indentation in the
  /// file is unknown.
  private func lineStyle(of node: JSONNode) -> LineStyle? {
    let (bytes, offset) = (node.document.bytes, node.byteRange.lowerBound)
    if bytes !== document.base, outline.root.container != nil, !bytes.slice(0..<offset).contains(0x0A) {
      return nil
    }
    return LineStyle(at: offset, in: bytes, unit: document.base.indentationUnit)
  }
}
