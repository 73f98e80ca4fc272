// Direct use of a transformer, without a model.

extension JSONTransformer {
  /// Decodes a value from a JSON document, without a model.
  ///
  /// ```swift
  /// let date = try JSONTransformer<Date>.iso8601.forward(json: #""2011-04-22T13:33:48Z""#)
  /// ```
  ///
  /// The JSON is a complete document, so a string has its quotes. Use it in tests of a transformer, or for a
  /// value that is not part of a model.
  ///
  /// - Throws: A ``DecodingFailure`` with all errors, including syntax errors.
  public func forward(json text: String, options: DecodingOptions = .strict) throws -> Value {
    try forward(JSONDocument.parsed(JSONBytes(text), limits: options.limits).root, options: options)
  }

  /// Decodes a value from a node of a document.
  ///
  /// ```swift
  /// let document = try JSONDocument(#"{"created": 1418202490}"#)
  /// if let node = document.root["created"] {
  ///   let date = try JSONTransformer<Date>.unixSeconds.forward(node)
  /// }
  /// ```
  ///
  /// - Throws: A ``DecodingFailure`` with all errors.
  public func forward(_ node: JSONNode, options: DecodingOptions = .strict) throws -> Value {
    try forwarding(node, options: options).get()
  }

  /// Decodes a value from a node of a document and returns it with all diagnostics.
  ///
  /// - Throws: A ``MappingError`` if the definition of a nested mapping is invalid.
  func forwarding(_ node: JSONNode, options: DecodingOptions = .strict) throws -> DecodingReport<Value> {
    let context = DecodingContext(options, outermost: node.index)
    var value: Value?
    try node.withCursor(context) { json in
      do { value = try decode(json) } catch {
        try context.record(error, at: json, model: nil, property: nil)
      }
    }
    return DecodingReport(value, context, node.document)
  }

  /// Returns the JSON of a value.
  ///
  /// ```swift
  /// let text = try JSONTransformer<Date>.unixSeconds.reverse(Date(timeIntervalSince1970: 7))  // 7
  /// ```
  ///
  /// - Parameter options: The settings for nested models.
  /// - Throws: The errors of encoding; `IrreversibleTransformerError` if the transformer is decode-only.
  public func reverse(_ value: Value, _ options: EncodingOptions? = nil) throws -> String {
    guard let encode else { throw IrreversibleTransformerError(transformer: name) }
    var writer = JSONWriter(capacity: 256)
    writer.context = options.map { EncodingContext($0) }
    try encode(value, &writer)
    return writer.text
  }
}

/// The error of encoding with a decode-only transformer.
struct IrreversibleTransformerError: DescribedError, Sendable, Hashable {
  /// The name of the transformer; nil if it has none.
  let transformer: String?

  /// The message, which names the transformer.
  var description: String { "the transformer \(transformer.map { "`\($0)` " } ?? "")has no reverse" }
}
