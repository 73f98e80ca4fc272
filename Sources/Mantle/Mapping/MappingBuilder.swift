/// Collects the properties of a mapping in the order of the initialiser's parameters.
@resultBuilder public enum MappingBuilder<Root> {
  @inlinable public static func buildExpression<Value>(
    _ property: Property<Root, Value>
  ) -> Property<Root, Value> { property }

  @inlinable public static func buildBlock<each Value>(
    _ property: repeat Property<Root, each Value>
  ) -> PropertyPack<Root, repeat each Value> { PropertyPack((repeat each property)) }
}

/// The properties of a mapping with their types: what the specialised code runs over.
public final class PropertyPack<Root, each Value>: @unchecked Sendable {
  @usableFromInline let properties: (repeat Property<Root, each Value>)
  /// The same without reference counting; `properties` keeps them alive.
  @usableFromInline let unmanaged: (repeat Unmanaged<Property<Root, each Value>>)

  @inlinable init(_ properties: (repeat Property<Root, each Value>)) {
    self.properties = properties
    unmanaged = (repeat Unmanaged.passUnretained(each properties))
  }
}
