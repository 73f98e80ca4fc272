import Mantle

extension EditBuilder {
  /// Puts the elements of a list in another order.
  ///
  /// - Parameters:
  ///   - elements: the rows of all of them, in their order now.
  ///   - order: their numbers now, in the new order.
  ///   - key: what they are sorted by; nil for the order they had before.
  /// - Returns: nil where that is the order they are in.
  func ordering(_ list: Row, _ elements: [Row], _ order: [Int], by key: String?) throws -> Edit? {
    guard order != Array(order.indices) else { return nil }
    var part = EditStep.Part(.sorted(by: key), list, before: nil, after: nil, in: document)
    if let container = list.container {
      let (changes, shifts) = try ordering(elements, order, in: container, list)
      part.shifts = shifts
      return changes.edit([part])
    }
    guard let record = list.childRecord, let array = list.childNode else {
      throw EditRefused(description: "this is not a list")
    }
    var targets = order
    for (target, source) in order.enumerated() { targets[source] = target }
    part.shifts = [.permuted(within: part.place, targets)]
    return try edit(part, record, array, order)
  }

  /// An edit that gives each element of an array the text of the one that moves to it; what is between them stays.
  func edit(_ part: EditStep.Part, _ record: Record, _ array: JSONNode, _ order: [Int]) throws -> Edit {
    let nodes = Array(array.elements)
    let splices = order.enumerated().filter { $0.offset != $0.element }.map { target, source in
      nodes[target].replacing(with: nodes[source].rawBytes)
    }
    return try edit(part, record, record.applying(splices, arranging: .ordering(array, order)))
  }

  /// In a large container all children are taken out and put in again, in their new order.
  private func ordering(
    _ elements: [Row], _ order: [Int], in container: LazyContainer, _ list: Row
  ) throws -> (changes: OverlayChanges, shifts: [PlaceChange]) {
    var changes = noChanges
    changes.remove(elements.compactMap(\.position), from: container)
    var shifts: [PlaceChange] = []
    var insertions: [Overlay.Insertion] = []
    for source in order {
      try outline.records.goOn()
      let row = elements[source]
      guard let position = row.position, let value = row.record.map({ $0.bytes.slice($0.range) }) else {
        throw EditRefused(description: "\(row.path) is not read whole")
      }
      switch position {
      case .original(let child):
        let child = ChildID(container.index.measured(child))
        let serial = document.nextSerial + insertions.count
        insertions.append(Overlay.Insertion(serial: serial, key: nil, value: value, origin: child))
        shifts.append(.replaced(row.id, by: list.id.child(.inserted(serial))))
      case .inserted(_, _, let insertion): insertions.append(insertion)
      }
    }
    changes.set(insertions, in: Overlay.Gap(container: container.offset, after: nil))
    return (changes, shifts)
  }
}

extension EditBuilder {
  /// Puts the members of an object in the order of their keys; everything between them stays where it is.
  ///
  /// - Parameter isDeep: whether those of the objects inside are, too.
  /// - Returns: nil where that is the order they are in.
  func orderingKeys(of row: Row, isDeep: Bool) throws -> Edit? {
    guard let node = row.childNode, let record = row.childRecord else {
      throw EditRefused(description: "only objects that are read whole are sorted, of up to 1 MB")
    }
    let sorted =
      record.damage == nil ? node.sortedByKeys(isDeep: isDeep) : record.sortedByKeys(node, isDeep: isDeep)
    let key = isDeep ? "key, with all inside" : "key"
    let part = EditStep.Part(.sorted(by: key), row, before: nil, after: nil, in: document)
    return try ordering(node, in: record, as: sorted, part)
  }

  /// Puts the members of an object in another order.
  ///
  /// - Parameters:
  ///   - order: their numbers now, in that order.
  ///   - part: the description of the edit.
  /// - Returns: nil where that is the order they are in.
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
    guard let text else { throw EditRefused(description: "its text has mistakes (:fix mends them)") }
    let place = record.sourceRange(of: node)
    guard text != record.bytes.slice(place) else { return nil }
    let splice = JSONSplice(place, with: text)
    return try edit(part, record, RecordText(record.bytes.applying([splice], in: record.range)))
  }
}

extension Record {
  /// The text of a value with comments, with the members of objects in the order of their keys.
  ///
  /// - Returns: nil where something else than comments is wrong with it.
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
  /// The numbers of an object's members in the order of their keys; those of one key keep theirs.
  fileprivate var orderOfKeys: [Int] {
    members.map { Array($0.key.displayText.utf8) }.enumerated().sorted { a, b in
      a.element == b.element ? a.offset < b.offset : a.element.lexicographicallyPrecedes(b.element)
    }.map(\.offset)
  }

  /// The value's text with the members of objects in the order of their keys.
  fileprivate func sortedByKeys(isDeep: Bool) -> [UInt8] {
    guard kind == .object || kind == .array && isDeep else { return rawBytes }
    return arranged(kind == .object ? orderOfKeys : Array(0..<count)) {
      isDeep ? $0.sortedByKeys(isDeep: true) : $0.rawBytes
    }
  }

  /// The container's text with its children in another order; what is between them stays where it is.
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
