/// The name and value of one property.
///
/// It is not `Sendable`, because it may hold any value, including an object that belongs to one thread.
///
/// ```swift
/// for value in User(login: "ann", name: nil).propertyValues { print(value.name, value.anyValue) }
/// ```
///
/// ``Model/build(from:)`` creates a model from such values.
public struct PropertyValue: CustomStringConvertible {
  /// The Swift name of the property.
  public let name: String
  /// The uses of the property, such as equality and archives.
  public let retention: PropertyRetention
  /// The value in a ``Box``, which preserves its static type: a cast from `Any` does not distinguish an
  /// optional from its wrapped value.
  private let box: Any

  /// A wrapper that stores a value under its exact static type.
  private struct Box<Value>: DescribedBox {
    let value: Value
    var text: String { String(describing: value) }
    var anyValue: Any { value }
  }

  init<Value>(_ name: String, _ retention: PropertyRetention, _ value: Value) {
    self.name = name
    self.retention = retention
    box = Box(value: value)
  }

  /// Creates a named value for ``Model/build(from:)``.
  ///
  /// ```swift
  /// let user = try User.build(from: [PropertyValue("login", "ann")])
  /// ```
  public init<Value>(_ name: String, _ value: Value) {
    self.init(name, .permanent, value)
  }

  /// Returns the value if its static type is the given type; otherwise nil.
  ///
  /// ```swift
  /// let login = user.propertyValues[0].value(as: String.self)
  /// ```
  public func value<Value>(as _: Value.Type = Value.self) -> Value? {
    (box as? Box<Value>)?.value
  }

  /// The value, regardless of its type.
  public var anyValue: Any { (box as? any DescribedBox)?.anyValue ?? box }

  /// Returns the value as the type of a property, wrapped in an optional if necessary; nil if the types do
  /// not match.
  func converted<Value>() -> Value? {
    if let value = value(as: Value.self) { return value }
    return (Value.self as? any WrappingValue.Type)?.wrapping(self) as? Value
  }

  /// The name and the value, separated by a colon.
  public var description: String { "\(name): \((box as? any DescribedBox)?.text ?? "")" }

  func hasType(of other: PropertyValue) -> Bool { type(of: box) == type(of: other.box) }
}

/// A ``Box`` whose type parameter is unknown, with access to its value and description.
private protocol DescribedBox {
  var text: String { get }
  var anyValue: Any { get }
}

/// A type that can be created by wrapping a value of another type, such as an optional.
private protocol WrappingValue {
  static func wrapping(_ value: PropertyValue) -> Self?
}

extension Optional: WrappingValue {
  fileprivate static func wrapping(_ value: PropertyValue) -> Wrapped?? {
    value.value(as: Wrapped.self).map { .some($0) }
  }
}

extension Model {
  /// The values of all properties in the order of the mapping, except properties with the retention
  /// ``PropertyRetention/excluded``.
  ///
  /// ```swift
  /// let names = user.propertyValues.map(\.name)  // ["login", "name"]
  /// ```
  public var propertyValues: [PropertyValue] {
    Self.mapping.values(of: self).filter { $0.retention != .excluded }
  }

  /// The names of all properties in the order of the mapping, except properties with the retention
  /// ``PropertyRetention/excluded``.
  ///
  /// ```swift
  /// let names = User.propertyNames  // ["login", "name"]
  /// ```
  public static var propertyNames: [String] {
    mapping.properties.filter { $0.retention != .excluded }.map(\.name)
  }

  /// Returns a selection of properties, for ``EncodingOptions`` and ``MergePolicy/presentOnly(_:)``.
  ///
  ///     try issue.json(EncodingOptions(including: Issue.selection(of: \.title, \.body)))
  ///
  /// - Throws: a ``MappingError`` for a key path that the mapping does not list.
  public static func selection(of keyPaths: PartialKeyPath<Self>...) throws -> PropertySelection {
    var names: Set<String> = []
    for keyPath in keyPaths {
      guard let property = mapping.properties.first(where: { $0.erasedKeyPath == keyPath }) else {
        throw MappingError(
          model: mapping.name, properties: ["\(keyPath)"],
          reason: .other("the mapping lists no property of this key path"))
      }
      names.insert(property.name)
    }
    return PropertySelection(names)
  }
}

extension Mapping {
  /// Returns the values of all properties, including those with the retention ``PropertyRetention/excluded``.
  func values(of root: Root) -> [PropertyValue] {
    var reader = ValueReader(root: root)
    try? visit(&reader)
    return reader.values
  }
}

/// A visitor that collects the values of all properties.
private struct ValueReader<Root>: PropertyVisitor {
  let root: Root
  var values: [PropertyValue] = []

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    values.append(PropertyValue(property.name, property.retention, root[keyPath: property.keyPath]))
  }
}
