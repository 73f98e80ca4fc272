import Mantle

/// The effect of an edit on the places of other values: maps a place before the edit to the place after it.
enum PlaceChange: Hashable, Sendable {
  /// An element was inserted into a list inside a record.
  case inserted(into: EditedPlace, at: Int)
  case removed(from: EditedPlace, at: Int)
  /// The elements of a list were reordered: the new index of each element, by its old index.
  case permuted(within: EditedPlace, [Int])
  /// A member of an object inside a record was renamed.
  case renamed(within: EditedPlace, from: String, to: String)
  /// A value was moved to another list or object.
  case relocated(from: EditedPlace, to: EditedPlace)
  /// A child of a large container has a new identifier.
  case replaced(RowID, by: RowID)

  /// The effect of undoing the edit on the places of other values.
  var inverse: PlaceChange {
    switch self {
    case .inserted(let list, let index): .removed(from: list, at: index)
    case .removed(let list, let index): .inserted(into: list, at: index)
    case .permuted(let list, let targets): .permuted(within: list, Self.inverse(of: targets))
    case .renamed(let object, let from, let to): .renamed(within: object, from: to, to: from)
    case .relocated(let old, let new): .relocated(from: new, to: old)
    case .replaced(let old, let new): .replaced(new, by: old)
    }
  }

  /// The list or object whose children have new indices or keys after the edit; nil if a single value was moved.
  var container: EditedPlace? {
    switch self {
    case .inserted(let list, _), .removed(let list, _), .permuted(let list, _),
      .renamed(let list, _, _):
      list
    case .relocated, .replaced: nil
    }
  }

  private static func inverse(of targets: [Int]) -> [Int] {
    var sources = targets
    for (source, target) in targets.enumerated() where sources.indices.contains(target) {
      sources[target] = source
    }
    return sources
  }

  /// Returns the place after the edit for a place before it; nil if the value was removed.
  func applied(to place: EditedPlace) -> EditedPlace? {
    switch self {
    case .inserted(let list, let index):
      return place.replacingElement(of: list) { $0 < index ? $0 : $0 + 1 }
    case .removed(let list, let index):
      return place.replacingElement(of: list) { $0 == index ? nil : $0 < index ? $0 : $0 - 1 }
    case .permuted(let list, let targets):
      return place.replacingElement(of: list) { targets.indices.contains($0) ? targets[$0] : $0 }
    case .renamed(let object, let from, let to):
      return place.replacingStep(in: object) { $0 == .key(from) ? .key(to) : $0 }
    case .relocated(let old, let new):
      guard place.outer == old.outer, place.path.starts(with: old.path) else { return place }
      return EditedPlace(outer: new.outer, path: new.path + place.path.dropFirst(old.path.count))
    case .replaced(let old, let new):
      guard let outer = place.outer.replacing(old, by: new) else { return place }
      return EditedPlace(outer: outer, path: place.path)
    }
  }
}

extension EditedPlace {
  fileprivate func replacingElement(of list: EditedPlace, _ change: (Int) -> Int?) -> EditedPlace? {
    replacingStep(in: list) { step in
      guard case .index(let index) = step else { return step }
      return change(index).map { .index($0) }
    }
  }

  /// Returns the place after a change of its path component that directly follows the path of `around`. Returns the same place
  /// if it is not inside `around`, and nil if `change` returns nil.
  fileprivate func replacingStep(
    in around: EditedPlace, _ change: (JSONKeyPath.Component) -> JSONKeyPath.Component?
  ) -> EditedPlace? {
    guard around.outer == outer, path.count > around.path.count, path.starts(with: around.path) else {
      return self
    }
    guard let step = change(path[around.path.count]) else { return nil }
    var path = path
    path[around.path.count] = step
    return EditedPlace(outer: outer, path: path)
  }
}

extension RowID {
  /// Returns the identifier with its prefix replaced; nil if it has another prefix. O(depth).
  fileprivate func replacing(_ old: RowID, by new: RowID) -> RowID? {
    guard old.contains(self) else { return nil }
    return steps.dropFirst(old.depth).reduce(new) { $0.child($1) }
  }
}
