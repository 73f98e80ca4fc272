/// The parts of a mapping's decoding that depend only on the properties' paths, not on their types.
@usableFromInline final class DecodingPlan: Sendable {
  @usableFromInline let keys: KeyTrie
  @usableFromInline let slotCount: Int
  @usableFromInline let routes: [PropertyRoute]
  /// The kind of JSON that represents a model of the mapping.
  let form: Form

  /// A kind of JSON that represents a model.
  enum Form: Sendable {
    /// An object, whose members are the values of the properties.
    case object
    /// An array, whose elements are the values of the properties.
    case array
    /// The JSON of the model's only property, which has the empty path. It need not be an object or an array.
    case value
  }

  init<Root>(_ properties: [AnyProperty<Root>]) {
    // Each property has one of the first slots. The slots of alternative paths and members follow.
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
    let isArray = properties.contains { property in
      property.source.paths.contains { if case .index = $0.components.first { true } else { false } }
    }
    form = isArray ? .array : DecodingPlan.isValue(properties) ? .value : .object
    slotCount = max(slotPaths.count, 1)
    keys = KeyTrie(slotPaths)
  }

  /// Returns whether the model is represented by the value of its only property in JSON: the property is at
  /// the empty path, and is neither a model nor a dictionary.
  private static func isValue<Root>(_ properties: [AnyProperty<Root>]) -> Bool {
    let inJSON = properties.filter { if case .local = $0.source { false } else { true } }
    guard inJSON.count == 1, let property = inJSON.first, case .paths(let paths) = property.source,
      paths.count == 1, paths[0].isEmpty
    else { return false }
    return property.shape.isValueOfModel
  }
}

extension DecodingContext {
  /// Returns zeroed memory for the slots of one object: for each key path, the location of its value. Callers
  /// give the memory of several objects back in the reverse order of these calls.
  ///
  /// The memory is usually a piece of the context's own buffer: a temporary allocation of the standard
  /// library would retain and release everything its closure captures, for every object.
  @inlinable @inline(__always) func takeSlots(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let taken = freeSlots
    if endOfSlots - taken < count { return takeOwnSlots(count) }
    freeSlots = taken + count
    taken.update(repeating: 0, count: count)
    return taken
  }

  @inlinable @inline(__always) func giveBack(_ taken: UnsafeMutablePointer<Int32>) {
    if taken >= startOfSlots, taken < endOfSlots {
      freeSlots = taken
    } else {
      giveBackOwn(taken)
    }
  }

  @inlinable static var slotCount: Int { 1024 }

  /// Allocates the slots of one object on the heap, for objects nested so deeply that the context's buffer is
  /// used up.
  @inline(never) @usableFromInline func takeOwnSlots(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let own = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    own.initialize(repeating: 0, count: count)
    return own
  }

  @inline(never) @usableFromInline func giveBackOwn(_ taken: UnsafeMutablePointer<Int32>) {
    taken.deallocate()
  }
}
