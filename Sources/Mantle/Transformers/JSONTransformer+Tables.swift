extension JSONTransformer where Value: Hashable & Sendable {
  /// A table of JSON values and what they mean.
  ///
  ///     .table(["low": .low, "minor": .low, "high": .high], canonical: [.low: "low"])
  ///
  /// Several inputs may mean one value; `canonical` then names the one to write, and without it the
  /// table cannot be written at all: a mapping that writes the property is refused at first use. An entry for
  /// null is a nil input: `["none": 0, nil: 0]`. Of an input given twice the first entry counts.
  ///
  /// An input that is not in the table is an error naming it, as is a value on the way out.
  public static func table<Input: JSONConvertible & Hashable & Sendable>(
    _ entries: KeyValuePairs<Input, Value>, canonical: [Value: Input] = [:]
  ) -> JSONTransformer {
    let table = ValueTable(entries, canonical)
    return table.transformer(
      unknown: { json, _ in throw json.mismatch(expected: table.expectation, code: .unknownCase) },
      unlisted: { throw TransformError(.unknownCase, expected: "a value of the table", found: "\($0)") })
  }

  /// A table with a value for everything that is not in it, null included. Each use leaves a note.
  ///
  /// - Parameters:
  ///   - substitute: what an unknown input becomes. The input itself is not kept: see
  ///     ``openTable(_:canonical:)``.
  ///   - output: what a value that is not in the table is written as; nil makes it an error.
  public static func table<Input: JSONConvertible & Hashable & Sendable>(
    _ entries: KeyValuePairs<Input, Value>, canonical: [Value: Input] = [:], default substitute: Value,
    writtenAs output: Input? = nil
  ) -> JSONTransformer {
    let table = ValueTable(entries, canonical)
    return table.transformer(
      unknown: { json, _ in
        json.context.note(.unknownCase, "not in the table; \(substitute) took its place", at: json)
        return substitute
      },
      unlisted: { value in
        if let output { return output }
        throw TransformError(.unknownCase, expected: "a value of the table", found: "\(value)")
      })
  }

  /// A table that keeps what is not in it, and writes it back as it was. Each such input leaves a note.
  public static func openTable<Known: Hashable & Sendable, Input: JSONConvertible & Hashable & Sendable>(
    _ entries: KeyValuePairs<Input, Known>, canonical: [Known: Input] = [:]
  ) -> JSONTransformer where Value == OpenCase<Known, Input> {
    let open = entries.map { ($0, OpenCase<Known, Input>.known($1)) }
    let table = ValueTable(open, Dictionary(uniqueKeysWithValues: canonical.map { (.known($0), $1) }))
    return table.transformer(
      unknown: { json, input in
        guard let input else { throw json.mismatch(expected: table.expectation, code: .unknownCase) }
        json.noteUnknown()
        return .unknown(input)
      },
      unlisted: { value in
        if case .unknown(let input) = value { return input }
        throw TransformError(.unknownCase, expected: "a value of the table", found: "\(value)")
      })
  }
}

/// A table both ways.
private struct ValueTable<Input: JSONConvertible & Hashable & Sendable, Value: Hashable & Sendable>: Sendable
{
  private let values: [Input: Value]
  private let inputs: [Value: Input]
  /// The values written in more than one way, with no way named.
  private let ambiguous: [Value]
  private let texts: [String]
  let expectation: String

  init(_ entries: some Sequence<(Input, Value)>, _ canonical: [Value: Input]) {
    var inputs: [Value: [Input]] = [:]
    for (input, value) in entries { inputs[value, default: []].append(input) }
    values = Dictionary(entries.map { ($0, $1) }) { first, _ in first }
    self.inputs = inputs.compactMapValues(\.first).merging(canonical) { $1 }
    ambiguous = inputs.filter { $1.count > 1 && canonical[$0] == nil }.map(\.key)
    texts = entries.map { input, _ in (input as? String) ?? (try? input.json()) ?? "\(input)" }
    expectation = texts.asAlternatives
  }

  init(_ entries: KeyValuePairs<Input, Value>, _ canonical: [Value: Input]) {
    self.init(entries.map { ($0, $1) }, canonical)
  }

  func transformer(
    unknown: @escaping @Sendable (JSONCursor, Input?) throws -> Value,
    unlisted: @escaping @Sendable (Value) throws -> Input
  ) -> JSONTransformer<Value> {
    let decode: @Sendable (JSONCursor) throws -> Value = { json in
      if json.isNull, !(Input.self is any OptionalValue.Type) { return try unknown(json, nil) }
      let input = try Input.decode(json)
      return try values[input] ?? unknown(json, input)
    }
    let encode: @Sendable (Value, inout JSONWriter) throws -> Void = { value, writer in
      try (inputs[value] ?? unlisted(value)).encode(to: &writer)
    }
    var transformer = JSONTransformer<Value>(
      "table", shape: shape, decode: decode, encode: ambiguous.isEmpty ? encode : nil)
    if !ambiguous.isEmpty {
      let values = ambiguous.map { "\($0)" }.sorted().joined(separator: ", ")
      transformer.traits.whyIrreversible =
        "the table has several inputs for \(values): name the one to write in `canonical`, or make the property decode-only"
    }
    return transformer
  }

  private var shape: ValueShape { Input.self == String.self ? .enumeration(texts) : Input.shape }
}
