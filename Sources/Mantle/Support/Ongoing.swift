/// Work that is in progress in the current task, and must not begin again for the same object or type before it
/// ends.
enum Ongoing: Hashable {
  /// The check of a model's mapping. During this check, a model that contains models of its own type is
  /// decoded and encoded.
  case check(ObjectIdentifier)
  case merge(ObjectIdentifier)
  case description(ObjectIdentifier)
  case comparison(ObjectIdentifier, ObjectIdentifier)

  /// The number of nested objects that are currently being hashed.
  @TaskLocal static var hashes = 0
  @TaskLocal private static var current: Set<Ongoing> = []

  /// Calls a closure that does this work, unless the same work is already in progress in the current task.
  ///
  /// - Returns: Nil, without calling the closure, if the work is in progress.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result? {
    if Self.current.contains(self) { return nil }
    return try Self.$current.withValue(Self.current.union([self]), operation: body)
  }
}
