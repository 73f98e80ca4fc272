extension JSONTransformer where Value: Hashable & Sendable {
  /// Returns a transformer that maps JSON values to Swift values by a table.
  ///
  /// ```swift
  /// .table(["low": .low, "minor": .low, "high": .high], canonical: [.low: "low"])
  /// ```
  ///
  /// An input that is not in the table is an error, and so is a value that has no input. A nil input
  /// represents null: `["none": 0, nil: 0]`.
  ///
  /// ```
  /// "minor"  →  low, which is written as "low"
  /// "urgent" →  error
  /// ```
  ///
  /// - Parameters:
  ///   - entries: The inputs and their values; the first entry of a repeated input is used.
  ///   - canonical: The input to write for values with several inputs. If one is missing, or is decoded as
  ///     another value, the table is decode-only, and a mapping that encodes the property reports a
  ///     ``MappingError``.
  public static func table<Input: JSONConvertible & Hashable & Sendable>(
    _ entries: KeyValuePairs<Input, Value>, canonical: [Value: Input] = [:]
  ) -> JSONTransformer {
    let table = ValueTable(entries, canonical)
    return table.transformer(
      unknown: { json, _ in throw json.mismatch(expected: table.expectation, code: .unknownCase) },
      unlisted: { throw TransformError(.unknownCase, expected: "a value of the table", found: "\($0)") })
  }

  /// Returns a transformer that maps JSON values to Swift values by a table, with a default for every input
  /// that is not in the table, including null. Each use of the default adds a note.
  ///
  /// ```swift
  /// let levels = JSONTransformer<Int>.table(["low": 1, "high": 2], default: 0, writtenAs: "none")
  /// let unknown = try levels.forward(json: #""urgent""#)  // 0
  /// let text = try levels.reverse(0)  // "none", in quotes
  /// ```
  ///
  /// - Parameters:
  ///   - entries: The inputs and their values.
  ///   - canonical: The input to write for values with several inputs.
  ///   - substitute: The value of unknown inputs. The input is lost; use ``openTable(_:canonical:)`` to
  ///     preserve it.
  ///   - output: The input to write for values that are not in the table; nil makes encoding them an error.
  public static func table<Input: JSONConvertible & Hashable & Sendable>(
    _ entries: KeyValuePairs<Input, Value>, canonical: [Value: Input] = [:], default substitute: Value,
    writtenAs output: Input? = nil
  ) -> JSONTransformer {
    let table = ValueTable(entries, canonical, default: substitute)
    return table.transformer(
      unknown: { json, _ in
        json.context.note(.unknownCase, "not in the table; \(substitute) was used instead", at: json)
        return substitute
      },
      unlisted: { value in
        if let output { return output }
        throw TransformError(.unknownCase, expected: "a value of the table", found: "\(value)")
      })
  }

  /// Returns a transformer that maps JSON values to Swift values by a table, and that preserves unknown
  /// inputs and writes them back unchanged. Each unknown input adds a note.
  ///
  /// ```swift
  /// let levels: JSONTransformer<OpenCase<Int, String>> = .openTable(["low": 1, "high": 2])
  /// let known = try levels.forward(json: #""low""#)  // .known(1)
  /// let unknown = try levels.forward(json: #""urgent""#)  // .unknown("urgent")
  /// ```
  ///
  /// - Parameters:
  ///   - entries: The inputs and their values.
  ///   - canonical: The input to write for values with several inputs.
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

/// A lookup table from JSON inputs to Swift values, and back.
private struct ValueTable<Input: JSONConvertible & Hashable & Sendable, Value: Hashable & Sendable>: Sendable
{
  /// The Swift value of each JSON input.
  private let values: [Input: Value]
  /// The JSON input to write for each Swift value.
  private let inputs: [Value: Input]
  /// The reason why the table is decode-only; nil if it can encode.
  private let whyIrreversible: String?
  /// The inputs as text, for diagnostics.
  private let texts: [String]
  /// The inputs as a phrase for diagnostics.
  let expectation: String

  /// Creates a table, which is decode-only if the input to write for a value is ambiguous or is decoded as
  /// another value.
  ///
  /// - Parameters:
  ///   - entries: The inputs and their values.
  ///   - canonical: The input to write for values with several inputs.
  ///   - substitute: The value of inputs that are not in the table; nil if they are errors.
  init(
    _ entries: some Sequence<(Input, Value)>, _ canonical: [Value: Input], default substitute: Value? = nil
  ) {
    var inputs: [Value: [Input]] = [:]
    for (input, value) in entries { inputs[value, default: []].append(input) }
    let values = Dictionary(entries.map { ($0, $1) }) { first, _ in first }
    self.values = values
    self.inputs = inputs.compactMapValues(\.first).merging(canonical) { $1 }
    let ambiguous = inputs.filter { $1.count > 1 && canonical[$0] == nil }.map(\.key)
    let lost = self.inputs.filter { (values[$1] ?? substitute) != $0 }.map(\.key)
    whyIrreversible =
      if let list = Self.list(ambiguous) {
        "the table has several inputs for \(list): name the one to write in `canonical`, or make the property decode-only"
      } else if let list = Self.list(lost) {
        "the table decodes the input to write for \(list) as another value: correct `canonical`, or make the property decode-only"
      } else {
        nil
      }
    texts = entries.map { input, _ in (input as? String) ?? (try? input.json()) ?? "\(input)" }
    expectation = texts.asAlternatives
  }

  init(
    _ entries: KeyValuePairs<Input, Value>, _ canonical: [Value: Input], default substitute: Value? = nil
  ) {
    self.init(entries.map { ($0, $1) }, canonical, default: substitute)
  }

  /// Returns the descriptions of values, sorted and separated by commas, for a message; nil if there are no
  /// values.
  private static func list(_ values: [Value]) -> String? {
    values.isEmpty ? nil : values.map { "\($0)" }.sorted().joined(separator: ", ")
  }

  /// Returns a transformer that decodes and encodes with the table.
  ///
  /// - Parameters:
  ///   - unknown: Returns the value of an input that is not in the table, or throws; the input is nil for
  ///     null.
  ///   - unlisted: Returns the input to write for a value that is not in the table, or throws.
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
      "table", shape: shape, decode: decode, encode: whyIrreversible == nil ? encode : nil)
    if let whyIrreversible { transformer.traits = .none(whyIrreversible: whyIrreversible) }
    return transformer
  }

  private var shape: ValueShape { Input.self == String.self ? .enumeration(texts) : Input.shape }
}
