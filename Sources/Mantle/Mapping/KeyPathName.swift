/// The property's name that a key path tells, found out when it is asked for and once: the runtime is slow to describe
/// a key path.
///
/// It tells none of a property that is computed, weak, unowned, or an overridable one of a class: reading those is a
/// call, and the call's name is not kept.
final class KeyPathName: @unchecked Sendable, CustomStringConvertible {
  private let keyPath: AnyKeyPath
  private let found = Locked<String??>(nil)

  init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }

  var text: String? {
    found.withLock { found in
      if let found { return found }
      let text = described
      found = .some(text)
      return text
    }
  }

  /// The key path as the runtime describes it.
  var description: String { "\(keyPath)" }

  private var described: String? {
    // Asked directly: an interpolation has the runtime look for other ways to describe a key path first.
    let text = keyPath.debugDescription
    guard text.hasPrefix("\\"), let last = text.split(separator: ".").last else { return nil }
    return last.hasPrefix("<computed") ? nil : String(last)
  }
}
