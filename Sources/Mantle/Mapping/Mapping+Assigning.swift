extension Mapping {
  /// Creates a mapping of a class whose objects are created empty and then filled: every mapped property is a
  /// `var`.
  ///
  ///     final class TextMessage: Message, Model {
  ///       var body = ""
  ///       static let properties = Properties(of: TextMessage.self) {
  ///         Property(\.body, "body")
  ///       }
  ///       static let mapping = Mapping(
  ///         assigning: TextMessage.init, properties, inheriting: Message.fields.inherited())
  ///     }
  ///
  /// If the key of a property is missing, the property is set to its default if it has one. Otherwise it
  /// keeps the value that the initializer set, even if it is optional. Nil of a property whose initial value is
  /// not nil must therefore be written as null; ``Mapping/check()`` reports ``NilEncoding/omitted`` for it.
  ///
  /// - Parameters:
  ///   - make: a closure that creates an object with initial values.
  ///   - inherited: the superclass's mapping, whose properties come first. A property listed here replaces
  ///     the inherited property with the same Swift name.
  @preconcurrency public convenience init<each Value>(
    assigning make: @escaping @Sendable () -> Root, _ properties: Properties<Root, repeat each Value>,
    inheriting inherited: InheritedProperties<Root>? = nil
  ) {
    var all = inherited?.properties ?? []
    let own = properties.erased
    let labels = StoredLabels(of: make, own)
    for unnamed in own {
      let property = unnamed.named(by: labels)
      if let place = all.firstIndex(where: { $0.name == property.name }) {
        all[place] = property
      } else {
        all.append(property)
      }
    }
    self.init(assigning: make, all, inherited?.problem)
  }

  private convenience init(
    assigning make: @escaping @Sendable () -> Root, _ properties: [AnyProperty<Root>],
    _ problem: MappingError?
  ) {
    self.init(properties, Engine(assigning: make, properties))
    if let problem { verification.withLock { $0 = MappingVerification(problem) } }
  }

  /// Returns whether a new object has a value other than nil in the property before any property is set.
  package func hasInitialValue<Value>(of property: Property<Root, Value>) -> Bool {
    guard engine.assigns, let object = SampleValues.model(of: self) else { return false }
    return (object[keyPath: property.keyPath] as? any OptionalValue)?.isNil == false
  }

  /// Returns copies of this mapping's properties for the mapping of a subclass. If `Subclass` is not a
  /// subclass of this model, the first use of its mapping throws a ``MappingError``.
  ///
  /// ```swift
  /// static let mapping = Mapping(assigning: Derived.init, properties, inheriting: Base.fields.inherited())
  /// ```
  public func inherited<Subclass: Model>(by _: Subclass.Type = Subclass.self) -> InheritedProperties<Subclass>
  {
    let isSuperclass = Subclass.self is Root.Type
    return InheritedProperties(
      properties: isSuperclass ? properties.compactMap { $0.inherited(by: Subclass.self) } : [],
      problem: isSuperclass
        ? nil
        : MappingError(
          model: TypeName.plain(Subclass.self), properties: [],
          reason: .other("inherits the mapping of \(Root.self), which is not a superclass of it")))
  }
}

/// The properties of a superclass, to be included in a subclass's mapping.
///
/// See ``Mapping/init(assigning:_:inheriting:)``. Create it from the mapping of the superclass by
/// ``Mapping/inherited(by:)``:
///
/// ```swift
/// let inherited = Base.fields.inherited(by: Derived.self)
/// ```
public struct InheritedProperties<Root>: Sendable {
  let properties: [AnyProperty<Root>]
  let problem: MappingError?
}

extension Mapping.Engine {
  /// Creates the functions of a mapping that creates an object first and then sets its properties.
  init(assigning make: @escaping @Sendable () -> Root, _ properties: [AnyProperty<Root>]) {
    self.init(
      decode: { json, mapping in
        try mapping.assembled(from: json) { DecodingAssembler(mapping, json, $0) }.root
      },
      assemble: { assembler in
        let root = make()
        for (index, property) in properties.enumerated() {
          try property.assign(to: root, from: assembler, at: index)
        }
        return root
      },
      assigns: true)
  }
}

extension StoredLabels {
  /// Finds the names of the stored properties in a new object. For an `@Observable` class, uses several
  /// objects with sample values that distinguish properties of one type.
  fileprivate init(of make: @escaping @Sendable () -> Root, _ properties: [AnyProperty<Root>]) {
    self.init(of: make())
    guard isObservable else { return }
    let objects = SampleValues.distinctModels(of: Mapping(properties, .init(assigning: make, properties)))
    if !objects.isEmpty { self.init(of: objects) }
  }
}
