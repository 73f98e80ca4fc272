import Mantle

extension ValueOrigins {
  /// Creates the origins of the values in a document that splices changed: a value whose first byte was not replaced originates
  /// from the value that began at this byte before.
  ///
  /// - Parameters:
  ///   - splices: the splices, which were applied to the original.
  ///   - original: the root before the splices.
  ///   - edited: the root after the splices.
  /// - Complexity: O(*n*) for each level, where *n* is the number of bytes of the edited values.
  package init(of splices: [JSONSplice], from original: JSONNode, to edited: JSONNode) {
    let offsets = FormerOffsets(splices)
    compare(original, edited, at: [], offsets)
  }

  /// Records the origins of the elements or members in an edited value.
  private mutating func compare(
    _ old: JSONNode, _ new: JSONNode, at path: [JSONKeyPath.Component], _ offsets: FormerOffsets
  ) {
    guard new.kind.isContainer, old.rawBytes != new.rawBytes else { return }
    guard old.kind == new.kind, !offsets.isReplaced(new.startInText) else {
      rewritten.insert(JSONKeyPath(path))
      return
    }
    if new.kind == .array {
      compareElements(Array(old.elements), Array(new.elements), at: path, offsets)
    } else {
      compareMembers(old, new, at: path, offsets)
    }
  }

  private mutating func compareElements(
    _ old: [JSONNode], _ new: [JSONNode], at path: [JSONKeyPath.Component], _ offsets: FormerOffsets
  ) {
    let places = Dictionary(old.enumerated().map { ($1.startInText, $0) }) { first, _ in first }
    let origins = new.map { offsets.former($0.startInText).flatMap { places[$0] } }
    if !origins.elementsEqual(old.indices.map { Optional($0) }) {
      elements[JSONKeyPath(path)] = ElementOrigins(origins)
    }
    for (index, origin) in origins.enumerated() {
      guard let origin else { continue }
      compare(old[origin], new[index], at: path + [.index(index)], offsets)
    }
  }

  private mutating func compareMembers(
    _ old: JSONNode, _ new: JSONNode, at path: [JSONKeyPath.Component], _ offsets: FormerOffsets
  ) {
    let members = old.members.map { (key: $0.key.displayText, value: $0.value) }
    let places = Dictionary(members.enumerated().map { ($1.value.startInText, $0) }) { first, _ in first }
    for (key, value) in new.members {
      let origin = offsets.former(value.startInText).flatMap { places[$0] }
      let name = key.displayText
      if origin.map({ members[$0].key }) != name {
        keys[JSONKeyPath(path), default: [:]][name] = .some(origin.map { members[$0].key })
      }
      if let origin { compare(members[origin].value, value, at: path + [.key(name)], offsets) }
    }
  }
}

/// The conversion of offsets in an edited text to offsets in the text before the splices.
private struct FormerOffsets {
  /// The replaced ranges in the edited and in the original text, in ascending order.
  private var replacements: [(edited: Range<Int>, original: Range<Int>)] = []

  init(_ splices: [JSONSplice]) {
    var growth = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let start = splice.range.lowerBound + growth
      replacements.append((start..<start + splice.replacement.count, splice.range))
      growth += splice.replacement.count - splice.range.count
    }
  }

  /// Returns the last replacement that begins at or before an offset of the edited text.
  private func replacement(before offset: Int) -> (edited: Range<Int>, original: Range<Int>)? {
    var (low, high) = (0, replacements.count)
    while low < high {
      let middle = (low + high) / 2
      if replacements[middle].edited.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : replacements[low - 1]
  }

  /// Returns whether the byte at an offset of the edited text was replaced or inserted.
  func isReplaced(_ offset: Int) -> Bool { replacement(before: offset)?.edited.contains(offset) == true }

  /// Returns the original offset of the value that begins at an offset of the edited text; nil for an inserted value. A replaced
  /// value has the offset of the replaced bytes.
  func former(_ offset: Int) -> Int? {
    guard let last = replacement(before: offset) else { return offset }
    if last.edited.contains(offset) {
      return offset == last.edited.lowerBound && !last.original.isEmpty ? last.original.lowerBound : nil
    }
    return offset - last.edited.upperBound + last.original.upperBound
  }
}
