extension Mapping {
  /// A description of the mapping that does not depend on its Swift types, for the browser and the command
  /// line.
  ///
  /// It is cached, because the browser requests it for every row.
  package var description: ModelDescription {
    attachments.value {
      var description = ModelDescription(
        name: name, documentation: options.documentation, properties: properties.map(\.description),
        mapping: self, decode: { try self.decode($0) }, encode: { try self.encode($0, to: &$1) })
      if plan.form == .value { description.wrapped = description.properties.first { !$0.keyPaths.isEmpty } }
      description.writtenKeys = options.writtenKeys
      description.otherForms = { [unowned self] in (Root.self as? any Model.Type)?.forms(besides: self) ?? []
      }
      description.summary = options.summary.flatMap { try? SummaryTemplate($0) }
      return description
    }
  }

  /// Decodes a model from a node.
  ///
  /// - Throws: a ``DecodingFailure`` with every error.
  package func decode(_ node: JSONNode) throws -> Root {
    try node.decodeCollecting(as: name) { try self.decode($0) }
  }
}

extension ModelDescription {
  /// Creates the description of a model from the functions that decode and encode it.
  ///
  /// - Parameter member: a closure that returns the model of the class cluster's member that an object
  ///   represents; nil if there is none.
  init<Root>(
    name: String, documentation: String?, properties: [PropertyDescription], mapping: (any Sendable)?,
    member: (@Sendable (JSONNode) -> ModelDescription?)? = nil,
    decode: @escaping @Sendable (JSONCursor) throws -> Root,
    encode: @escaping @Sendable (Root, inout JSONWriter) throws -> Void
  ) {
    self.init(
      name: name, documentation: documentation, properties: properties, mapping: mapping, member: member,
      diagnose: { node, minimumSeverity in
        let context = DecodingContext(minimumSeverity: minimumSeverity)
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
        let context = DecodingContext(minimumSeverity: .error, tellsLosses: true)
        let value = try node.decodeCollecting(as: name, context, decode)
        if isWritten { try encode(value, &writer) }
        return context.takeRewrittenValues(in: node.document)
      })
  }
}

extension ModelDescription {
  /// Returns a description of this model for the elements of a list that also contains values without a
  /// model, such as strings.
  ///
  /// - Parameters:
  ///   - transformer: the transformer for all values of the list.
  ///   - member: returns the model of an object, if it has one.
  package func among<Value>(
    valuesOf transformer: JSONTransformer<Value>,
    member: @escaping @Sendable (JSONCursor) -> ModelDescription?
  ) -> ModelDescription {
    var description = ModelDescription(
      name: name, documentation: documentation, properties: properties, mapping: mapping,
      member: { node in node.withCursor(DecodingContext(minimumSeverity: .error)) { member($0) } },
      decode: { try transformer.decode($0) }, encode: { try transformer.encode?($0, &$1) })
    (description.summary, description.members) = (summary, members)
    return description
  }

  /// Returns a description for the elements of a list that contains no models, such as a list of strings.
  package static func values<Value>(of transformer: JSONTransformer<Value>, named name: String)
    -> ModelDescription
  {
    ModelDescription(
      name: name, documentation: nil, properties: [], mapping: nil, decode: { try transformer.decode($0) },
      encode: { try transformer.encode?($0, &$1) })
  }
}

extension JSONNode {
  /// Decodes a value from the node with a closure, and collects all errors.
  ///
  /// - Parameter model: the name of the model in diagnostics.
  /// - Throws: a ``DecodingFailure`` with every error.
  func decodeCollecting<Root>(
    as model: String, _ context: DecodingContext = DecodingContext(minimumSeverity: .error),
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
      nullIsValue: nullIsValue, documentation: traits.documentation, decode: { self.decodedValue($0) },
      words: { self.words(of: $0) },
      replacement: { try self.replacement(for: $0) }, defaultJSON: { self.defaultJSON },
      inner: { self.inner?.description(in: self.modelName, self.name, isEditable: self.isEditable) })
  }
}

extension AnyProperty {
  private var nullIsValue: Bool {
    if case .members = source { return true }
    guard case .optional = shape else { return false }
    return !traits.absent.contains(.null) && !mayBeAbsent
  }

  private var defaultJSON: [UInt8]? {
    var writer = JSONWriter()
    guard hasDefault, (try? writeDefault(member: 0, to: &writer)) == true else { return nil }
    return writer.finish()
  }
}

extension Model {
  /// Returns the descriptions of the model's mappings other than the given one. The result is empty if the
  /// given mapping is neither the main mapping nor the mapping of a profile.
  fileprivate static func forms(besides mapping: AnyObject) -> [ModelDescription] {
    let all = [self.mapping] + profiles.sorted { $0.key < $1.key }.map(\.value)
    guard all.contains(where: { $0 === mapping }) else { return [] }
    return all.filter { $0 !== mapping }.map(\.description)
  }
}

extension InnerReading {
  /// Returns a description of a collection's elements, as if each element were a property.
  ///
  /// - Parameters:
  ///   - name: the name of the enclosing property.
  ///   - isEditable: whether the enclosing property can be changed.
  fileprivate func description(in model: String, _ name: String, isEditable: Bool) -> PropertyDescription {
    PropertyDescription(
      name: name, keyPaths: [], typeName: "", shape: shape, transformer: transformer, isEditable: isEditable,
      decode: { decode($0, model, name) }, words: words,
      replacement: { try replacement($0, model, name) },
      inner: { inner()?.description(in: model, name, isEditable: isEditable) })
  }
}

extension Model {
  /// A description of the model that does not depend on its Swift type, for the browser and the command line.
  ///
  /// ```swift
  /// let name = User.modelDescription.name  // User
  /// ```
  public static var modelDescription: ModelDescription { mapping.description }
}
