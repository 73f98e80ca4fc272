import Mantle

extension Outline {
  /// The list the models are in, or the list the text is; nil where there is none.
  var mainContainer: Row? {
    var row = root
    for component in document.pick.path.components.dropLast() {
      guard case .key(let key) = component, let child = member(of: row, key) else { return nil }
      row = child
    }
    return row.isList ? row : nil
  }

  /// How many models there are; nil while nobody has counted them.
  var modelCount: Int? {
    guard let container = mainContainer else { return document.pick.path.isEmpty ? 1 : nil }
    if let spine = container.spine { return document.count(of: spine) }
    return container.inner.count
  }

  /// An element of a list by its position now, from 0.
  func element(_ index: Int, of container: Row) -> Row? {
    guard let spine = container.spine else { return child(of: container, at: index) }
    return document.child(at: index, of: spine).map { document.row(for: $0, of: spine, in: container) }
  }

  /// The child under a key; members are looked at one by one, but not forever.
  func member(of row: Row, _ key: String) -> Row? {
    var child = firstChild(of: row)
    for _ in 0..<1000 {
      guard let here = child else { return nil }
      if here.step == [.key(key)] { return here }
      child = nextSibling(of: here)
    }
    return nil
  }
}

extension Outline {
  /// The row at a JSON key path, or the last one on the way that is there, and what is left of the path then.
  ///
  /// Paths that were JSON Pointers do not tell indices from keys: the values do.
  func row(at path: JSONKeyPath) -> (row: Row, rest: ArraySlice<JSONKeyPath.Component>) {
    var row = root
    var rest = path.components[...]
    while let step = rest.first?.fitting(list: row.isList),
      let child = child(of: row, step, then: rest.dropFirst())
    {
      row = child
      rest = rest.dropFirst(max(1, child.step.count))
    }
    return (row, rest)
  }

  private func child(
    of row: Row, _ step: JSONKeyPath.Component, then rest: ArraySlice<JSONKeyPath.Component>
  ) -> Row? {
    guard row.spine != nil else { return innerRow(of: row, onTheWayTo: [step] + rest) }
    switch step {
    case .key(let key): return member(of: row, key)
    case .index(let index): return element(index, of: row)
    case .each: return nil
    }
  }

  /// The row directly inside that leads furthest; what nothing maps, and what is absent, is in a group of its own.
  private func innerRow(of row: Row, onTheWayTo path: ArraySlice<JSONKeyPath.Component>) -> Row? {
    let leading = row.inner.indices.filter {
      !row.inner[$0].step.isEmpty && path.starts(with: row.inner[$0].step)
    }
    if let index = leading.max(by: { row.inner[$0].step.count < row.inner[$1].step.count }) {
      return child(of: row, at: index)
    }
    return row.inner.groups.lazy.compactMap { child(of: row, at: $0) }
      .compactMap { innerRow(of: $0, onTheWayTo: path) }.first
  }
}

extension JSONKeyPath.Component {
  /// The step as a list or an object has it.
  fileprivate func fitting(list isList: Bool) -> Self {
    switch self {
    case .key(let text) where isList: Int(text).map { .index($0) } ?? self
    case .index(let index) where !isList: .key(String(index))
    default: self
    }
  }
}

extension Row {
  /// Whether the rows inside are elements.
  var isList: Bool {
    switch content {
    case .spine(let spine): spine.form != .object
    default: node?.kind == .array
    }
  }
}

// MARK: - From bytes back to rows

extension Outline {
  /// A place in the text as it is now: an offset in the file as it was read, or in the new text of a record.
  enum TextPlace: Hashable {
    case original(Int)
    case edited(Record.Place, offset: Int)
  }

  /// The innermost row whose text holds a place.
  func row(at place: TextPlace) -> Row? {
    switch place {
    case .original(let offset):
      return row(inside: root) {
        $0.child(holding: offset, in: document)
      } node: {
        // In an edited record offsets count from elsewhere.
        $0.document.bytes === document.base && $0.byteRange.contains(offset)
      }
    case .edited(let record, let offset):
      return row(inside: root) {
        $0.child(of: record, in: document)
      } node: {
        $0.byteRange.contains(offset)
      }
    }
  }

  private func row(
    inside start: Row, spineChild: (Spine) -> Spine.Position?, node holds: (JSONNode) -> Bool
  ) -> Row? {
    var row = start
    while let spine = row.spine {
      guard let position = spineChild(spine) else { return row }
      row = document.row(for: position, of: spine, in: row)
    }
    while let inner = innerRow(of: row, holding: holds) { row = inner }
    return row
  }

  /// The row directly inside whose value or key holds a place; what no row shows is nowhere.
  private func innerRow(of row: Row, holding holds: (JSONNode) -> Bool) -> Row? {
    let index = row.inner.firstIndex { inner in
      switch inner.content {
      case .unmapped(let keys, _): keys.contains { holds($0.value) || holds($0.key) }
      case .value(let node): holds(node) || inner.key.map(holds) == true
      case .property(let property, let owner, let node):
        node.map(holds) == true || property.keyNode(in: owner).map(holds) == true
      default: false
      }
    }
    return index.flatMap { child(of: row, at: $0) }
  }
}

extension Spine {
  /// The child that holds an offset of the file, counted up to if need be.
  fileprivate func child(holding offset: Int, in document: BrowserDocument) -> Position? {
    guard let child = child(containing: offset), !child.isMeasured || child.range.contains(offset) else {
      return nil
    }
    return .original(child)
  }

  /// The child a record is, or is inside of.
  fileprivate func child(of record: Record.Place, in document: BrowserDocument) -> Position? {
    switch record {
    case .original(let id):
      return child(containing: id.offset).map { .original($0) }
    case .inserted(let gap, let serial):
      if gap.container != offset {
        return gap.container > offset ? child(containing: gap.container).map { .original($0) } : nil
      }
      return document.position(of: .inserted(serial), in: self)
    }
  }

  /// The child an offset belongs to; counts up to there first, together with whoever else is counting.
  func child(containing offset: Int) -> JSONChild? {
    var waits = 0
    while index.progress.scanned <= offset, !index.progress.isComplete, waits < 2000 {
      let before = index.progress.scanned
      if index.extend(budgetBytes: 1 << 24).scanned == before {
        Pause.aMillisecond()
        waits += 1
      }
    }
    return index.ordinal(containing: offset).flatMap { index.child(at: $0) }
  }
}
