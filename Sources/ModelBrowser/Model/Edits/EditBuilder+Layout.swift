import Mantle

/// The layout of new values, which follows that of their siblings.
extension EditBuilder {
  /// Returns JSON that fits the document: in a document of JSON Lines a value must stay on one line.
  private func fitted(_ json: [UInt8]) -> [UInt8] {
    document.holdsLines ? JSONNode.line(json) : json
  }

  /// A container takes as many lines as what it replaces, or as the object around it.
  func laidOut(_ json: [UInt8], for row: Row) -> [UInt8] {
    guard !document.holdsLines, !json.contains(0x0A) else { return fitted(json) }
    let place: JSONNode? =
      if let node = row.node, node.kind.isContainer, node.count > 0 { node } else { row.parent?.node }
    guard let place, place.spansLines, let style = lineStyle(of: row.node ?? place) else { return json }
    // A property that is absent comes a level further in than the brace of its object.
    guard row.node == nil else { return style.spread(json) }
    return LineStyle(
      indentation: style.indentation + style.unit, unit: style.unit, lineBreak: style.lineBreak
    ).spread(json)
  }

  /// JSON of several lines, as a command or an editor writes it: they begin as the line does that the row's value is on.
  func indented(_ json: [UInt8], for row: Row) -> [UInt8] {
    guard !document.holdsLines, json.contains(0x0A), let node = row.node, let style = lineStyle(of: node)
    else { return json }
    let lines = json.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
    return Array(lines.joined(separator: style.lineBreak + style.indentation))
  }

  /// A container under a new key takes as many lines as the object around it.
  func laidOut(_ json: [UInt8], asMemberOf object: JSONNode) -> [UInt8] {
    laidOut(json, beside: object.spansLines ? object.members.first { _ in true }?.value : nil)
  }

  /// A container that is a new element takes as many lines as the elements that are there.
  func laidOut(_ json: [UInt8], asElementOf list: Row) -> [UInt8] {
    let first = outline.unfiltered.firstChild(of: list)
    // Like the members of an object that spans lines, or like an element that does.
    let neighbor =
      list.container.flatMap { $0.form == .object ? firstLine(of: $0) : nil }
      ?? first?.container.flatMap { firstLine(of: $0) == nil ? nil : $0.offset }
    if let neighbor, !document.holdsLines, !json.contains(0x0A) {
      let style = LineStyle(at: neighbor, in: document.base, unit: document.base.indentationUnit)
      return style?.spread(json) ?? json
    }
    return laidOut(json, beside: first?.node?.spansLines == true ? first?.node : nil)
  }

  /// Where the first child of a large container begins, if that is on a line of its own.
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

  /// The style of the line a value stands on; nil where that is the first line of an edited record, which stands
  /// somewhere in the file.
  private func lineStyle(of node: JSONNode) -> LineStyle? {
    let (bytes, offset) = (node.document.bytes, node.byteRange.lowerBound)
    if bytes !== document.base, outline.root.container != nil, !bytes.slice(0..<offset).contains(0x0A) {
      return nil
    }
    return LineStyle(at: offset, in: bytes, unit: document.base.indentationUnit)
  }
}
