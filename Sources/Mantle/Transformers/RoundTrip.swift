import MantlePlatform

/// Looks for samples on which a transformer breaks its law: what `reverse` gives, `forward` takes back to an
/// equal value. For the tests of your own transformers:
///
///     #expect(RoundTrip.counterexample(of: .myDates, samples: dates) == nil)
public enum RoundTrip {
  /// The first value that does not come back equal from JSON; nil when all do.
  public static func counterexample<Value: Equatable>(
    of transformer: JSONTransformer<Value>, samples: some Sequence<Value>
  ) -> Counterexample? {
    counterexample(of: transformer, samples: samples, by: ==)
  }

  /// The same for values that are not `Equatable`, or equal in their own way.
  public static func counterexample<Value>(
    of transformer: JSONTransformer<Value>, samples: some Sequence<Value>, by areEqual: (Value, Value) -> Bool
  ) -> Counterexample? {
    first(in: samples, transformer.name, areEqual) { value in
      let json = try transformer.reverse(value)
      return (json, { try transformer.forward(json: json) })
    }
  }

  /// The first value of a conversion's output that does not come back equal from its input.
  public static func counterexample<Input, Output: Equatable>(
    of transformer: Transformer<Input, Output>, samples: some Sequence<Output>
  ) -> Counterexample? {
    first(in: samples, transformer.name, ==) { value in
      let input = try transformer.reverse(value)
      return (words(input), { try transformer.forward(input) })
    }
  }

  /// The first model, or value of another type with JSON of its own, that does not come back equal.
  public static func counterexample<Value: JSONConvertible & Equatable>(
    ofModels samples: some Sequence<Value>
  ) -> Counterexample? {
    counterexample(of: JSONTransformer<Value>.natural.named("\(Value.self)"), samples: samples)
  }

  /// The law from the other side: the first JSON text that is read and then written as other JSON. Key order,
  /// white space and the way numbers are written do not count.
  public static func counterexample<Value>(
    of transformer: JSONTransformer<Value>, json samples: some Sequence<String>
  ) -> Counterexample? {
    for sample in samples {
      var found = Counterexample(transformer: transformer.name, start: sample)
      do {
        let value = try transformer.forward(json: sample)
        found.between = words(value)
        let again = try transformer.reverse(value)
        if try JSONDocument(again).root.isEquivalent(to: JSONDocument(sample).root) { continue }
        found.outcome = .differs(again)
      } catch {
        found.outcome = .fails(error)
      }
      return found
    }
    return nil
  }

  /// A value in words. Foundation has none for dates of other millennia.
  private static func words<Value>(_ value: Value) -> String {
    (value as? Date).map(DateWords.describe) ?? String(reflecting: value)
  }

  private static func first<Value>(
    in samples: some Sequence<Value>, _ name: String?, _ areEqual: (Value, Value) -> Bool,
    _ step: (Value) throws -> (between: String, back: () throws -> Value)
  ) -> Counterexample? {
    for sample in samples {
      var found = Counterexample(transformer: name, start: words(sample))
      do {
        let (between, back) = try step(sample)
        found.between = between
        let again = try back()
        if areEqual(sample, again) { continue }
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
  /// A sample that does not survive there and back.
  public struct Counterexample: Error, Sendable {
    /// What came of going there and back.
    package enum Outcome: Sendable {
      /// Something else came back.
      case differs(String)
      /// One of the two ways threw.
      case fails(any Error)
    }

    /// The transformer's name.
    package let transformer: String?
    /// The sample.
    package let start: String
    /// What the first way made of it; nil where that one failed.
    package internal(set) var between: String?
    /// What the second way made of it.
    package internal(set) var outcome = Outcome.differs("")

    init(transformer: String?, start: String) {
      self.transformer = transformer
      self.start = start
    }
  }
}

extension RoundTrip.Counterexample: DescribedError {
  /// `iso8601 does not round-trip: 2011-04-22 13:33:48 +0000 → "2011-04-22" → 2011-04-22 00:00:00 +0000`
  public var description: String {
    let steps = [start, between].compactMap { $0 }.joined(separator: " → ")
    let end =
      switch outcome {
      case .differs(let again): again
      case .fails(let error): "failure: \(RoundTrip.Counterexample.words(error))"
      }
    return "\(transformer ?? "transformer") does not round-trip: \(steps) → \(end)"
  }

  private static func words(_ error: any Error) -> String {
    guard let first = (error as? DecodingFailure)?.diagnostics.first else { return "\(error)" }
    return DecodingProblem.words(expected: first.expected, found: first.found, first.detail)
  }
}
