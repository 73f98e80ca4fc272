/// The parts of a mapping's decoding that depend only on the properties' paths, not on their types.
@usableFromInline final class DecodingPlan: Sendable {
  @usableFromInline let keys: KeyTrie
  @usableFromInline let slotCount: Int
  @usableFromInline let routes: [PropertyRoute]

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
    slotCount = max(slotPaths.count, 1)
    keys = KeyTrie(slotPaths)
  }
}
