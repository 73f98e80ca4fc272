/// Functions that return type names in the notation of source code, such as `[Label]` and `Date?`.
@usableFromInline package enum TypeName {
  /// Returns the name of a type with the shorthand notation of optionals, arrays and dictionaries.
  static func written<Value>(_ type: Value.Type) -> String {
    if let sugared = type as? any SugaredType.Type { return sugared.writtenName }
    return plain(type)
  }

  /// Returns the unqualified name of a type, as `String(describing:)` does.
  ///
  /// `String(describing:)` is slower because it first searches all protocol conformances of the process for
  /// other descriptions of the type, which takes 0.2 ms for each type.
  @usableFromInline package static func plain(_ type: Any.Type) -> String {
    _typeName(type, qualified: false)
  }

  /// Returns the name of a type with its enclosing types but without the module, such as `Order.Item`; the
  /// unqualified name for local and generic types.
  package static func nested(_ type: Any.Type) -> String {
    let name = _typeName(type, qualified: true)
    if name.contains(where: { "(<".contains($0) }) { return plain(type) }
    return name.split(separator: ".").dropFirst().joined(separator: ".")
  }
}

/// A type with a shorthand notation in Swift, such as `[Label]` or `Date?`.
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
