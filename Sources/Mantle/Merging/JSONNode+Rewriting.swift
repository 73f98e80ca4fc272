import TerminalText

extension JSONNode {
  /// Returns the splices that make this value equal to another one. Equal parts keep their bytes, and new
  /// values are formatted like their siblings.
  ///
  /// Members keep their order, and new members are appended. Equal elements at the start and the end of a
  /// list are kept; the elements between them are paired by position.
  ///
  /// - Complexity: O(*n*) in the size of both values, except for nested lists of different lengths; recursive
  ///   in the depth, which the parser limits.
  package func splices(toEqual other: JSONNode) -> [JSONSplice] {
    var rewriting = Rewriting(unit: document.bytes.indentationUnit)
    rewriting.change(self, to: other, in: nil)
    return rewriting.splices
  }
}

/// A builder that collects the splices for nested values.
private struct Rewriting {
  let unit: [UInt8]
  var splices: [JSONSplice] = []

  mutating func change(_ node: JSONNode, to other: JSONNode, in parent: JSONNode?) {
    switch (node.kind, other.kind) {
    case (.object, .object) where node.isFilled: changeMembers(of: node, to: other)
    case (.array, .array) where node.isFilled: changeElements(of: node, to: other, in: parent)
    default:
      if !node.isEquivalent(to: other) {
        splices.append(node.replacing(with: laidOut(other, for: node, in: parent)))
      }
    }
  }

  private mutating func changeMembers(of object: JSONNode, to other: JSONNode) {
    let (own, others) = (DistinctMembers(of: object), DistinctMembers(of: other))
    for member in own.all {
      if let value = others[member.id] { change(member.value, to: value, in: object) }
    }
    let new = others.all.filter { own[$0.id] == nil }
    let isShorter = own.all.contains { others[$0.id] == nil }
    guard isShorter || !new.isEmpty else { return }
    let neighbour = object.spansLines ? own.all.first?.value : nil
    splices += object.edit { editor in
      var last: JSONChild?
      for (child, member) in zip(object.children, object.members) {
        if isShorter, others[member.key.decodedBytes] == nil { editor.remove(child) }
        last = child
      }
      for member in new {
        editor.insert(
          laidOut(member.value, beside: neighbour, like: object), key: member.key.rawBytes, after: last)
      }
    }
  }

  private mutating func changeElements(of array: JSONNode, to other: JSONNode, in parent: JSONNode?) {
    var (own, others) = (Array(array.elements)[...], Array(other.elements)[...])
    if own.count != others.count {
      let start = zip(own, others).prefix { $0.isEquivalent(to: $1) }.count
      (own, others) = (own.dropFirst(start), others.dropFirst(start))
      let end = zip(own.reversed(), others.reversed()).prefix { $0.isEquivalent(to: $1) }.count
      (own, others) = (own.dropLast(end), others.dropLast(end))
    }
    for (node, value) in zip(own, others) { change(node, to: value, in: array) }
    guard own.count != others.count else { return }
    let shared = min(own.count, others.count)
    let first = array.elements.first { _ in true }
    let neighbour = first?.spansLines == true ? first : nil
    splices += array.edit { editor in
      let children = Array(array.children)
      let position = own.startIndex + shared
      for child in children[position..<own.endIndex] { editor.remove(child) }
      for value in others.dropFirst(shared) {
        let previous = position > 0 ? children[position - 1] : nil
        editor.insert(laidOut(value, beside: neighbour, like: array, parent), after: previous)
      }
    }
  }

  // MARK: - Layout

  /// A container is spread over lines like the value it replaces, or like its parent.
  private func laidOut(_ value: JSONNode, for node: JSONNode, in parent: JSONNode?) -> [UInt8] {
    let place = node.isFilled ? node : parent
    return laidOut(value, beside: place?.spansLines == true ? node : nil, like: place, parent)
  }

  /// - Parameters:
  ///   - neighbour: a value whose line has the indentation of the new one; nil to write everything on one
  ///     line.
  ///   - places: values from which the spacing of a line is detected, in order of preference.
  private func laidOut(_ value: JSONNode, beside neighbour: JSONNode?, like places: JSONNode?...) -> [UInt8] {
    let form = places.lazy.compactMap { $0?.formOfLine }.first ?? .compact
    guard let neighbour, value.isFilled else { return JSONFormatter(form).format(value) }
    let style = LineStyle(at: neighbour.byteRange.lowerBound, in: neighbour.document.bytes, unit: unit)
    return style?.spread(JSONFormatter.compact.format(value)) ?? JSONFormatter(form).format(value)
  }
}

extension JSONNode {
  /// Whether the value is a container with contents.
  fileprivate var isFilled: Bool { endIndex > index + 1 }

  /// The spacing of containers on one line, detected from the first nested container or the container itself;
  /// nil if it cannot be detected.
  package var formOfLine: JSONFormatter.Style? {
    switch kind {
    case .object:
      guard let first = members.first(where: { _ in true }) else { return nil }
      if first.value.isFilled, spansLines { return first.value.formOfLine }
      let (bytes, key, value) = (document.bytes, first.key.byteRange, first.value.byteRange.lowerBound)
      guard bytes.slice(key.upperBound..<value).last == ASCII.space else { return .compact }
      return bytes[key.lowerBound - 1] == ASCII.space && !spansLines ? .spaced : .separated
    case .array:
      let own = elements.prefix(2).map { $0 }
      if let first = own.first, first.isFilled { return first.formOfLine }
      guard own.count == 2 else { return nil }
      return document.bytes[own[1].byteRange.lowerBound - 1] == ASCII.space ? .separated : .compact
    default: return nil
    }
  }
}
