extension Mapping {
  /// The mapping without its Swift types, as the browser and the command line see it.
  ///
  /// It is made once and kept: the browser asks for it at every row.
  public var description: ModelDescription {
    if let known = madeDescription.withLock({ $0 }) { return known }
    let made = makeDescription()
    madeDescription.withLock { $0 = made }
    return made
  }

  private func makeDescription() -> ModelDescription {
    ModelDescription(
      name: name, documentation: options.documentation,
      properties: properties.map(\.description), archiving: erasedArchiving,
      diagnose: { node, leastSeverity in
        let context = DecodingContext(collects: true, leastSeverity: leastSeverity)
        node.withCursor(context) { json in
          do { _ = try self.decode(json) } catch {
            context.record(error, at: json, model: self.name, property: nil)
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
    let context = DecodingContext(collects: true)
    return try node.withCursor(context) { json in
      do { return try self.decode(json) } catch {
        context.record(error, at: json, model: self.name, property: nil)
        throw DecodingFailure(context.takeDiagnostics(in: node.document).filter { $0.severity == .error })
      }
    }
  }
}

extension ErasedProperty {
  var description: PropertyDescription {
    let keyPaths: [JSONKeyPath] =
      switch paths.source {
      case .paths(let paths), .members(let paths): paths
      case .local, .unnamed: []
      }
    return PropertyDescription(
      name: name, keyPaths: keyPaths, typeName: typeName, shape: shape(), transformer: transformerName,
      isEditable: isEditable && isReversible && direction != .decodeOnly, isRequired: isRequired,
      documentation: documentation, decode: decodedValue, replacement: replacement)
  }
}

extension Model {
  /// The model without its Swift type, as the browser and the command line see it.
  public static var modelDescription: ModelDescription { mapping.description }
}
