extension Mapping {
  /// The mapping without its Swift types, as the browser and the command line see it.
  ///
  /// It is made once and kept: the browser asks for it at every row.
  public var description: ModelDescription { attachments.value { makeDescription() } }

  private func makeDescription() -> ModelDescription {
    ModelDescription(
      name: name, documentation: options.documentation,
      properties: properties.map(\.description), modelType: Root.self as? any JSONConvertible.Type,
      diagnose: { node, leastSeverity in
        let context = DecodingContext(leastSeverity: leastSeverity)
        node.withCursor(context) { json in
          do { _ = try self.decode(json) } catch {
            context.recordForView(error, at: json, model: self.name, property: nil)
          }
        }
        return context.takeDiagnostics(in: node.document)
      },
      export: { node, writer in
        try self.encode(try self.decodeCollecting(node), to: &writer)
      })
  }

  /// - Throws: every error, as ``DecodingFailure``.
  func decodeCollecting(_ node: JSONNode) throws -> Root {
    let context = DecodingContext(leastSeverity: .error)
    return try node.withCursor(context) { json in
      do { return try self.decode(json) } catch {
        try context.record(error, at: json, model: self.name, property: nil)
        throw DecodingFailure(context.takeDiagnostics(in: node.document).filter { $0.severity == .error })
      }
    }
  }
}

extension AnyProperty {
  var description: PropertyDescription {
    let keyPaths: [JSONKeyPath] =
      switch source {
      case .paths(let paths), .members(let paths): paths
      case .local, .unnamed: []
      }
    return PropertyDescription(
      name: name, keyPaths: keyPaths, typeName: self.typeName, shape: shape, transformer: transformerName,
      isEditable: isEditable && isReversible && isWritten, isRequired: isRequired,
      documentation: traits.documentation, decode: { self.decodedValue($0) },
      replacement: { try self.replacement(for: $0) })
  }
}

extension Model {
  /// The model without its Swift type, as the browser and the command line see it.
  public static var modelDescription: ModelDescription { mapping.description }

  /// The same as a profile maps it.
  ///
  /// - Throws: a ``MappingError`` for a profile there is none of.
  public static func modelDescription(profile: String) throws -> ModelDescription {
    try checkNames(profile: profile, properties: [])
    return mapping(for: profile).description
  }

  /// Checks the definitions of the main mapping and of every profile, as ``Mapping/check()`` does.
  package static func checkMappings() throws {
    try mapping.check()
    for name in profiles.keys.sorted() { try profiles[name]?.check() }
  }
}
