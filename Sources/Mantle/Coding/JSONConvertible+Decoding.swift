import MantlePlatform

/// The outcome of a decode call that does not throw problems of the data: the value, if there is one, and all
/// diagnostics.
///
/// ```swift
/// let report = try User.report(json: #"{"login": "ann"}"#)
/// if let user = report.value { print(user.login, report.presentProperties.names) }  // ann ["login"]
/// ```
///
/// ``JSONConvertible/report(json:options:)-(String,_)`` returns a report.
public struct DecodingReport<Value> {
  /// The decoded value; nil if none could be decoded, and under ``DecodingPolicy/strict`` whenever there is
  /// an error.
  public let value: Value?
  /// The diagnostics in document order.
  public let diagnostics: [Diagnostic]
  /// The number of diagnostics beyond ``DecodingOptions/maximumDiagnostics``.
  public let omittedCount: Int
  /// The outermost model's properties whose key is in the JSON, including those that are null.
  ///
  /// ```swift
  /// let merged = try known.merging(update, by: .presentOnly(report.presentProperties))
  /// ```
  ///
  /// ``Model/merging(_:)`` merges a report directly.
  public let presentProperties: PropertySelection

  package init(
    value: Value?, diagnostics: [Diagnostic], omittedCount: Int = 0,
    presentProperties: PropertySelection = []
  ) {
    self.value = value
    self.diagnostics = diagnostics
    self.omittedCount = omittedCount
    self.presentProperties = presentProperties
  }

  /// Creates a report of a decoded value without diagnostics.
  @inlinable init(value: Value) {
    self.value = value
    diagnostics = []
    omittedCount = 0
    presentProperties = PropertySelection.none
  }

  /// Whether the diagnostics contain an error.
  ///
  /// Under ``DecodingPolicy/audit`` there may be a value in spite of errors.
  public var hasErrors: Bool { diagnostics.hasErrors }

  /// Returns the decoded value, or throws the errors of the report.
  ///
  /// ```swift
  /// let user = try User.report(json: text, options: .lenient).get()
  /// ```
  ///
  /// - Throws: a ``DecodingFailure`` with all errors if there is no value.
  public func get() throws(DecodingFailure) -> Value {
    guard let value else { throw DecodingFailure(diagnostics.errors, omittedCount: omittedCount) }
    return value
  }
}

extension DecodingReport: Sendable where Value: Sendable {}

extension JSONConvertible {
  /// Decodes a value from JSON text.
  ///
  ///     let counts = try [String: Int].decode(json: #"{"bug": 3, "docs": 1}"#)
  ///     let task = try Task.decode(json: #"{"id": 1, "title": "Paint the lamps"}"#)
  ///
  /// The type may be a model, or an array, a dictionary or an optional of models or other ``JSONConvertible``
  /// types.
  ///
  /// - Parameters:
  ///   - text: the JSON document.
  ///   - options: the treatment of problems, the profile and the limits.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  ///
  /// - Throws: a ``DecodingFailure`` with all errors, in document order, syntax errors included; a
  ///   ``MappingError`` when a mapping's definition is wrong.
  public static func decode(json text: String, options: DecodingOptions = .strict) throws -> Self {
    try decode(json: text.utf8, options: options)
  }

  /// Decodes a value from JSON text in UTF-8: an array of bytes, or the `Data` of Foundation.
  ///
  /// ```swift
  /// let user = try User.decode(json: Data(#"{"login": "ann"}"#.utf8))
  /// ```
  ///
  /// - Throws: a ``DecodingFailure`` with all errors, in document order, syntax errors included; a ``MappingError``
  ///   when a mapping's definition is wrong.
  public static func decode(json bytes: some Collection<UInt8>, options: DecodingOptions = .strict) throws
    -> Self
  {
    let document = try JSONDocument.parsed(JSONBytes(bytes), limits: options.limits)
    return try decode(document.root, options: options)
  }

  /// Decodes a value from a node of a parsed document.
  ///
  /// ```swift
  /// let document = try JSONDocument(#"{"items": [{"login": "ann"}]}"#)
  /// if let items = document.root["items"] {
  ///   let users = try [User].decode(items)
  /// }
  /// ```
  ///
  /// Use this method to decode a part of a document. Paths and lines in the errors are those of the whole
  /// document.
  ///
  /// - Throws: a ``DecodingFailure`` with all errors, in document order; a ``MappingError`` when a mapping's
  ///   definition is wrong.
  @inlinable public static func decode(_ node: JSONNode, options: DecodingOptions = .strict) throws -> Self {
    if options.profile != nil { try checkNames(profile: options.profile, properties: []) }
    let context = DecodingContext(options, minimumSeverity: .error)
    return try node.withCursor(context) { json in
      do {
        let value = try decode(json)
        if options.refusesUnknownKeys, context.mark > 0 { try json.throwIfKeyWasRefused(in: node.document) }
        return value
      } catch { throw json.failure(from: error, in: node.document) }
    }
  }

  /// Decodes a value from JSON text and returns it with every diagnostic.
  ///
  ///     let report = try [Task].report(json: #"[{"id": "1", "title": "a", "labels": []}]"#)
  ///     for problem in report.diagnostics { print(problem) }  // 1:9: error: Task.id: expected integer, …
  ///
  /// Call this method instead of ``decode(json:options:)-(String,_)`` to get warnings and notes, such as the
  /// use of a default, or a value together with its problems. The report has no value if the JSON cannot be
  /// decoded under the policy of the options.
  ///
  /// - Throws: only a ``MappingError``. A syntax error is one of the diagnostics.
  public static func report(json text: String, options: DecodingOptions = .strict) throws
    -> DecodingReport<Self>
  {
    try report(JSONBytes(text), options: options)
  }

  /// Decodes a value from JSON text in UTF-8 and returns it with every diagnostic.
  ///
  /// ```swift
  /// let report = try User.report(json: Data(#"{"login": 7}"#.utf8))
  /// ```
  ///
  /// - Throws: only a ``MappingError``. A syntax error is one of the diagnostics.
  public static func report(json bytes: some Collection<UInt8>, options: DecodingOptions = .strict) throws
    -> DecodingReport<Self>
  {
    try report(JSONBytes(bytes), options: options)
  }

  /// Decodes a value from JSON text in UTF-8 and returns the value with every diagnostic, which includes syntax
  /// errors.
  package static func report(_ bytes: JSONBytes, options: DecodingOptions) throws -> DecodingReport<Self> {
    do {
      return try report(JSONDocument.parsed(bytes, limits: options.limits).root, options: options)
    } catch let failure as DecodingFailure {
      return DecodingReport(value: nil, diagnostics: failure.diagnostics, presentProperties: [])
    }
  }

  /// Decodes a value from a node of a parsed document and returns it with every diagnostic.
  ///
  /// ```swift
  /// let report = try User.report(document.root, options: .audit)
  /// print(report.diagnostics.count, report.hasErrors)
  /// ```
  ///
  /// - Throws: only a ``MappingError``.
  @inlinable public static func report(_ node: JSONNode, options: DecodingOptions = .strict) throws
    -> DecodingReport<Self>
  {
    if options.profile != nil { try checkNames(profile: options.profile, properties: []) }
    let context = DecodingContext(options, outermost: node.index)
    var value: Self?
    try node.withCursor(context) { json in
      do { value = try decode(json) } catch {
        try context.record(error, at: json, model: nil, property: nil)
      }
    }
    return DecodingReport(value, context, node.document)
  }
}

extension JSONCursor {
  /// Returns the error for a decode call to throw, with all recorded problems and the given error.
  @inline(never) @usableFromInline func failure(from error: any Error, in document: JSONDocument) -> any Error
  {
    if error is DecodingFailure { return error }
    do { try context.record(error, at: self, model: nil, property: nil) } catch { return error }
    return context.failure(in: document)
  }

  /// Checks that no unmapped key was reported as an error.
  ///
  /// - Throws: a ``DecodingFailure`` if an unmapped key was refused, which makes the decoded value invalid.
  @inline(never) @usableFromInline func throwIfKeyWasRefused(in document: JSONDocument) throws {
    context.forgetCaught(since: 0)
    guard context.holdsRefusedKey else { return }
    throw context.failure(in: document)
  }
}

extension DecodingReport {
  /// Creates a report from a decoded value and the problems that a context recorded. The report has the value
  /// if there are no errors or if the policy tolerates them.
  @usableFromInline init(_ value: Value?, _ context: DecodingContext, _ document: JSONDocument) {
    if value != nil { context.forgetCaught(since: 0) }
    diagnostics = context.takeDiagnostics(in: document)
    let failed = diagnostics.contains { context.policy.refuses($0) }
    self.value = failed ? nil : value
    presentProperties = PropertySelection(context.presentProperties)
    omittedCount = context.omittedErrors + context.omittedOthers
  }
}

extension JSONDocument {
  /// Parses JSON text in UTF-8 as a document, and throws a syntax error as a ``DecodingFailure``.
  @usableFromInline package static func parsed(
    _ bytes: JSONBytes, limits: JSONLimits = .default
  ) throws -> JSONDocument {
    do {
      return try JSONDocument(parsing: bytes, limits: limits)
    } catch {
      throw DecodingFailure([error.diagnostic(in: bytes)])
    }
  }
}

extension JSONConvertible {
  /// Returns the value as compact JSON in UTF-8.
  ///
  /// ```swift
  /// let bytes = try User(login: "ann", name: nil).jsonBytes()
  /// ```
  ///
  /// Sets and dictionaries are written in sorted order, so that equal values give equal bytes.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func jsonBytes(_ options: EncodingOptions? = nil) throws -> [UInt8] {
    try encoded(options, in: nil)
  }

  /// Encodes the value as compact JSON, with options or within an enclosing model.
  ///
  /// - Parameter context: the context of the model that contains the value; nil to use the options.
  func encoded(_ options: EncodingOptions? = nil, in context: EncodingContext?) throws -> [UInt8] {
    if let options {
      try Self.checkNames(
        profile: options.profile, properties: (options.including?.names ?? []).union(options.excluding.names))
    }
    var writer = JSONWriter()
    writer.context = context ?? options.map { EncodingContext($0) }
    try encode(to: &writer)
    return writer.finish()
  }

  /// Returns the value as compact JSON in UTF-8.
  ///
  /// ```swift
  /// let body = try User(login: "ann", name: nil).jsonData()
  /// ```
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func jsonData(_ options: EncodingOptions? = nil) throws -> Data { Data(try jsonBytes(options)) }

  /// Returns the value as compact JSON.
  ///
  /// ```swift
  /// let text = try User(login: "ann", name: nil).json()  // {"login":"ann","name":null}
  /// ```
  ///
  /// - Parameter options: the settings of the call, such as the properties to write; nil for the settings of
  ///   the mapping.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func json(_ options: EncodingOptions? = nil) throws -> String {
    String(decoding: try jsonBytes(options), as: UTF8.self)
  }

  /// Returns the value as readable JSON: one member per line, indented by two spaces.
  ///
  ///     let text = try ["open": 2].prettyJSON()  // {⏎  "open": 2⏎}
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func prettyJSON(_ options: EncodingOptions? = nil) throws -> String {
    let document = try JSONDocument(
      parsing: JSONBytes(try jsonBytes(options)), limits: JSONLimits(depth: .max))
    return JSONFormatter.pretty.text(document.root)
  }
}
