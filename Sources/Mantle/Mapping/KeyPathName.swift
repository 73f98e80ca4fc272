/// The property's name that a key path tells, found out when it is asked for and once: the runtime is slow to describe
/// a key path.
///
/// It tells none of a property that is computed, weak, unowned, or an overridable one of a class: reading those is a
/// call, and the call's name is not kept. A mapping may know it all the same.
final class KeyPathName: @unchecked Sendable, CustomStringConvertible {
  private let keyPath: AnyKeyPath
  private let state = Locked(State())

  private struct State {
    var found: String??
    var teller: (@Sendable () -> String?)?
  }

  init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }

  var text: String? {
    let known = state.withLock { $0 }
    if let found = known.found { return found }
    // Not under the lock: who tells it makes objects, and their initialisers may come back here.
    let text = described ?? known.teller?()
    if text != nil || known.teller != nil { state.withLock { $0.found = .some(text) } }
    return text
  }

  /// Has a name that the key path does not tell be asked for elsewhere.
  func told(by teller: @escaping @Sendable () -> String?) {
    state.withLock { if case .some(.some) = $0.found {} else { $0 = State(teller: teller) } }
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
