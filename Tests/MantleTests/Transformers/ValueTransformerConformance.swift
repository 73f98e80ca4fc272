@testable import Mantle
import Testing

/// The cases about transformers made from closures, and the laws of putting them together.
struct ValueTransformerConformance {
  private let appendBar = Transformer<String, String>(
    "append bar", forward: { $0 + "bar" }, reverse: { String($0.dropLast(3)) })

  // VT-01: that it is not reversible shows in its type, and in the JSON transformer made from it.
  @Test("VT-02, VT-03: a forward transformer is not reversible")
  func forwardTransformerIsNotReversible() throws {
    let transformer = ForwardTransformer<String, String> { $0 + "bar" }
    #expect(try transformer.forward("foo") == "foobar")
    #expect(try transformer.forward("bar") == "barbar")
    #expect(!JSONTransformer(transformer).isReversible)
    #expect(try JSONTransformer(transformer).forward(json: #""foo""#) == "foobar")
  }

  @Test("VT-01: a mapping rejects a forward-only transformer on output")
  func mappingRejectsForwardOnlyTransformerOnOutput() throws {
    #expect(throws: MappingError.self) { try OneWay.mapping.check() }
    #expect(
      try String(describing: #require(throws: MappingError.self) { try OneWay.mapping.check() }).contains(
        "name"))
  }

  @Test("VT-04, VT-05, VT-06: one function transforms in both directions")
  func oneFunctionServesBothDirections() throws {
    let transformer = Transformer<String, String> { $0 + "bar" }
    #expect(try transformer.forward("foo") == "foobar")
    #expect(try transformer.reverse("foo") == "foobar")
  }

  @Test("VT-07, VT-08, VT-09: two functions transform in one direction each")
  func twoFunctionsTransformBothDirections() throws {
    #expect(try appendBar.forward("foo") == "foobar")
    #expect(try appendBar.reverse("foobar") == "foo")
    #expect(JSONTransformer(appendBar).isReversible)
    #expect(try JSONTransformer(appendBar).reverse("foobar") == #""foo""#)
  }

  @Test("TI-01, TI-02, TI-03, TI-04: inverting twice restores the transformer")
  func invertingTwiceRestoresTransformer() throws {
    let transformer = Transformer<String, String>(forward: { _ in "forward" }, reverse: { _ in "reverse" })
    #expect(try transformer.inverted.forward("foo") == "reverse")
    #expect(try transformer.inverted.reverse("foo") == "forward")
    #expect(try transformer.inverted.inverted.forward("foo") == "forward")
    #expect(try transformer.inverted.inverted.reverse("foo") == "reverse")
  }

  // UX-66: a forward-only transformer has no `inverted` at all, so there is nothing to assert at run time; the
  // error of an inverted one comes through as it is.
  @Test("UX-67: an inverted transformer throws the errors of the other direction")
  func invertedTransformerThrowsErrorsOfTheOtherSide() {
    let transformer = Transformer<Int, Int>(
      forward: { _ in throw Refusal(way: "forward") }, reverse: { _ in throw Refusal(way: "reverse") })
    #expect(throws: Refusal(way: "reverse")) { try transformer.inverted.forward(1) }
    #expect(throws: Refusal(way: "forward")) { try transformer.inverted.reverse(1) }
  }

  @Test func compositionIsAssociativeAndInvertible() throws {
    let double = Transformer<Int, Int>("double", forward: { $0 &* 2 }, reverse: { $0 / 2 })
    let next = Transformer<Int, Int>("next", forward: { $0 &+ 1 }, reverse: { $0 &- 1 })
    let text = Transformer<Int, String>("text", forward: { "\($0)" }, reverse: { try Int.decode(json: $0) })
    let one = double.then(next).then(text), other = double.then(next.then(text))
    #expect(one.name == other.name)
    for sample in sampleIntegers(Int.self, 1).map({ $0 / 4 }) {
      let output = try one.forward(sample)
      #expect(try other.forward(sample) == output, "composing is associative")
      #expect(try one.reverse(output) == sample, "and reversible")
      #expect(try one.inverted.forward(output) == sample)
      let turned = text.inverted.then(next.inverted).then(double.inverted)
      #expect(try turned.forward(output) == sample, "inverting turns the order round")
    }
  }

  @Test func liftingCommutesWithInvertingAndComposing() throws {
    let text = Transformer<Int, String>("text", forward: { "\($0)" }, reverse: { try Int.decode(json: $0) })
    let samples = sampleIntegers(Int.self, 2)
    let texts = try samples.map(text.forward)
    #expect(try text.array.forward(samples) == texts, "lifting is mapping")
    #expect(try text.array.reverse(texts) == samples)
    #expect(try text.optional.forward(nil) == nil)
    #expect(try text.optional.reverse(texts[0]) == samples[0])
    #expect(
      try text.array.inverted.forward(texts) == text.inverted.array.forward(texts),
      "lifting and inverting commute")
    let back = text.inverted
    #expect(
      try text.then(back).array.forward(samples) == text.array.then(back.array).forward(samples),
      "lifting and composing commute")
  }

  @Test func errorOfElementHasItsIndex() throws {
    let text = Transformer<String, Int>("number", forward: { try Int.decode(json: $0) }, reverse: { "\($0)" })
    let element = try #require(throws: ElementError.self) { try text.array.forward(["1", "x"]) }
    #expect(element.index == 1)
    #expect(try onlyError(JSONTransformer(text.array), #"["1", "x"]"#).path == "[1]")
  }
}

private struct Refusal: Error, Equatable { let way: String }

private struct OneWay: Model {
  let name: String
  static let properties = Properties(of: OneWay.self) {
    Property(\.name, "name", JSONTransformer(ForwardTransformer<String, String> { $0 + "bar" }))
  }
  static let mapping = Mapping(OneWay.init, properties)
}
