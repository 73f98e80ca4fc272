/// The functions that display a property's value as text, and convert typed text to the JSON of the property.
struct ValueInspection<Value> {
  let transformer: JSONTransformer<Value>
  let decode: @Sendable (JSONCursor) throws -> Value
  /// The validation rules of the property, in order. Each returns the value or a replacement, or throws.
  let rules: [@Sendable (Value) throws -> Value]
  /// The name of the model in diagnostics.
  let model: String
  /// The name of the property in diagnostics.
  let property: String

  /// Decodes a node and returns the value's display text, editable text, encoded form and diagnostics.
  func inspect(_ node: JSONNode) -> DecodedValue {
    let context = DecodingContext()
    let outcome = node.withCursor(context) { json -> Value? in
      do {
        let value = try decode(json)
        context.forgetCaught(since: 0)
        return value
      } catch {
        context.recordForView(error, at: json, model: model, property: property)
        return nil
      }
    }
    context.attribute(since: 0, model: model, property: property)
    let diagnostics = context.takeDiagnostics(in: node.document)
    guard let value = outcome else {
      return DecodedValue(
        text: nil, editableText: node.editableText, reencoded: nil, roundTrips: nil, diagnostics: diagnostics)
    }
    let reencoded = reencoded(value)
    let words = transformer.traits.words
    let spelled = words?.describe(value)
    let json = reencoded.flatMap { try? JSONDocument(parsing: JSONBytes($0)) }
    return DecodedValue(
      text: spelled ?? json?.root.editableText ?? String(describing: value),
      editableText: words?.areOnly == true && words?.parse == nil
        ? json?.root.editableText : spelled ?? json?.root.editableText, reencoded: reencoded,
      roundTrips: json.map { $0.root.isEquivalent(to: node) }, diagnostics: diagnostics)
  }

  /// Returns the JSON that a value is encoded as; nil if it cannot be encoded.
  private func reencoded(_ value: Value) -> [UInt8]? {
    guard let encode = transformer.encode else { return nil }
    var writer = JSONWriter()
    guard (try? encode(value, &writer)) != nil else { return nil }
    return writer.finish()
  }

  /// Returns the JSON to store for a property value that a person typed as text.
  ///
  /// The text is interpreted in this order: in the notation of the property, such as a date; as `true` or
  /// `false` for a Boolean, whatever its JSON is; as a JSON string if the property expects one; and as JSON.
  /// The result is the output of the reverse transformer, except for containers, which are kept as typed so
  /// that no key is lost.
  ///
  /// - Throws: The first problem of the value, or a ``JSONSyntaxError`` if no interpretation is valid JSON.
  func replacement(for text: String) throws -> [UInt8] {
    if let words = transformer.traits.words, let parse = words.parse {
      if words.areOnly, text != "null" || !transformer.shape.isOptional { return try spelled(text, parse) }
      if let value = try? ruled(parse(text)), let bytes = reencoded(value) { return bytes }
    }
    if transformer.shape.isBoolean, let flag = Bool(text), let value = flag as? Value,
      let bytes = try? reencoded(ruled(value))
    {
      return bytes
    }
    // A problem of the value is more informative than the fact that the text is not JSON.
    var (error, syntaxError): ((any Error)?, (any Error)?) = (nil, nil)
    for candidate in transformer.shape.jsonCandidates(for: text) {
      do {
        return try checked(candidate)
      } catch let found as JSONSyntaxError { syntaxError = syntaxError ?? found } catch let found {
        error = error ?? found
      }
    }
    throw error ?? syntaxError
      ?? Diagnostic(
        .error, .typeMismatch, model: model, property: property,
        expected: transformer.expectation, found: "`\(Shortened.text(text))`")
  }

  /// Returns the JSON for a text in the notation of the property's value, such as a date.
  ///
  /// - Throws: the first problem of the value, as a ``Diagnostic``.
  private func spelled(_ text: String, _ parse: (String) throws -> Value) throws -> [UInt8] {
    let document = try JSONDocument(JSONText.quoted(text))
    return try recording(document) { _ in
      let value = try ruled(parse(text))
      guard let encode = transformer.encode else {
        throw TransformError(expected: "a value that can be written")
      }
      var writer = JSONWriter()
      try encode(value, &writer)
      return writer.finish()
    }
  }

  /// Applies the validation rules to a value and returns it or its replacement.
  private func ruled(_ value: Value) throws -> Value { try rules.reduce(value) { try $1($0) } }

  /// Decodes JSON that typed text may represent, and returns the JSON to store: the candidate itself, or the
  /// encoded form of its value.
  ///
  /// - Throws: the first problem of the candidate.
  private func checked(_ candidate: [UInt8]) throws -> [UInt8] {
    let document = try JSONDocument(parsing: JSONBytes(candidate))
    let value = try recording(document) { try decode($0) }
    if document.root.kind.isContainer { return candidate }
    guard let written = reencoded(value) else { return candidate }
    // The trailing zeros of 12.50 do not change the number, so the number is kept as typed.
    return transformer.shape.isNumber && document.root.isSameNumber(as: written) ? candidate : written
  }

  /// Calls a closure with a cursor at the root of a document that was made from typed text. An error is
  /// thrown as a diagnostic without a location, because the text is not in a file.
  private func recording<Made>(_ document: JSONDocument, _ make: (JSONCursor) throws -> Made) throws -> Made {
    let context = DecodingContext()
    return try document.root.withCursor(context) { json in
      do {
        return try make(json)
      } catch {
        try context.record(error, at: json, model: model, property: property)
        throw context.takeDiagnostics(in: document).first.map { $0.withoutLocation } ?? error
      }
    }
  }
}

extension Diagnostic {
  /// A copy of the diagnostic without its location and path.
  fileprivate var withoutLocation: Diagnostic {
    var copy = self
    copy.location = nil
    copy.path = JSONKeyPath()
    return copy
  }
}

extension JSONNode {
  /// The value as a person would type it: the content of a string, the JSON of any other value.
  fileprivate var editableText: String { kind == .string ? displayText : rawText }
}

extension JSONNode {
  /// Returns whether this value and other JSON are equal numbers, or strings that contain equal numbers.
  fileprivate func isSameNumber(as json: [UInt8]) -> Bool {
    guard let other = try? JSONDocument(parsing: JSONBytes(json)).root, other.kind == kind else {
      return false
    }
    if kind == .number { return isEquivalent(to: other) }
    guard kind == .string, let own = try? JSONDocument(displayText).root,
      let others = try? JSONDocument(other.displayText).root
    else { return false }
    return own.kind == .number && own.isEquivalent(to: others)
  }
}

extension ValueShape {
  fileprivate var isNumber: Bool { if case .number = unwrapped { true } else { false } }

  /// Returns the JSON that a typed text can represent for a value of this shape, the most likely form first:
  /// the text itself, or a string with this text.
  fileprivate func jsonCandidates(for text: String) -> [[UInt8]] {
    var writer = JSONWriter()
    writer.writeString(text)
    let string = writer.finish()
    let raw = Array(text.utf8)
    return switch self {
    case .string, .url, .uuid, .data, .enumeration, .date: [string, raw]
    case .integer, .number: [raw, string]
    case .boolean:
      switch text {
      case "true": [raw, string, [ASCII.zero + 1]]
      case "false": [raw, string, [ASCII.zero]]
      default: [raw, string]
      }
    case .json, .model, .array, .dictionary: [raw]
    case .optional(let wrapped): wrapped.jsonCandidates(for: text)
    case .other: [raw, string]
    }
  }

  package var isOptional: Bool { if case .optional = self { true } else { false } }

  /// Whether values of this shape are Booleans or optional Booleans.
  fileprivate var isBoolean: Bool { if case .boolean = unwrapped { true } else { false } }

  /// The phrase in diagnostics for an expected value of this shape.
  var expectation: String {
    switch self {
    case .string: "string"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .url: "URL"
    case .date: "date"
    case .uuid: "UUID"
    case .data: "base64 text"
    case .json: "any JSON value"
    case .enumeration(let cases): cases.asAlternatives
    case .model(let model): model.name
    case .array: "array"
    case .dictionary: "object"
    case .optional(let wrapped): wrapped.expectation
    case .other(let name): name
    }
  }
}
