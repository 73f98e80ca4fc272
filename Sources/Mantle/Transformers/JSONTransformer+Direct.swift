// A transformer used on its own, without a model around it.

extension JSONTransformer {
  /// Reads a value from JSON text.
  ///
  /// - Throws: a ``DecodingFailure`` with all errors, syntax errors included.
  public func forward(json text: String, policy: DecodingPolicy = .strict) throws -> Value {
    try forward(JSONDocument.parsed(JSONBytes(text)).root, policy: policy)
  }

  /// Reads a value from a node of a document.
  ///
  /// - Throws: a ``DecodingFailure`` with all errors.
  public func forward(_ node: JSONNode, policy: DecodingPolicy = .strict) throws -> Value {
    try forwarding(node, policy: policy).get()
  }

  /// Reads a value from a node of a document and returns it with every diagnostic.
  package func forwarding(
    _ node: JSONNode, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:]
  ) throws -> Decoded<Value> {
    let context = DecodingContext(
      policy: policy, profile: profile, userInfo: userInfo, outermost: node.index)
    var value: Value?
    try node.withCursor(context) { json in
      do { value = try decode(json) } catch {
        try context.record(error, at: json, model: nil, property: nil)
      }
    }
    return Decoded(value, context, node.document)
  }

  /// The JSON text of a value.
  ///
  /// - Throws: what the reverse transformer throws; `IrreversibleTransformerError` where there is none.
  public func reverse(_ value: Value, _ context: EncodingContext? = nil) throws -> String {
    guard let encode else { throw IrreversibleTransformerError(transformer: name) }
    var writer = JSONWriter(capacity: 256)
    writer.context = context
    try encode(value, &writer)
    return writer.text
  }
}

/// A transformer was asked for the way back and has none.
package struct IrreversibleTransformerError: DescribedError, Sendable, Hashable {
  /// Its name; nil where it has none.
  package let transformer: String?

  package var description: String { "the transformer \(transformer.map { "`\($0)` " } ?? "")has no reverse" }
}
