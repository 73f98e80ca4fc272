/// A model whose equality is defined by its permanent properties, or by the properties that the mapping
/// selects.
///
/// Transient and excluded properties are ignored. Objects must have the same dynamic type. Two objects that
/// are already being compared count as equal, so reference cycles end.
///
/// ```swift
/// struct Note: MappedEquatable {
///   let text: String
///   let openedAt: Date
///
///   static let properties = Properties(of: Note.self) {
///     Property(\.text, "text")
///     Property(local: \.openedAt) { Date() }.retention(.transient)
///   }
///   static let mapping = Mapping(Note.init, properties)
/// }
///
/// let first = try Note.decode(json: #"{"text": "a"}"#)
/// let second = try Note.decode(json: #"{"text": "a"}"#)
/// let areEqual = first == second  // true, although the dates differ
/// ```
///
/// Prefer the synthesized conformance if all properties are compared. ``Mapping/equality(by:)`` selects other
/// properties.
public protocol MappedEquatable: Model, Equatable {}

extension MappedEquatable {
  /// Returns whether two models have equal values in the properties that define equality. Objects must also
  /// have the same dynamic type.
  public static func == (a: Self, b: Self) -> Bool {
    guard type(of: a as Any) == type(of: b as Any) else { return false }
    guard type(of: a as Any) is AnyClass else { return mapping.comparedProperties.areEqual(a, b) }
    let (first, second) = ((a as Any) as AnyObject, (b as Any) as AnyObject)
    let comparison = Ongoing.comparison(ObjectIdentifier(first), ObjectIdentifier(second))
    return first === second || comparison.run { mapping.comparedProperties.areEqual(a, b) } ?? true
  }
}

/// A model whose hash is computed from the properties that define its equality. For a class, objects in the
/// properties of the model are hashed, but not the objects inside those objects, so reference cycles end.
///
/// Equal models have equal hashes, so the models can be elements of sets and keys of dictionaries.
/// ``Mapping/equality(by:)`` selects the properties.
public protocol MappedHashable: MappedEquatable, Hashable {}

extension MappedHashable {
  /// Hashes the properties that define equality.
  public func hash(into hasher: inout Hasher) {
    guard type(of: self as Any) is AnyClass else {
      return Self.mapping.comparedProperties.hash(self, into: &hasher)
    }
    guard Ongoing.hashes < 2 else { return }
    Ongoing.$hashes.withValue(Ongoing.hashes + 1) {
      Self.mapping.comparedProperties.hash(self, into: &hasher)
    }
  }
}

/// A model whose description consists of its name and permanent properties: `Label(name: "bug", color:
/// "f00")`.
///
/// An instance that is already being described is shown as `Label(…)`, so reference cycles end.
///
/// Transient and excluded properties are not shown.
public protocol MappedDescription: Model, CustomStringConvertible {}

extension MappedDescription {
  /// The name of the model and its permanent properties, such as `Label(name: "bug", color: "f00")`.
  public var description: String {
    func described() -> String {
      var describer = PropertyDescriber(root: self)
      try? Self.mapping.visit(&describer)
      return "\(Self.mapping.name)(\(describer.parts.joined(separator: ", ")))"
    }
    guard type(of: self as Any) is AnyClass else { return described() }
    return Ongoing.description(ObjectIdentifier((self as Any) as AnyObject)).run(described)
      ?? "\(Self.mapping.name)(…)"
  }
}

/// A visitor that collects the descriptions of the permanent properties.
private struct PropertyDescriber<Root>: PropertyVisitor {
  let root: Root
  var parts: [String] = []

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    guard property.retention == .permanent else { return }
    parts.append("\(property.name): \(property.describe(root[keyPath: property.keyPath]))")
  }
}

extension Property {
  /// Returns the text of the property's value for the description of its model.
  fileprivate func describe(_ value: Value) -> String {
    if let nothing = value as? any OptionalValue, nothing.isNil { return "nil" }
    if let describe = transformer.traits.words?.describe { return describe(value) }
    if let model = value as? any MappedDescription { return model.description }
    if let models = value as? [any MappedDescription] {
      return "[\(models.map(\.description).joined(separator: ", "))]"
    }
    var writer = JSONWriter()
    if transformer.encode != nil, (try? encode(value, &writer)) != nil { return writer.text }
    return String(describing: value)
  }
}

extension Mapping {
  /// Selects the properties that define equality and hash.
  ///
  /// ```swift
  /// let mapping = Mapping(User.init, User.properties).equality(by: \.login)
  /// ```
  ///
  /// Without this method, the permanent properties define equality; see ``PropertyRetention``.
  public func equality(by keyPaths: PartialKeyPath<Root>...) -> Mapping {
    with { $0.equalityNames = Set(names(of: keyPaths)) }
  }

  /// The properties that define equality and hash.
  fileprivate var comparedProperties: ComparedProperties<Root> {
    let names = options.equalityNames
    return ComparedProperties(
      properties: properties.filter { names?.contains($0.name) ?? ($0.retention == .permanent) })
  }

  /// The properties whose values together identify the entity that a model represents.
  var identity: ComparedProperties<Root> {
    ComparedProperties(properties: properties.filter(\.isIdentity))
  }
}

extension Model {
  /// The values of the model's identity properties, separated by commas, for messages; nil if it has none.
  package var identityText: String? {
    let values = Self.mapping.identity.properties.compactMap { property in
      var writer = JSONWriter()
      return (try? property.write(self, member: 0, to: &writer)) == true
        ? try? JSONDocument(writer.finish()).root.displayText : nil
    }
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// The properties by which models are compared and hashed.
struct ComparedProperties<Root> {
  let properties: [AnyProperty<Root>]

  func areEqual(_ a: Root, _ b: Root) -> Bool {
    var comparison = PropertyComparison(a: a, b: b)
    for (index, property) in properties.enumerated() where comparison.isEqual {
      try? property.accept(&comparison, at: index)
    }
    return comparison.isEqual
  }

  func hash(_ root: Root, into hasher: inout Hasher) {
    var visitor = PropertyHashing(root: root, hasher: hasher)
    for (index, property) in properties.enumerated() { try? property.accept(&visitor, at: index) }
    hasher = visitor.hasher
  }
}

/// A visitor that compares the properties of two models.
private struct PropertyComparison<Root>: PropertyVisitor {
  let a: Root
  let b: Root
  var isEqual = true

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    isEqual = isEqual && property.areEqual(a[keyPath: property.keyPath], b[keyPath: property.keyPath])
  }
}

/// A visitor that feeds the values of a model to a hasher: a Hashable value directly, the JSON of a value
/// that is neither Hashable nor Equatable, and nothing for a value that is only Equatable. The hash depends
/// on the order of the values, so that equal values of two properties do not cancel each other out.
private struct PropertyHashing<Root>: PropertyVisitor {
  let root: Root
  var hasher: Hasher

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    let value = root[keyPath: property.keyPath]
    if let value = value as? any Hashable { return value.hash(into: &hasher) }
    if value is any Equatable { return }
    var writer = JSONWriter()
    if (try? property.encode(value, &writer)) != nil { hasher.combine(writer.finish()) }
  }
}

extension Property {
  /// Returns whether two values of the property are equal. Values that are not Equatable are compared by
  /// their JSON.
  func areEqual(_ a: Value, _ b: Value) -> Bool {
    if let a = a as? any Equatable { return a.isEqual(to: b) }
    var first = JSONWriter(), second = JSONWriter()
    guard (try? encode(a, &first)) != nil, (try? encode(b, &second)) != nil else { return false }
    return first.finish() == second.finish()
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
