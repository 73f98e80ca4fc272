/// A cache that is emptied when the revision of its source changes.
final class ValueCache<Key: Hashable, Value> {
  private var known: [Key: Value] = [:]
  private var revision = 0

  /// Returns the value of a key. It is made if it is not cached.
  ///
  /// - Parameter most: the number of values after which the cache is emptied.
  func value(_ key: Key, at revision: Int = 0, most: Int = .max, _ make: () -> Value) -> Value {
    if revision != self.revision { (self.revision, known) = (revision, [:]) }
    if let value = known[key] { return value }
    let value = make()
    if known.count >= most { known = [:] }
    known[key] = value
    return value
  }
}
