/// The property name of a key path, computed once on demand because the runtime is slow to describe a key
/// path.
///
/// A key path has no name for a property that is computed, weak or unowned, or an overridable property of a
/// class: it calls the getter of such a property, whose name is not stored. The mapping may provide a name
/// instead.
final class KeyPathName: @unchecked Sendable, CustomStringConvertible {
  private let keyPath: AnyKeyPath
  private let state = Locked(State())

  /// The cached name, and the closure that provides a name if the key path has none.
  private struct State {
    var found: String??
    var teller: (@Sendable () -> String?)?
  }

  init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }

  var text: String? {
    let known = state.withLock { $0 }
    if let found = known.found { return found }
    // Outside of the lock, because the closure creates objects whose initializers may use this name.
    let text = described ?? known.teller?()
    if text != nil || known.teller != nil { state.withLock { $0.found = .some(text) } }
    return text
  }

  /// Sets a closure that provides the name if the key path has none. It runs when the name is first needed.
  func told(by teller: @escaping @Sendable () -> String?) {
    state.withLock { if case .some(.some) = $0.found {} else { $0 = State(teller: teller) } }
  }

  /// The runtime's description of the key path.
  var description: String { "\(keyPath)" }

  private var described: String? {
    // `debugDescription` is used directly, since an interpolation first searches for other conformances.
    let text = keyPath.debugDescription
    guard text.hasPrefix("\\"), let last = text.split(separator: ".").last else { return nil }
    return last.hasPrefix("<computed") ? nil : String(last)
  }
}
