/// A result builder that collects the properties of a mapping in the order of the initializer's parameters.
@resultBuilder public enum MappingBuilder<Root> {
  /// Retains one property for the list of properties. This call avoids generated code for reference counting
  /// in each line of the declaration.
  @inlinable public static func buildExpression<Value>(
    _ property: Property<Root, Value>
  ) -> _ListedProperty<Root, Value> { _ListedProperty(retaining: property) }

  /// Combines all properties of the declaration into the list.
  @inlinable public static func buildBlock<each Value>(
    _ property: repeat _ListedProperty<Root, each Value>
  ) -> Properties<Root, repeat each Value> { Properties(repeat (each property).property) }
}

/// A property on its way from a line of the result builder to the list of properties. It is retained once,
/// and the list releases it.
@frozen public struct _ListedProperty<Root, Value> {
  @usableFromInline let property: Unmanaged<Property<Root, Value>>

  @inlinable init(retaining property: Property<Root, Value>) { self.property = .passRetained(property) }
}

/// The properties of a mapping with their types, in the order of the initializer's parameters.
///
///     static let properties = Properties(of: Label.self) {
///       Property(\.name, "name")
///       Property(\.color, "color")
///     }
///     static let mapping = Mapping(Label.init, properties)
///
/// Declare the list separately from the mapping. In one expression with the initializer, the compiler tries
/// every conversion of each optional parameter. With many optional parameters, it then takes minutes to
/// report a mistake, and reports it at another line.
///
/// A property that is missing in the list, or of another type than its parameter, is a compiler error.
public final class Properties<Root, each Value>: @unchecked Sendable {
  /// The properties as unmanaged references: the builder retains each property once, and this list releases
  /// it.
  let properties: (repeat Unmanaged<Property<Root, each Value>>)
  /// The addresses of the properties, which decoding uses: accessing the tuple instead would look up its type
  /// metadata each time.
  private let table: UnsafeMutablePointer<UnsafeRawPointer>
  @usableFromInline let addresses: UnsafePointer<UnsafeRawPointer>

  /// Creates a list of properties that the caller has retained.
  ///
  /// - Parameter properties: the retained properties, which the list releases.
  @usableFromInline init(_ properties: repeat Unmanaged<Property<Root, each Value>>) {
    self.properties = (repeat each properties)
    var all: [UnsafeRawPointer] = []
    for property in repeat each properties { all.append(UnsafeRawPointer(property.toOpaque())) }
    table = .allocate(capacity: all.count + 1)
    for (number, address) in all.enumerated() { (table + number).initialize(to: address) }
    addresses = UnsafePointer(table)
  }

  deinit {
    for property in repeat each properties { property.release() }
    table.deallocate()
  }

  /// Creates a list of properties with common settings.
  ///
  /// ```swift
  /// let properties = Properties(of: Point.self, keys: .snakeCase) {
  ///   Property(\.x)
  ///   Property(\.y)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - keys: the rule that derives keys for properties without a JSON key path.
  ///   - transformers: the transformers by type, for properties without a transformer.
  ///   - absent: the values that have the meaning of a missing key, in addition to those of each property
  ///     (``Property/absent(when:)``).
  ///   - properties: one ``Property`` for each parameter of the initializer, in the same order.
  public convenience init(
    of _: Root.Type, keys: KeyNaming = .verbatim,
    transformers: TransformerRegistry = TransformerRegistry(), absent: AbsentValues = [],
    @MappingBuilder<Root> _ properties: () -> Properties
  ) {
    let all = properties()
    let settings = PropertyListSettings(keys: keys, transformers: transformers, absent: absent)
    self.init(
      repeat Unmanaged.passRetained((each all.properties).takeUnretainedValue().adapted(settings)))
  }

  /// Returns a copy of the list in which sample objects have provided the property names that key paths lack,
  /// as in an `@Observable` class. Settings that depend on a name are applied.
  @usableFromInline func named(
    byObjectsOf make: @escaping @Sendable (repeat consuming each Value) throws -> Root
  ) -> Properties {
    guard Root.self is AnyClass else { return self }
    let all = erased
    guard all.contains(where: { $0.isWaiting }) else { return self }
    let probe = Mapping(
      all,
      Mapping<Root>.Engine(
        decode: { _, _ in throw ProblemsRecorded() }, assemble: { try self.assemble(make, $0) }))
    return withExtendedLifetime(probe) {
      Properties(repeat Unmanaged.passRetained((each properties).takeUnretainedValue().settled))
    }
  }

  /// Returns the property at an index without reference counting; `Each` must be the type of its value.
  @inlinable @inline(__always)
  func property<Each>(_ number: Int, _: Each.Type) -> Unmanaged<Property<Root, Each>> {
    Unmanaged.fromOpaque(addresses[number])
  }
}
