/// Type names as a person writes them: `[Label]`, `Date?`.
@usableFromInline enum TypeName {
  static func written<Value>(_ type: Value.Type) -> String {
    if let sugared = type as? any SugaredType.Type { return sugared.writtenName }
    return plain(type)
  }

  /// What `String(describing:)` says, asked for directly: that has the runtime look through every conformance of the
  /// process for other ways to describe the type first, 0.2 ms for each of them.
  @usableFromInline static func plain(_ type: Any.Type) -> String { _typeName(type, qualified: false) }

  /// The name with the types it is declared in, without the module: `Order.Item`. That of a type declared in a function,
  /// or of a generic one, is the plain one.
  static func nested(_ type: Any.Type) -> String {
    let name = _typeName(type, qualified: true)
    if name.contains(where: { "(<".contains($0) }) { return plain(type) }
    return name.split(separator: ".").dropFirst().joined(separator: ".")
  }
}

private protocol SugaredType {
  static var writtenName: String { get }
}

extension Optional: SugaredType {
  fileprivate static var writtenName: String { TypeName.written(Wrapped.self) + "?" }
}

extension Array: SugaredType {
  fileprivate static var writtenName: String { "[\(TypeName.written(Element.self))]" }
}

extension Dictionary: SugaredType {
  fileprivate static var writtenName: String {
    "[\(TypeName.written(Key.self)): \(TypeName.written(Value.self))]"
  }
}
