import MantlePlatform

/// A search for samples that violate the law of transformers: `forward` restores every value that `reverse`
/// converts.
///
/// Use it in the tests of your own transformers:
///
/// ```swift
/// #expect(RoundTrip.counterexample(of: .myDates, samples: dates) == nil)
/// ```
///
/// Models, transformers and conversions between Swift values can be checked. A result describes the sample
/// that fails:
///
/// ```swift
/// let halved = Transformer<Int, Double>("halved", forward: { Double($0) / 2 }, reverse: { Int($0) * 2 })
/// let broken = RoundTrip.counterexample(of: JSONTransformer(halved), samples: [1, 1.5])
/// print(broken?.description ?? "keeps the law")  // halved does not round-trip: 1.5 → 2 → 1.0
/// ```
public enum RoundTrip {
  /// Returns the first value that decoding does not restore from its JSON; nil if all values are restored.
  public static func counterexample<Value: Equatable>(
    of transformer: JSONTransformer<Value>, samples: some Sequence<Value>
  ) -> Counterexample? {
    counterexample(of: transformer, samples: samples, by: ==)
  }

  /// Returns the first value that decoding does not restore from its JSON, for values with a custom equality;
  /// nil if all values are restored.
  ///
  /// - Parameter areEqual: Compares a sample with the restored value.
  public static func counterexample<Value>(
    of transformer: JSONTransformer<Value>, samples: some Sequence<Value>, by areEqual: (Value, Value) -> Bool
  ) -> Counterexample? {
    first(in: samples, transformer.name, areEqual) { value in
      let json = try transformer.reverse(value)
      return (json, { try transformer.forward(json: json) })
    }
  }

  /// Returns the first output that a conversion does not restore from its input; nil if all outputs are
  /// restored.
  ///
  /// An error of either function is a counterexample, too.
  public static func counterexample<Input, Output: Equatable>(
    of transformer: Transformer<Input, Output>, samples: some Sequence<Output>
  ) -> Counterexample? {
    first(in: samples, transformer.name, ==) { value in
      let input = try transformer.reverse(value)
      return (words(input), { try transformer.forward(input) })
    }
  }

  /// Returns the first model, or value of another ``JSONConvertible`` type, that decoding does not restore
  /// from its JSON; nil if all values are restored.
  ///
  /// ```swift
  /// let broken = RoundTrip.counterexample(ofModels: [User(login: "ann", name: nil)])  // nil: keeps the law
  /// ```
  public static func counterexample<Value: JSONConvertible & Equatable>(
    ofModels samples: some Sequence<Value>
  ) -> Counterexample? {
    counterexample(of: JSONTransformer<Value>.natural.named("\(Value.self)"), samples: samples)
  }

  /// Returns the first JSON document that decodes to a value with different JSON; nil if there is none.
  ///
  /// The order of keys, white space and the notation of numbers are not compared.
  ///
  /// ```swift
  /// let broken = RoundTrip.counterexample(of: JSONTransformer<Date>.iso8601, json: [#""2011-04-22T13:33:48Z""#])
  /// ```
  ///
  /// - Parameter samples: JSON documents.
  public static func counterexample<Value>(
    of transformer: JSONTransformer<Value>, json samples: some Sequence<String>
  ) -> Counterexample? {
    func areEqual(_ sample: String, _ again: String) throws -> Bool {
      try JSONDocument(again).root.isEquivalent(to: JSONDocument(sample).root)
    }
    return first(in: samples, transformer.name, areEqual, words: { $0 }) { sample in
      let value = try transformer.forward(json: sample)
      return (words(value), { try transformer.reverse(value) })
    }
  }

  /// Returns the text of a value for the description of a counterexample. Dates are formatted separately
  /// because Foundation cannot describe the dates of other millennia.
  private static func words<Value>(_ value: Value) -> String {
    (value as? Date).map(DateWords.describe) ?? String(reflecting: value)
  }

  /// Returns the first sample that two conversions, there and back, do not restore; nil if all samples are
  /// restored.
  ///
  /// - Parameters:
  ///   - words: Returns the text of a sample.
  ///   - step: Converts a sample and returns the text of the result and a closure that converts it back.
  private static func first<Value>(
    in samples: some Sequence<Value>, _ name: String?, _ areEqual: (Value, Value) throws -> Bool,
    words: (Value) -> String = words, _ step: (Value) throws -> (between: String, back: () throws -> Value)
  ) -> Counterexample? {
    for sample in samples {
      var found = Counterexample(transformer: name, start: words(sample))
      do {
        let (between, back) = try step(sample)
        found.between = between
        let again = try back()
        if try areEqual(sample, again) { continue }
        found.outcome = .differs(words(again))
      } catch {
        found.outcome = .fails(error)
      }
      return found
    }
    return nil
  }
}

extension RoundTrip {
  /// A sample that a round trip does not restore.
  public struct Counterexample: Error, Sendable {
    /// The result of the round trip.
    enum Outcome: Sendable {
      /// The round trip produced a different value.
      case differs(String)
      /// A conversion threw an error.
      case fails(any Error)
    }

    /// The name of the transformer.
    let transformer: String?
    /// The text of the sample.
    let start: String
    /// The text of the sample after the first conversion; nil if that conversion failed.
    var between: String?
    /// The result of the round trip: a different value, or the error of a conversion.
    var outcome = Outcome.differs("")

    init(transformer: String?, start: String) {
      self.transformer = transformer
      self.start = start
    }
  }
}

extension RoundTrip.Counterexample: DescribedError {
  /// The failed round trip in one line, such as `iso8601 does not round-trip: 2011-04-22 13:33:48 +0000 →
  /// "2011-04-22" → 2011-04-22 00:00:00 +0000`.
  public var description: String {
    let steps = [start, between].compactMap { $0 }.joined(separator: " → ")
    let end =
      switch outcome {
      case .differs(let again): again
      case .fails(let error): "failure: \(RoundTrip.Counterexample.words(error))"
      }
    return "\(transformer ?? "transformer") does not round-trip: \(steps) → \(end)"
  }

  /// Returns the message of an error.
  private static func words(_ error: any Error) -> String {
    guard let first = (error as? DecodingFailure)?.diagnostics.first else { return "\(error)" }
    return DecodingProblem.words(expected: first.expected, found: first.found, first.detail)
  }
}
