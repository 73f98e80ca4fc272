import Mantle

extension EditBuilder {
  /// Reorders the elements of a list.
  ///
  /// - Parameters:
  ///   - elements: all rows of the list, in their current order.
  ///   - order: the current indices of the elements, in the new order.
  ///   - key: the sort key; nil to restore the former order.
  /// - Returns: nil if the order does not change.
  func ordering(_ list: Row, _ elements: [Row], _ order: [Int], by key: String?) throws -> Edit? {
    guard order != Array(order.indices) else { return nil }
    var part = EditStep.Part(.sorted(by: key), list, before: nil, after: nil, in: document)
    if let container = list.container {
      let (changes, shifts) = try ordering(elements, order, in: container, list)
      part.shifts = shifts
      return changes.edit([part])
    }
    return try edit(part, list, order)
  }

  /// Returns the edit that reorders the elements of a list inside a record.
  ///
  /// - Parameters:
  ///   - part: the description of the edit.
  ///   - order: the current indices of the elements, in the new order.
  func edit(_ part: EditStep.Part, _ list: Row, _ order: [Int]) throws -> Edit {
    guard let record = list.childRecord, let array = list.childNode, array.kind == .array else {
      throw EditRefused(description: "this is not a list")
    }
    var part = part
    part.shifts = [PlaceChange.permuted(within: list.editedPlace, order).inverse]
    let nodes = Array(array.elements)
    let splices = order.enumerated().filter { $0.offset != $0.element }.map { target, source in
      nodes[target].replacing(with: nodes[source].rawBytes)
    }
    return try edit(part, record, record.applying(splices, arranging: .ordering(array, order)))
  }

  /// Reorders children of a large container: as many children as possible that are in file order stay in place, and the others
  /// become insertions.
  ///
  /// - Parameters:
  ///   - elements: consecutive children.
  ///   - start: the place before the children; nil for the start of the container.
  ///   - end: the offset before which children of the file may stay in place.
  ///   - moving: the index of the only element that may move; nil if any element may.
  func ordering(
    _ elements: [Row], _ order: [Int], in container: LazyContainer, _ list: Row,
    from start: (gap: Overlay.Gap, index: Int)? = nil, before end: Int = .max, moving: Int? = nil
  ) throws -> (changes: OverlayChanges, shifts: [PlaceChange]) {
    var (gap, index) = start ?? (Overlay.Gap(container: container.offset, after: nil), 0)
    var homes = elements.map { row in
      row.position?.origin.flatMap { (gap.anchor + 1..<end).contains($0.offset) ? $0 : nil }
    }
    if let moving {
      for index in elements.indices where index != moving && elements[index].originalOffset == nil {
        homes[index] = nil
      }
      let offsets = order.compactMap { homes[$0]?.offset }
      if offsets != offsets.sorted() { homes[moving] = nil }
    }
    let returning = order.filter { homes[$0] != nil }
    let offsets = returning.compactMap { homes[$0]?.offset }
    let moved = Alignment(offsets.sorted(), offsets).moved
    let staying = Set(returning.indices.filter { !moved.contains($0) }.map { returning[$0] })
    var changes = noChanges
    let leaving = elements.indices.filter { !staying.contains($0) || elements[$0].originalOffset == nil }
    changes.remove(leaving.compactMap { elements[$0].position }, from: container)
    var (shifts, waiting): ([PlaceChange], [Overlay.Insertion]) = ([], [])
    for source in order {
      try outline.records.goOn()
      let row = elements[source]
      let step: RowID.Step
      if let home = homes[source], staying.contains(source) {
        changes.insert(waiting, at: (gap, index))
        (gap, index, waiting) = (Overlay.Gap(container: container.offset, after: home), 0, [])
        if case .inserted(_, _, let known)? = row.position { changes.set(home, to: RecordText(known.value)) }
        step = .child(home)
      } else {
        guard let position = row.position, let value = row.record.map({ $0.bytes.slice($0.range) }) else {
          throw EditRefused(description: "\(row.path) is too large or malformed")
        }
        let insertion = position.insertion(value: value, serial: document.nextSerial + source)
        waiting.append(insertion)
        step = .inserted(insertion.serial)
      }
      if row.id.step != step { shifts.append(.replaced(row.id, by: list.id.child(step))) }
    }
    changes.insert(waiting, at: (gap, index))
    return (changes, shifts)
  }

  /// Sorts the members of an object by key; the text between members stays in place.
  ///
  /// - Parameter isDeep: whether to sort nested objects, too.
  /// - Returns: nil if the order does not change.
  func orderingKeys(of row: Row, isDeep: Bool) throws -> Edit? {
    guard let node = row.childNode, let record = row.childRecord else {
      throw EditRefused(description: "only objects of up to 1 MB without mistakes can be sorted")
    }
    let sorted =
      record.damage == nil ? node.sortedByKeys(isDeep: isDeep) : record.sortedByKeys(node, isDeep: isDeep)
    let key = isDeep ? "key, with nested objects" : "key"
    let part = EditStep.Part(.sorted(by: key), row, before: nil, after: nil, in: document)
    return try ordering(node, in: record, as: sorted, part)
  }

  /// Reorders the members of an object.
  ///
  /// - Parameters:
  ///   - order: the current indices of the members, in the new order.
  ///   - part: the description of the edit.
  /// - Returns: nil if the order does not change.
  func orderingMembers(of row: Row, _ order: [Int], as part: EditStep.Part) throws -> Edit? {
    guard let node = row.childNode, let record = row.childRecord else { throw EditRefused.notWhole }
    let text =
      record.damage == nil
      ? node.arranged(order) { $0.rawBytes }
      : CommentedChildren(node, in: record)?.text(order.map(ChildArrangement.Child.kept))
    return try ordering(node, in: record, as: text, part)
  }

  private func ordering(
    _ node: JSONNode, in record: Record, as text: [UInt8]?, _ part: EditStep.Part
  ) throws -> Edit? {
    guard let text else { throw EditRefused(description: "its text has mistakes (:fix repairs them)") }
    let place = record.sourceRange(of: node)
    guard text != record.bytes.slice(place) else { return nil }
    let splice = JSONSplice(place, with: text)
    return try edit(part, record, RecordText(record.bytes.applying([splice], in: record.range)))
  }
}

extension Record {
  /// Returns the text of a value with comments after sorting the members of its objects by key.
  ///
  /// - Returns: nil if the value has mistakes other than comments.
  fileprivate func sortedByKeys(_ node: JSONNode, isDeep: Bool) -> [UInt8]? {
    guard node.kind.isContainer, node.count > 0 else { return bytes.slice(sourceRange(of: node)) }
    guard let children = CommentedChildren(node, in: self) else { return nil }
    var values: [Int: JSONSplice] = [:]
    if isDeep {
      for child in node.kind == .object ? node.members.map(\.value) : Array(node.elements) {
        guard let text = sortedByKeys(child, isDeep: true) else { return nil }
        let range = sourceRange(of: child)
        values[range.upperBound] = JSONSplice(range, with: text)
      }
    }
    let order = node.kind == .object ? node.orderOfKeys : Array(0..<node.count)
    return children.text(order.map(ChildArrangement.Child.kept), values: values)
  }
}

extension JSONNode {
  /// The indices of an object's members sorted by key; members with equal keys keep their order.
  fileprivate var orderOfKeys: [Int] {
    members.map { Array($0.key.displayText.utf8) }.enumerated().sorted { a, b in
      a.element == b.element ? a.offset < b.offset : a.element.lexicographicallyPrecedes(b.element)
    }.map(\.offset)
  }

  /// Returns the value's text after sorting the members of its objects by key.
  fileprivate func sortedByKeys(isDeep: Bool) -> [UInt8] {
    guard kind == .object || kind == .array && isDeep else { return rawBytes }
    return arranged(kind == .object ? orderOfKeys : Array(0..<count)) {
      isDeep ? $0.sortedByKeys(isDeep: true) : $0.rawBytes
    }
  }

  /// Returns the container's text with reordered children; the text between the children stays in place.
  fileprivate func arranged(_ order: [Int], _ text: (JSONNode) -> [UInt8]) -> [UInt8] {
    let places = childRanges
    let values = kind == .object ? members.map(\.value) : Array(elements)
    let texts = order.map { number in
      document.bytes.slice(places[number].lowerBound..<values[number].byteRange.lowerBound)
        + text(values[number])
    }
    var (result, end): ([UInt8], Int) = ([], byteRange.lowerBound)
    for (place, text) in zip(places, texts) {
      result += document.bytes.slice(end..<place.lowerBound) + text
      end = place.upperBound
    }
    return result + document.bytes.slice(end..<byteRange.upperBound)
  }
}
