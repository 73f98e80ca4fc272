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
        if leastSeverity > .note, self.isClean(node) { return [] }
        let context = DecodingContext(collects: true, leastSeverity: leastSeverity)
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

  /// Whether there is nothing worse than a note to say: the fast way through it succeeds, and no object has a key
  /// twice, which that way does not look for.
  private func isClean(_ node: JSONNode) -> Bool {
    let context = DecodingContext(collects: false)
    return node.withCursor(context) { json in
      guard (try? decode(json)) != nil else { return false }
      return (json.index..<json.next).allSatisfy { index in
        let inner = json.at(index)
        return !inner.is(.object) || inner.hasDistinctKeys
      }
    }
  }

  /// - Throws: every error, as ``DecodingFailure``.
  func decodeCollecting(_ node: JSONNode) throws -> Root {
    let context = DecodingContext(collects: true)
    return try node.withCursor(context) { json in
      do { return try self.decode(json) } catch {
        try context.record(error, at: json, model: self.name, property: nil)
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
      name: name, keyPaths: keyPaths, typeName: typeName(), shape: shape(), transformer: transformerName,
      isEditable: isEditable && isReversible && direction != .decodeOnly, isRequired: isRequired,
      documentation: documentation, decode: decodedValue, replacement: replacement)
  }
}

extension Model {
  /// The model without its Swift type, as the browser and the command line see it.
  public static var modelDescription: ModelDescription { mapping.description }
}
