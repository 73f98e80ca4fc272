extension Mapping {
  /// The mapping without its Swift types, as the browser and the command line see it.
  ///
  /// It is made once and kept: the browser asks for it at every row.
  package var description: ModelDescription { attachments.value { makeDescription() } }

  private func makeDescription() -> ModelDescription {
    var description = ModelDescription(
      name: name, documentation: options.documentation, properties: properties.map(\.description),
      mapping: self, decode: { try self.decode($0) }, encode: { try self.encode($0, to: &$1) })
    description.writtenKeys = options.writtenKeys
    description.summary = options.summary.flatMap { try? SummaryTemplate($0) }
    return description
  }

  /// - Throws: every error, as ``DecodingFailure``.
  func decodeCollecting(_ node: JSONNode) throws -> Root {
    try node.decodeCollecting(as: name) { try self.decode($0) }
  }
}

extension ModelDescription {
  /// The description of what two functions read and write.
  ///
  /// - Parameter member: the model that an object is, of a class cluster.
  init<Root>(
    name: String, documentation: String?, properties: [PropertyDescription], mapping: (any Sendable)?,
    member: (@Sendable (JSONNode) -> ModelDescription?)? = nil,
    decode: @escaping @Sendable (JSONCursor) throws -> Root,
    encode: @escaping @Sendable (Root, inout JSONWriter) throws -> Void
  ) {
    self.init(
      name: name, documentation: documentation, properties: properties, mapping: mapping, member: member,
      diagnose: { node, leastSeverity in
        let context = DecodingContext(leastSeverity: leastSeverity)
        node.withCursor(context) { json in
          do {
            _ = try decode(json)
            context.forgetCaught(since: 0)
          } catch {
            context.recordForView(error, at: json, model: name, property: nil)
          }
        }
        return context.takeDiagnostics(in: node.document)
      },
      export: { node, writer, isWritten in
        let context = DecodingContext(leastSeverity: .error, tellsLosses: true)
        let value = try node.decodeCollecting(as: name, context, decode)
        if isWritten { try encode(value, &writer) }
        return context.takeRewrittenValues(in: node.document)
      })
  }
}

extension ModelDescription {
  /// The model where its values stand among others, such as texts in the same list.
  ///
  /// - Parameters:
  ///   - transformer: what reads and writes all of them.
  ///   - member: the model that an object is, if it is one.
  package func among<Value>(
    valuesOf transformer: JSONTransformer<Value>,
    member: @escaping @Sendable (JSONCursor) -> ModelDescription?
  ) -> ModelDescription {
    var description = ModelDescription(
      name: name, documentation: documentation, properties: properties, mapping: mapping,
      member: { node in node.withCursor(DecodingContext(leastSeverity: .error)) { member($0) } },
      decode: { try transformer.decode($0) }, encode: { try transformer.encode?($0, &$1) })
    (description.summary, description.members) = (summary, members)
    return description
  }

  /// What values are that hold no model.
  package static func values<Value>(of transformer: JSONTransformer<Value>, named name: String)
    -> ModelDescription
  {
    ModelDescription(
      name: name, documentation: nil, properties: [], mapping: nil, decode: { try transformer.decode($0) },
      encode: { try transformer.encode?($0, &$1) })
  }
}

extension JSONNode {
  /// - Throws: every error, as ``DecodingFailure``.
  func decodeCollecting<Root>(
    as model: String, _ context: DecodingContext = DecodingContext(leastSeverity: .error),
    _ decode: (JSONCursor) throws -> Root
  ) throws -> Root {
    try withCursor(context) { json in
      do { return try decode(json) } catch {
        try context.record(error, at: json, model: model, property: nil)
        throw DecodingFailure(context.takeDiagnostics(in: document).errors)
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
      name: name, keyPaths: keyPaths, writtenPaths: writtenPaths, typeName: self.typeName, shape: shape,
      transformer: transformerName,
      isEditable: isEditable && isReversible && isWritten, isRequired: isRequired,
      documentation: traits.documentation, decode: { self.decodedValue($0) },
      words: { self.words(of: $0) },
      replacement: { try self.replacement(for: $0) }, defaultJSON: { self.defaultJSON },
      inner: { self.inner?.description(in: self.modelName, self.name, isEditable: self.isEditable) })
  }
}

extension AnyProperty {
  private var defaultJSON: [UInt8]? {
    var writer = JSONWriter()
    guard hasDefault, (try? writeDefault(member: 0, to: &writer)) == true else { return nil }
    return writer.finish()
  }
}

extension InnerReading {
  /// The values inside as a property of their own.
  ///
  /// - Parameters:
  ///   - name: the property they are inside of.
  ///   - isEditable: whether that may be changed.
  fileprivate func description(in model: String, _ name: String, isEditable: Bool) -> PropertyDescription {
    PropertyDescription(
      name: name, keyPaths: [], typeName: "", shape: shape, transformer: transformer, isEditable: isEditable,
      decode: { decode($0, model, name) }, words: words,
      replacement: { try replacement($0, model, name) },
      inner: { inner()?.description(in: model, name, isEditable: isEditable) })
  }
}

extension Model {
  /// The model without its Swift type, as the browser and the command line see it.
  public static var modelDescription: ModelDescription { mapping.description }

  /// The same as a profile maps it.
  ///
  /// - Throws: a ``MappingError`` for a profile there is none of.
  package static func modelDescription(profile: String) throws -> ModelDescription {
    try checkOwnNames(profile: profile, properties: [])
    return mapping(for: profile).description
  }
}
