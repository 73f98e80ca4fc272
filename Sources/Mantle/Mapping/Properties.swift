/// Collects the properties of a mapping in the order of the initialiser's parameters.
@resultBuilder public enum MappingBuilder<Root> {
  /// One line of the list, retained for it: what is not counted needs no code to be kept and let go at each line.
  @inlinable public static func buildExpression<Value>(
    _ property: Property<Root, Value>
  ) -> Unmanaged<Property<Root, Value>> { .passRetained(property) }

  /// The whole list.
  @inlinable public static func buildBlock<each Value>(
    _ property: repeat Unmanaged<Property<Root, each Value>>
  ) -> Properties<Root, repeat each Value> { Properties(repeat each property) }
}

/// The properties of a mapping with their types, in the order of the initialiser's parameters.
///
///     static let properties = Properties(of: Label.self) {
///       Property(\.name, "name")
///       Property(\.color, "color")
///     }
///     static let mapping = Mapping(Label.init, properties)
///
/// Declared on its own, before the mapping: in one expression with the initialiser, the compiler tries every way to take
/// an optional parameter, and a mistake in a model with many of them takes it minutes to report, at another line.
public final class Properties<Root, each Value>: @unchecked Sendable {
  /// Without reference counting: each is retained once, in the builder, and released with the list.
  let properties: (repeat Unmanaged<Property<Root, each Value>>)
  /// Their addresses, for decoding: reaching into the tuple takes its type metadata each time.
  private let table: UnsafeMutablePointer<UnsafeRawPointer>
  @usableFromInline let addresses: UnsafePointer<UnsafeRawPointer>

  /// - Parameter properties: retained, and released by the list.
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

  /// - Parameters:
  ///   - keys: what properties that name no JSON key path are called.
  ///   - transformers: transformers by type, for properties that name none.
  ///   - null: what an explicit null means for all of them; ``Property/nullMeansDefault()`` says it of one.
  ///   - properties: one ``Property`` for each parameter of the initialiser, in their order.
  public convenience init(
    of _: Root.Type, keys: KeyNaming = .identity,
    transformers: TransformerRegistry = TransformerRegistry(), null: NullMeaning = .value,
    @MappingBuilder<Root> _ properties: () -> Properties
  ) {
    let all = properties()
    let settings = PropertyListSettings(keys: keys, transformers: transformers, null: null)
    self.init(
      repeat Unmanaged.passRetained((each all.properties).takeUnretainedValue().adapted(settings)))
  }

  /// The list with what follows from names that key paths do not tell, as those of an `@Observable` class; made-up objects
  /// tell them.
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
      Properties(repeat Unmanaged.passRetained((each properties).takeUnretainedValue().settled()))
    }
  }

  /// The property of a number, without reference counting; the type must be its value's.
  @inlinable @inline(__always)
  func property<Each>(_ number: Int, _: Each.Type) -> Unmanaged<Property<Root, Each>> {
    Unmanaged.fromOpaque(addresses[number])
  }
}
