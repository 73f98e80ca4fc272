/// Transformers by type: used by every property of that type that names none itself.
///
/// Precedence is as in the original: a property's own transformer, then the registry, then the way the type
/// itself is read (UX-13, UX-16).
public struct TransformerRegistry: Sendable {
  private var transformers: [ObjectIdentifier: any Sendable] = [:]

  public init() {}

  /// This registry with one more type.
  public func with<Value>(
    _ type: Value.Type, _ transformer: JSONTransformer<Value>
  ) -> TransformerRegistry {
    var copy = self
    copy.transformers[ObjectIdentifier(type)] = transformer
    copy.transformers[ObjectIdentifier(Value?.self)] = transformer.optional
    copy.transformers[ObjectIdentifier([Value].self)] = transformer.array
    return copy
  }

  func transformer<Value>(for type: Value.Type) -> JSONTransformer<Value>? {
    transformers[ObjectIdentifier(type)] as? JSONTransformer<Value>
  }

  var isEmpty: Bool { transformers.isEmpty }
}

extension PropertyPack {
  /// The properties with the mapping's naming and registry applied.
  @usableFromInline func adapted(_ naming: KeyNaming, _ registry: TransformerRegistry) -> PropertyPack {
    PropertyPack((repeat (each properties).adapted(naming, registry)))
  }
}

extension Property {
  func adapted(_ naming: KeyNaming, _ registry: TransformerRegistry) -> Property {
    let transformer = transformer.name == nil ? registry.transformer(for: Value.self) : nil
    if case .unnamed = source {
      let path = JSONKeyPath([.key(naming.key(for: name))])
      return Property(self, source: .paths([path]), transformer: transformer)
    }
    guard let transformer else { return self }
    return Property(self, source: source, transformer: transformer)
  }
}
