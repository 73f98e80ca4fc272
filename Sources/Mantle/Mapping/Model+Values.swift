/// One property's value in the view of a model as names and values.
///
/// Not `Sendable`, for it may hold a value of any type, an object that belongs to one thread among them.
public struct PropertyValue {
  /// The Swift name.
  public let name: String
  public let storage: PropertyStorage
  /// A ``Box``, which unlike the value itself is of one type exactly: an optional stays one.
  private let box: Any

  private struct Box<Value> {
    let value: Value
  }

  init<Value>(_ name: String, _ storage: PropertyStorage, _ value: Value) {
    self.name = name
    self.storage = storage
    box = Box(value: value)
  }

  /// A value to build a model from.
  public init<Value>(_ name: String, _ value: Value) {
    self.init(name, .permanent, value)
  }

  /// The value as a type; nil where it is of another type.
  public func value<Value>(as _: Value.Type = Value.self) -> Value? {
    (box as? Box<Value>)?.value
  }

  /// The value as a property's type: the type itself, or what an optional wraps.
  func converted<Value>() -> Value? {
    if let value = value(as: Value.self) { return value }
    return (Value.self as? any WrappingValue.Type)?.wrapping(self) as? Value
  }

  func hasType(of other: PropertyValue) -> Bool { type(of: box) == type(of: other.box) }
}

private protocol WrappingValue {
  static func wrapping(_ value: PropertyValue) -> Self?
}

extension Optional: WrappingValue {
  fileprivate static func wrapping(_ value: PropertyValue) -> Wrapped?? {
    value.value(as: Wrapped.self).map { .some($0) }
  }
}

extension Model {
  /// Every property but those with storage none, in the order of the mapping (F-006).
  public var propertyValues: [PropertyValue] {
    Self.mapping.properties
      .filter { $0.storage != .none }
      .map { $0.value(self) }
  }

  /// The names of the properties, in the order of the mapping, without those of storage none.
  public static var propertyNames: [String] {
    mapping.properties.filter { $0.storage != .none }.map(\.name)
  }
}

/// A model that is equal to another one when their permanent properties are, or those the mapping chose.
///
/// Transitory properties take no part (F-013); for classes the dynamic types must match (UX-73).
public protocol MappedEquatable: Model, Equatable {}

extension MappedEquatable {
  public static func == (a: Self, b: Self) -> Bool {
    guard type(of: a as Any) == type(of: b as Any) else { return false }
    return mapping.equalityProperties.allSatisfy { $0.isEqual(a, b) }
  }
}

/// A model that hashes what it compares.
public protocol MappedHashable: MappedEquatable, Hashable {}

extension MappedHashable {
  public func hash(into hasher: inout Hasher) {
    for property in Self.mapping.equalityProperties { property.hash(self, &hasher) }
  }
}

/// A model described by its name and permanent properties: `Label(name: "bug", color: "f00")`.
///
/// A class that is being described already is written as its name only, so cycles end.
public protocol MappedDescription: Model, CustomStringConvertible {}

extension MappedDescription {
  public var description: String {
    let object = (self as Any) as AnyObject
    let isClass = type(of: self as Any) is AnyClass
    guard !isClass || !DescriptionCycle.objects.contains(ObjectIdentifier(object)) else {
      return "\(Self.mapping.name)(…)"
    }
    let entered =
      isClass ? DescriptionCycle.objects.union([ObjectIdentifier(object)]) : DescriptionCycle.objects
    return DescriptionCycle.$objects.withValue(entered) {
      let parts = Self.mapping.properties
        .filter { $0.storage == .permanent }
        .map { "\($0.name): \($0.describe(self))" }
      return "\(Self.mapping.name)(\(parts.joined(separator: ", ")))"
    }
  }
}

private enum DescriptionCycle {
  @TaskLocal static var objects: Set<ObjectIdentifier> = []
}

extension ErasedProperty {
  /// The value in words: by its own description where it is a described model, so cycles are seen.
  fileprivate func describe(_ root: Root) -> String { words(root) }
}

extension Mapping {
  /// Chooses the properties equality and hash look at, by key path (SD-14).
  public func equality(by keyPaths: PartialKeyPath<Root>...) -> Mapping {
    var options = options
    options.equalityNames = Set(properties.filter { $0.keyPath.map(keyPaths.contains) ?? false }.map(\.name))
    return Mapping(self, options: options)
  }

  var equalityProperties: [ErasedProperty<Root>] {
    guard let names = options.equalityNames else { return properties.filter { $0.storage == .permanent } }
    return properties.filter { names.contains($0.name) }
  }
}
