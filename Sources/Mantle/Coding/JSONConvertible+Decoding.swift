/// A decoded value and the diagnostics of decoding it.
///
/// ```swift
/// let decoded = try User.decoding(json: #"{"login": "ann"}"#)
/// if let user = decoded.value, decoded.isClean { print(user.login, decoded.presentProperties) }  // ann ["login"]
/// ```
///
/// It is the result of ``JSONConvertible/decoding(json:policy:profile:userInfo:)``, which does not throw
/// problems of the data.
public struct Decoded<Value> {
  /// The decoded value; nil if none could be decoded, and under ``DecodingPolicy/strict`` whenever there is
  /// an error.
  public let value: Value?
  /// The diagnostics in document order.
  public let diagnostics: [Diagnostic]
  /// The number of diagnostics beyond the limit of ``DecodingPolicy/diagnostics(atMost:)``.
  public let omitted: Int
  /// The names of the outermost model's properties whose key is in the JSON, including those that are null.
  ///
  /// ```swift
  /// let merged = try known.merging(update, .presentOnly(decoded.presentProperties))
  /// ```
  public let presentProperties: Set<String>

  package init(value: Value?, diagnostics: [Diagnostic], omitted: Int = 0, presentProperties: Set<String>) {
    self.value = value
    self.diagnostics = diagnostics
    self.omitted = omitted
    self.presentProperties = presentProperties
  }

  /// Creates a result without diagnostics.
  @inlinable init(value: Value) {
    self.value = value
    diagnostics = []
    omitted = 0
    presentProperties = []
  }

  /// Whether there are no errors.
  ///
  /// Warnings and notes may be present. Under ``DecodingPolicy/audit`` there may be a value although the
  /// result is not clean.
  public var isClean: Bool { !diagnostics.hasErrors }

  /// Returns the value, or throws all errors.
  package func get() throws(DecodingFailure) -> Value {
    guard let value else { throw DecodingFailure(diagnostics.errors) }
    return value
  }
}

extension Decoded: Sendable where Value: Sendable {}

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
  ///   - policy: the treatment of problems in the data.
  ///   - profile: the profile of the mappings to use; nil for the main mappings.
  ///   - userInfo: values for hooks and hand-written types.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  ///
  /// - Throws: a ``DecodingFailure`` with all errors, in document order, syntax errors included; a
  ///   ``MappingError`` when a mapping's definition is wrong.
  public static func decode(
    json text: String, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:]
  ) throws -> Self {
    try decode(json: text.utf8, policy: policy, profile: profile, userInfo: userInfo)
  }

  /// Decodes a value from JSON text in UTF-8: an array of bytes, or the `Data` of Foundation.
  ///
  /// ```swift
  /// let user = try User.decode(json: Data(#"{"login": "ann"}"#.utf8))
  /// ```
  ///
  /// - Throws: a ``DecodingFailure`` with all errors, in document order, syntax errors included; a ``MappingError``
  ///   when a mapping's definition is wrong.
  public static func decode(
    json bytes: some Collection<UInt8>, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:]
  ) throws -> Self {
    let document = try JSONDocument.parsed(JSONBytes(copying: bytes))
    return try decode(document.root, policy: policy, profile: profile, userInfo: userInfo)
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
  /// Use it to decode a part of a document. Paths and lines in the errors are those of the whole document.
  ///
  /// - Throws: a ``DecodingFailure`` with all errors, in document order; a ``MappingError`` when a mapping's
  ///   definition is wrong.
  @inlinable public static func decode(
    _ node: JSONNode, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:]
  ) throws -> Self {
    if profile != nil { try checkNames(profile: profile, properties: []) }
    let context = DecodingContext(
      policy: policy, profile: profile, userInfo: userInfo, minimumSeverity: .error)
    return try node.withCursor(context) { json in
      do {
        let value = try decode(json)
        if policy.refusesUnknownKeys, context.mark > 0 { try json.failWithErrors(in: node.document) }
        return value
      } catch { throw json.failure(from: error, in: node.document) }
    }
  }

  /// Decodes a value from JSON text and returns it with every diagnostic.
  ///
  ///     let decoded = try [Task].decoding(json: #"[{"id": "1", "title": "a", "labels": []}]"#)
  ///     for problem in decoded.diagnostics { print(problem) }  // 1:9: error: Task.id: expected integer, …
  ///
  /// The value is nil if it cannot be decoded under the policy. Notes and warnings, such as the use of a
  /// default, are listed only by this call.
  ///
  /// - Throws: only a ``MappingError``. A syntax error is one of the diagnostics.
  public static func decoding(
    json text: String, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:]
  ) throws -> Decoded<Self> {
    do {
      let document = try JSONDocument.parsed(JSONBytes(text))
      return try decoding(document.root, policy: policy, profile: profile, userInfo: userInfo)
    } catch let failure as DecodingFailure {
      return Decoded(value: nil, diagnostics: failure.diagnostics, presentProperties: [])
    }
  }

  /// Decodes a value from a node of a parsed document and returns it with every diagnostic.
  ///
  /// ```swift
  /// let decoded = try User.decoding(document.root, policy: .audit)
  /// print(decoded.diagnostics.count, decoded.isClean)
  /// ```
  ///
  /// - Throws: only a ``MappingError``.
  @inlinable public static func decoding(
    _ node: JSONNode, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:]
  ) throws -> Decoded<Self> {
    if profile != nil { try checkNames(profile: profile, properties: []) }
    let context = DecodingContext(
      policy: policy, profile: profile, userInfo: userInfo, outermost: node.index)
    var value: Self?
    try node.withCursor(context) { json in
      do { value = try decode(json) } catch {
        try context.record(error, at: json, model: nil, property: nil)
      }
    }
    return Decoded(value, context, node.document)
  }
}

extension JSONCursor {
  /// Returns the error that a decode call throws: all recorded problems and the given error.
  @inline(never) @usableFromInline func failure(from error: any Error, in document: JSONDocument) -> any Error
  {
    if error is DecodingFailure { return error }
    do { try context.record(error, at: self, model: nil, property: nil) } catch { return error }
    return context.failure(in: document)
  }

  /// - Throws: a ``DecodingFailure`` if an unknown key was refused, which makes the decoded value invalid.
  @inline(never) @usableFromInline func failWithErrors(in document: JSONDocument) throws {
    context.forgetCaught(since: 0)
    guard context.holdsRefusedKey else { return }
    throw context.failure(in: document)
  }
}

extension Decoded {
  /// Creates a result from a context's records. The value is kept if there are no errors or the policy
  /// tolerates them.
  @usableFromInline init(_ value: Value?, _ context: DecodingContext, _ document: JSONDocument) {
    if value != nil { context.forgetCaught(since: 0) }
    diagnostics = context.takeDiagnostics(in: document)
    let failed = diagnostics.contains { context.policy.refuses($0) }
    self.value = failed ? nil : value
    presentProperties = context.presentProperties
    omitted = context.omittedErrors + context.omittedOthers
  }
}

extension JSONDocument {
  /// Parses a document and throws a syntax error as a ``DecodingFailure``.
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
  /// Sets and dictionaries are written in sorted order, so that equal ones give equal bytes.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func jsonBytes(_ context: EncodingContext? = nil) throws -> [UInt8] {
    if let context {
      try Self.checkNames(
        profile: context.profile, properties: (context.including ?? []).union(context.excluding))
    }
    var writer = JSONWriter()
    writer.context = context
    try encode(to: &writer)
    return writer.finish()
  }

  /// Returns the value as compact JSON.
  ///
  /// ```swift
  /// let text = try User(login: "ann", name: nil).json()  // {"login":"ann","name":null}
  /// ```
  ///
  /// - Parameter context: the settings of the call, such as the properties to write; nil for those of the
  ///   mapping.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func json(_ context: EncodingContext? = nil) throws -> String {
    String(decoding: try jsonBytes(context), as: UTF8.self)
  }

  /// Returns the value as readable JSON: one member per line, indented by two spaces.
  ///
  ///     let text = try ["open": 2].prettyJSON()  // {⏎  "open": 2⏎}
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func prettyJSON(_ context: EncodingContext? = nil) throws -> String {
    let document = try JSONDocument(
      parsing: JSONBytes(try jsonBytes(context)), limits: JSONLimits(depth: .max))
    return JSONFormatter.pretty.text(document.root)
  }
}
