import Mantle
import Testing

/// The one error of a decode that must fail with exactly one.
func onlyError<Value: JSONConvertible>(
  decoding _: Value.Type, _ json: String, policy: DecodingPolicy = .strict,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> Diagnostic {
  let errors = try allErrors(decoding: Value.self, json, policy: policy, sourceLocation: sourceLocation)
  #expect(errors.count == 1, "\(errors)", sourceLocation: sourceLocation)
  return try #require(errors.first, sourceLocation: sourceLocation)
}

/// Every error of a decode that must fail.
func allErrors<Value: JSONConvertible>(
  decoding _: Value.Type, _ json: String, policy: DecodingPolicy = .strict,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> [Diagnostic] {
  do {
    let value = try Value.decode(json: json, options: DecodingOptions(policy))
    Testing.Issue.record("decoded \(value) from \(json)", sourceLocation: sourceLocation)
    return []
  } catch let failure as DecodingFailure {
    return failure.diagnostics
  }
}

/// Expects a value's JSON to be the same value as a text, whatever the order of keys.
func expectJSON<Value: JSONConvertible>(
  _ value: Value, _ context: EncodingOptions? = nil, is text: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let json = try value.json(context)
  #expect(try JSONValue(json: json) == JSONValue(json: text), "\(json)", sourceLocation: sourceLocation)
}

/// Expects a text to decode to a value that is written back as the same JSON.
func expectRoundTrip<Value: JSONConvertible>(
  _: Value.Type, _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  try expectJSON(try Value.decode(json: text), is: text, sourceLocation: sourceLocation)
}
