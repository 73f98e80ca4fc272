import Mantle
import Testing

@testable import MantleDefinitions

/// Schemas that refer to themselves and to each other, through each keyword that holds schemas.
@Suite struct SchemaReferencesTests {
  /// What holds schemas, as the text around two of them.
  static let combinators = [
    #"{"allOf":[A,B]}"#, #"{"anyOf":[A,B]}"#, #"{"oneOf":[A,B]}"#, #"{"if":A,"then":B,"else":A}"#,
    #"{"type":"array","items":[A,B]}"#, #"{"prefixItems":[A,B]}"#, #"{"items":{"anyOf":[A,B]}}"#,
    #"{"properties":{"a":A,"b":B}}"#, #"{"type":"object","patternProperties":{"a":A,"b":B}}"#,
    #"{"additionalProperties":{"oneOf":[A,B]}}"#, #"{"additionalProperties":{"items":{"allOf":[A,B]}}}"#,
    #"{"$defs":{"a":A,"b":B},"allOf":[A,B]}"#, #"{"not":A,"contains":B}"#,
    #"{"type":["object","array"],"properties":{"a":A},"items":B}"#,
    #"{"type":["object","array","string"],"properties":{},"prefixItems":[A,B]}"#,
    #"{"type":"object","allOf":[A,B],"properties":{"c":A}}"#, #"{"type":"object","oneOf":[A,B]}"#,
    #"{"type":"object","discriminator":{"propertyName":"t"},"anyOf":[A,B]}"#,
    #"{"discriminator":{"propertyName":"t"},"oneOf":[A,B]}"#, #"{"oneOf":[{"allOf":[A]},{"anyOf":[B]}]}"#,
    #"{"anyOf":[{"items":A},{"additionalProperties":B}]}"#, #"{"allOf":[{"items":A},{"items":B}]}"#,
    ##"{"$ref":"#/$defs/s0","allOf":[A,B]}"##,
    ##"{"properties":{"x":{}},"$ref":"#/$defs/s0","anyOf":[A,B]}"##,
    ##"{"$dynamicRef":"#/$defs/s1","allOf":[A,B]}"##,
    ##"{"dependentSchemas":{"a":A},"unevaluatedProperties":B}"##,
  ]

  /// Fifty schemas, each of which refers to the next twice: the paths through them are 2⁵⁰.
  @Test(.timeLimit(.minutes(30)), arguments: combinators)
  func sharedReferencesAreResolvedOnce(_ combinator: String) throws {
    try importSchemas(combinator, count: 50) { number in [number + 1, number + 1] }
  }

  /// Schemas each of which refers to all others and to itself.
  @Test(.timeLimit(.minutes(30)), arguments: combinators)
  func importOfCyclicSchemasTerminates(_ combinator: String) throws {
    for step in 0..<6 {
      try importSchemas(combinator, count: 12) { number in [number + step, number * step + 1] }
    }
    let all = (0..<10).map { ##"{"$ref":"#/$defs/s\##($0)"}"## }.joined(separator: ",")
    let wide = combinator.replacing("A,B]", with: all + "]")
    try importSchemas(wide, count: 10) { number in [number, number + 1] }
  }

  private func importSchemas(
    _ combinator: String, count: Int, referringTo next: (Int) -> [Int]
  ) throws {
    let schemas = (0..<count).map { number in
      let names = next(number).map { ##"{"$ref":"#/$defs/s\##($0 % (count + 1))"}"## }
      return #""s\#(number)":"#
        + combinator.replacing("A", with: names[0]).replacing("B", with: names[1])
    }
    let last = ##""s\##(count)":{"type":"string"}"##
    let text = ##"{"$defs":{\##(schemas.joined(separator: ",")),\##(last)},"$ref":"#/$defs/s0"}"##
    // Clusters inside each other are no definition, which is said as well.
    do { _ = try Definition.importing(schema: JSONBytes(text)) } catch is DecodingFailure {}
  }

  @Test func importReportsTheReferenceCycle() throws {
    let schema = ##"""
      {"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"items":{"$ref":"#/$defs/c"}},"c":{"$ref":"#/$defs/a"}},
       "$ref":"#/$defs/a"}
      """##
    let losses = try Definition.importing(schema: JSONBytes(schema)).losses
    #expect(
      losses.map(\.detail) == [
        "`#/$defs/a` refers to itself (#/$defs/a → #/$defs/b → #/$defs/c → #/$defs/a) without an object in between; it is read as any JSON"
      ])
  }

  /// An object whose parts refer back to it has the properties of all of them.
  @Test func mutuallyReferringSchemasAreMerged() throws {
    let schema = ##"""
      {"$defs":{
        "A":{"allOf":[{"$ref":"#/$defs/B"},{"properties":{"p":{"type":"string"}}}]},
        "B":{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"q":{"type":"string"}}}]}},
       "$ref":"#/$defs/A"}
      """##
    let (definition, losses) = try Definition.importing(schema: JSONBytes(schema))
    #expect(definition.models.map { Set($0.properties.map(\.name)) } == [["p", "q"], ["p", "q"]])
    #expect(losses.contains { $0.detail?.hasSuffix("the repetition is left out") == true })
  }

  /// Properties that thousands of models share, and lists of thousands of choices.
  @Test(.timeLimit(.minutes(30))) func importOfManySharedPropertiesIsBounded() throws {
    let hub = (0..<1_000).map { #""p\#($0)":{"const":"x"}"# }.joined(separator: ",")
    let models = (0..<2_000).map {
      ##""m\##($0)":{"allOf":[{"$ref":"#/$defs/hub"},{"properties":{"q":{}}}]}"##
    }
    let references = (0..<2_000).map { ##"{"$ref":"#/$defs/m\##($0)"}"## }.joined(separator: ",")
    let definitions = (models + [#""hub":{"properties":{\#(hub)}}"#]).joined(separator: ",")
    let text = ##"{"$defs":{\##(definitions)},"oneOf":[\##(references)]}"##
    do {
      _ = try Definition.importing(schema: JSONBytes(text))
    } catch let failure as DecodingFailure {
      #expect(failure.diagnostics.allSatisfy { $0.code == .limit })
    }
  }
}
