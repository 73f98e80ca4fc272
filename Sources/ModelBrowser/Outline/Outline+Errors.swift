import Mantle

extension Outline {
  /// By how much the number of errors at some places differs from the original's.
  func errorDifferences(at slots: Set<Overlay.Slot>) -> [Overlay.Slot: Int] {
    let outline = raw
    return Dictionary(uniqueKeysWithValues: slots.map { ($0, outline.errorDifference(at: $0)) })
  }

  /// What is larger is not checked once more when it is deleted.
  private static let mostRechecked = 1 << 24

  private func errorDifference(at slot: Overlay.Slot) -> Int {
    switch (slot, document.history.overlay[slot]) {
    case (_, nil):
      return 0
    case (.value(let child), .removed) where child.child.value.count > Self.mostRechecked:
      return 0
    case (.value(let child), let content):
      let path = row(at: .original(child.offset))?.recordPath ?? JSONKeyPath()
      let before = document.errors(in: document.base.slice(child.child.value), at: path)
      guard case .bytes(let text) = content else { return -before }
      return document.errors(in: text, at: path) - before
    case (.gap(let gap), .inserted(let insertions)):
      let sibling = gap.after.flatMap { row(at: .original($0.offset)) }?.recordPath.components ?? []
      let path = JSONKeyPath(sibling.dropLast() + [.index(0)])
      return insertions.reduce(0) { $0 + document.errors(in: $1.value, at: path) }
    default:
      return 0
    }
  }

}

extension Document {
  /// The errors of a record's text, read as what is at its path.
  fileprivate func errors(in text: [UInt8], at path: JSONKeyPath) -> Int {
    let places = pick.places.compactMap { place in
      place.path.remainder(after: path).map { ModelPlace(place.model, at: $0) }
    }
    var checker = Checker(JSONBytes(text), places: places)
    checker.harmlessDamage = .warning
    return checker.run { _ in true }.errors
  }
}

extension Row {
  /// The path of the record a row is or is in.
  var recordPath: JSONKeyPath { record?.path ?? path }
}

extension JSONKeyPath {
  /// What is left of a path with "each" steps behind a concrete one; nil where that leads elsewhere.
  func remainder(after path: JSONKeyPath) -> JSONKeyPath? {
    guard path.components.count <= components.count else { return nil }
    for (step, taken) in zip(components, path.components) where step != taken {
      switch (step, taken) {
      case (.each, _): continue
      default: return nil
      }
    }
    return JSONKeyPath(Array(components.dropFirst(path.components.count)))
  }
}
