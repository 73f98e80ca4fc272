/// The parts of a mapping's decoding that depend only on the properties' paths, not on their types.
@usableFromInline final class DecodingPlan: Sendable {
  @usableFromInline let keys: KeyTrie
  @usableFromInline let slotCount: Int
  @usableFromInline let routes: [PropertyRoute]
  /// Whether the model is an array, whose elements are the values of its properties.
  let isArray: Bool

  init<Root>(_ properties: [AnyProperty<Root>]) {
    // The first slots belong to the properties, one each, followed by the candidates of other routes.
    var slotPaths: [[String]] = properties.map(\.directKeys)
    routes = properties.map { property in
      func candidates(_ paths: [JSONKeyPath]) -> [PropertyRoute.Candidate] {
        paths.map { path in
          let keys = path.leadingKeys
          if !keys.isEmpty { slotPaths.append(keys) }
          return PropertyRoute.Candidate(
            path: path, slot: keys.isEmpty ? nil : slotPaths.count - 1,
            rest: path.components.dropFirst(keys.count))
        }
      }
      guard property.isRead else { return .none }
      switch property.source {
      case .local, .unnamed: return .none
      case .members(let paths): return .members(candidates(paths))
      case .paths(let paths):
        if let only = paths.first, !property.directKeys.isEmpty { return .direct(only) }
        return .alternatives(candidates(paths))
      }
    }
    isArray = properties.contains { property in
      property.source.paths.contains { if case .index = $0.components.first { true } else { false } }
    }
    slotCount = max(slotPaths.count, 1)
    keys = KeyTrie(slotPaths)
  }
}
