extension JSONNode {
  /// Returns the splices that make this value equal to another one. Equal parts keep their bytes, and new
  /// values are formatted like their siblings.
  ///
  /// Members keep their order, and new members are appended. Elements are paired as in a ``JSONDifference``.
  ///
  /// - Complexity: O(*n* log *n*) in the size of both values; recursive in their depth, which the parser
  ///   limits.
  package func splices(toEqual other: JSONNode) throws(JSONSpliceError) -> [JSONSplice] {
    let difference = JSONDifference(from: other, to: self, arrays: .elements(keys: JSONDifference.usualKeys))
    guard let difference else { return [] }
    return try splices(undoing: difference)
  }

  /// Returns the splices that undo a difference in this value, which must be the second value of the
  /// difference. At each location of the difference, the splices restore the first value.
  package func splices(undoing difference: JSONDifference) throws(JSONSpliceError) -> [JSONSplice] {
    var rewriting = Rewriting(unit: document.bytes.indentationUnit)
    try rewriting.undo(difference, in: self, of: nil)
    return rewriting.splices
  }
}

/// A builder that collects the splices for undoing a difference in nested values.
private struct Rewriting {
  let unit: [UInt8]
  var splices: [JSONSplice] = []

  mutating func undo(
    _ difference: JSONDifference, in node: JSONNode, of parent: JSONNode?
  ) throws(JSONSpliceError) {
    switch difference {
    case .value(let value?, _): splices.append(node.replacing(with: laidOut(value, for: node, in: parent)))
    // There is no former value to restore for a root that only the second value of the difference has.
    case .value(nil, _): break
    case .members, .elements:
      if !node.isFilled, let value = difference.newChildren {
        splices.append(node.replacing(with: laidOut(value, for: node, in: parent)))
      } else if case .members(let members) = difference {
        try undo(members, in: node)
      } else if case .elements(let elements, _) = difference {
        try undo(elements, in: node, of: parent)
      }
    }
  }

  private mutating func undo(
    _ members: [(key: JSONNode, difference: JSONDifference)], in object: JSONNode
  ) throws(JSONSpliceError) {
    let own = DistinctMembers(of: object)
    var (new, gone): ([(key: JSONNode, value: JSONNode)], Set<[UInt8]>) = ([], [])
    for (key, difference) in members {
      switch difference {
      case .value(let value?, nil): new.append((key, value))
      case .value(nil, _): gone.insert(key.decodedBytes)
      default:
        if let value = own[key.decodedBytes] { try undo(difference, in: value, of: object) }
      }
    }
    guard !new.isEmpty || !gone.isEmpty else { return }
    let neighbor = object.spansLines ? own.all.first?.value : nil
    splices += object.edit { editor in
      var last: JSONChild?
      for (child, member) in zip(object.children, object.members) {
        if !gone.isEmpty, gone.contains(member.key.decodedBytes) { editor.remove(child) }
        last = child
      }
      for member in new {
        editor.insert(
          laidOut(member.value, beside: neighbor, like: object), key: member.key.rawBytes, after: last)
      }
    }
  }

  private mutating func undo(
    _ elements: [JSONDifference.Element], in array: JSONNode, of parent: JSONNode?
  ) throws(JSONSpliceError) {
    let own = Array(array.elements)
    let neighbor = own[0].spansLines ? own[0] : nil
    var gone: [Int] = []
    var new: [(place: Int, anchor: Int?, text: [UInt8])] = []
    for element in elements {
      switch (element.before, element.after, element.difference) {
      case (let before?, nil, .value(let value?, _)?):
        new.append((before, element.anchor, laidOut(value, beside: neighbor, like: array, parent)))
      case (let before?, let after?, let difference) where element.isMoved:
        gone.append(after)
        new.append((before, element.anchor, try text(of: own[after], undoing: difference, in: array)))
      case (_?, let after?, let difference?): try undo(difference, in: own[after], of: array)
      case (nil, let after?, _): gone.append(after)
      default: break
      }
    }
    guard !new.isEmpty || !gone.isEmpty else { return }
    let children = Array(array.children)
    splices += array.edit { editor in
      for index in gone { editor.remove(children[index]) }
      for element in new.sorted(by: { $0.place < $1.place }) {
        editor.insert(element.text, after: element.anchor.map { children[$0] })
      }
    }
  }

  /// Returns the text that restores a moved element of an array, after undoing the difference inside it.
  private func text(
    of node: JSONNode, undoing difference: JSONDifference?, in array: JSONNode
  ) throws(JSONSpliceError) -> [UInt8] {
    guard let difference else { return node.rawBytes }
    var inner = Rewriting(unit: unit)
    try inner.undo(difference, in: node, of: array)
    return try node.document.bytes.applying(inner.splices, in: node.byteRange)
  }

  // MARK: - Layout

  /// Returns the text of a former value that replaces the value of a node. A container spans several lines if
  /// the replaced container does, or, if it replaces a scalar or an empty container, if its parent does.
  private func laidOut(_ value: JSONNode, for node: JSONNode, in parent: JSONNode?) -> [UInt8] {
    let place = node.isFilled ? node : parent
    return laidOut(value, beside: place?.spansLines == true ? node : nil, like: place, parent)
  }

  /// Returns the text of a former value in the format of existing values.
  ///
  /// - Parameters:
  ///   - neighbor: A value whose line has the indentation for the former value; nil to write the former value
  ///     on one line.
  ///   - places: The values from which the spacing within a line is detected, in order of preference.
  private func laidOut(_ value: JSONNode, beside neighbor: JSONNode?, like places: JSONNode?...) -> [UInt8] {
    let form = places.lazy.compactMap { $0?.formOfLine }.first ?? .compact
    guard let neighbor, value.isFilled else { return JSONFormatter(form).format(value) }
    let style = LineStyle(at: neighbor.byteRange.lowerBound, in: neighbor.document.bytes, unit: unit)
    return style?.spread(JSONFormatter.compact.format(value)) ?? JSONFormatter(form).format(value)
  }
}

extension JSONDifference {
  /// A new object or array of the children that the difference removed, for restoring them in an empty
  /// container. Nil if the difference replaces a whole value, or if the children are nested too deeply.
  fileprivate var newChildren: JSONNode? {
    var writer = JSONWriter()
    switch self {
    case .value: return nil
    case .members(let members):
      writer.beginObject()
      for case (let key, .value(let value?, nil)) in members {
        writer.member(key)
        JSONFormatter.compact.write(value, to: &writer)
      }
      writer.endObject()
    case .elements(let elements, _):
      writer.beginArray()
      for case .value(let value?, nil)? in elements.map(\.difference) {
        writer.beginElement()
        JSONFormatter.compact.write(value, to: &writer)
      }
      writer.endArray()
    }
    return try? JSONDocument(writer.finish()).root
  }
}

extension JSONNode {
  /// Whether the value is an array or object with at least one child.
  fileprivate var isFilled: Bool { endIndex > index + 1 }

  /// The spacing inside containers that are written on one line, detected from the first nested container or
  /// from this container itself; nil if it cannot be detected.
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
