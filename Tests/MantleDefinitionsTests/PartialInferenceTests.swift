import Mantle
import TestSupport
import Testing

@testable import MantleDefinitions

/// The models of partial results are those of all their samples, whatever the order and the distribution.
@Suite struct PartialInferenceTests {
  private static func inference(_ texts: some Sequence<String>) -> Inference {
    var inference = Inference()
    for text in texts { inference.read(JSONBytes(text)) }
    return inference
  }

  private static func files(_ inference: Inference) -> [String] {
    let models = inference.models(rootName: "Root", elementName: "Element")
    return [models.definition.fileText, models.summarised.fileText, models.definition.swiftSource]
  }

  private static let samples = [
    #"[{"id":1,"at":"2024-05-01T00:00:00Z","x":1.5},{"id":2,"at":"2024-05-01","kind":"a"}]"#,
    #"{"id":12345678901234567890123,"x":1e999}"#,
    "{\"type\":\"a\",\"n\":1}\n{\"type\":\"b\",\"m\":\"x\"}\n{\"type\":\"a\",\"n\":2}\n{\"type\":\"b\",\"m\":\"y\"}\n",
    #"{"2024-05-01":{"n":1},"2024-05-02":{"n":2},"2024-05-03":{"n":null}}"#,
    #"["😀", "\ud800", "", true, null]"#,
    #"{"child":{"child":{"child":null,"name":"x","of":1},"name":"y","of":2},"name":"z","of":3}"#, "17", "[]",
    "",
    String(repeating: "[{\"a\":", count: 200) + "1" + String(repeating: "}]", count: 200),
  ]

  @Test(arguments: UInt64(0)..<60) func partialInferenceEqualsWholeInference(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = 1 + random.below(5)
    let texts = (0..<count).map { _ in random.pick(Self.samples) }
    let whole = Self.files(Self.inference(texts))
    var parts: [[String]] = Array(repeating: [], count: 1 + random.below(3))
    for text in texts.shuffled(using: &random) { parts[random.below(parts.count)].append(text) }
    var joined = Inference()
    for part in parts { try joined.join(partial: JSONBytes(Self.inference(part).partial())) }
    #expect(Self.files(joined) == whole)
    // A result of results is one, too.
    var again = Inference()
    try again.join(partial: JSONBytes(joined.partial()))
    for text in texts { again.read(JSONBytes(text)) }
    #expect(Self.files(again) == Self.files(Self.inference(texts + texts)))
  }

  /// A partial result of the shape of an object.
  private static func objects(_ members: String, _ variants: String = "") -> String {
    #"""
    {"mantleInference":2,"isSequence":false,"shape":{"nulls":0,"booleans":0,"unread":0,"tooDeep":0,"ownObjects":{"seen":1,\#
    "empty":0,"memberCount":1,"members":[\#(members)],"keyForms":0,"variants":[\#(variants)],"hasManyVariants":false,\#
    "hasHalfPairs":false}}}
    """#
  }

  private static let flag = #"{"nulls":0,"booleans":1,"unread":0,"tooDeep":0}"#

  /// Whatever a file that begins like a partial result has in it, reading it does not end the program.
  @Test(arguments: [
    objects(#"{"bytes":[97],"seen":9223372036854775807,"positions":0,"value":\#(flag)}"#),
    objects(#"{"bytes":[97],"seen":-1,"positions":0,"value":\#(flag)}"#),
    objects("", #"{"keyNumber":99,"word":[97],"shape":\#(flag)}"#),
    objects("", #"{"keyNumber":-1,"word":[97],"shape":\#(flag)}"#),
  ]) func joiningRejectsImpossibleCounts(_ text: String) {
    var inference = Inference()
    #expect(throws: TransformError.self) { try inference.join(partial: JSONBytes(text)) }
  }

  @Test(arguments: [
    objects(
      #"{"bytes":[97],"seen":1099511627776,"positions":1099511627776,"value":\#(flag)},{"bytes":[98],"seen":1099511627776,"positions":3,"value":\#(flag)}"#
    ),
    objects(
      #"{"bytes":[255],"seen":1,"positions":0,"value":\#(flag)},{"bytes":[254],"seen":1,"positions":0,"value":\#(flag)}"#
    ),
    objects(
      #"{"bytes":[97],"seen":1,"positions":0,"value":\#(flag)},{"bytes":[97],"seen":1,"positions":0,"value":\#(flag)}"#
    ),
  ]) func joiningAcceptsUnusualPartialResults(_ text: String) throws {
    var inference = Inference()
    for _ in 0..<3 { try inference.join(partial: JSONBytes(text)) }
    #expect(!Self.files(inference).contains(""))
  }

  @Test(arguments: [
    #"{"mantleInference":1,"isSequence":false,"shape":{"nulls":0,"booleans":0,"unread":0,"tooDeep":0}}"#,
    #"{"mantleInference":2,"isSequence":false}"#, #"{"mantleInference":2,"#, "[]",
  ]) func joiningRejectsOtherFiles(_ text: String) {
    var inference = Self.inference([Self.samples[0]])
    let before = Self.files(inference)
    #expect(throws: (any Error).self) { try inference.join(partial: JSONBytes(text)) }
    #expect(Self.files(inference) == before)
  }
}
