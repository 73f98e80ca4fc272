/// Everything a mapping works out from its properties' paths, without their types.
@usableFromInline final class MappingPlan: Sendable {
  @usableFromInline let keys: KeyPlan
  @usableFromInline let slotCount: Int
  @usableFromInline let routes: [PropertyRoute]

  init(_ properties: [PropertyPaths]) {
    // The first slots belong to the properties, one each; candidates of other routes follow.
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
    keys = KeyPlan(slotPaths)
  }
}

/// A property's paths, as far as the plan needs to know it.
struct PropertyPaths {
  let name: String
  let source: PropertySource
  let isRead: Bool
  let isWritten: Bool

  /// The keys of the one path the property is read from; empty when it is found another way.
  var directKeys: [String] {
    guard isRead, case .paths(let paths) = source, paths.count == 1, let path = paths.first else { return [] }
    let keys = path.leadingKeys
    return keys.count == path.components.count ? keys : []
  }

  /// The paths the property is written to: the canonical one, or every member's.
  var writtenPaths: [JSONKeyPath] {
    guard isWritten else { return [] }
    return switch source {
    case .local, .unnamed: []
    case .paths(let paths): Array(paths.prefix(1))
    case .members(let paths): paths
    }
  }
}

extension JSONKeyPath {
  /// The keys before the first array component.
  var leadingKeys: [String] {
    var keys: [String] = []
    for component in components {
      guard case .key(let key) = component else { break }
      keys.append(key)
    }
    return keys
  }
}
