import Foundation
import Mantle
import Testing

/// The code about diagnostics.
enum DiagnosticsArticle {
  struct Release: Model, Equatable {
    let tag: String
    let size: Int
    let notes: String?

    static let properties = Properties(of: Release.self) {
      Property(\.tag, "tag", or: ["tag_name"])
      Property(\.size, "size").default(0)
      Property(\.notes, "notes")
    }
    static let mapping = Mapping(Release.init, properties)
  }

  @Test static func failureRendersTheSourceLine() throws {
    var lines = ""
    // snippet
    let text = """
      [
        {"tag": "1.0", "size": 12},
        {"tag": 2, "size": "big"}
      ]
      """
    do {
      _ = try [Release].decode(json: text)
    } catch let failure as DecodingFailure {
      lines = failure.rendered(in: text, name: "releases.json")
    }
    // end
    #expect(
      lines == """
        releases.json:3:11: error: Release.tag: expected string, found number 2  [[1].tag]
          {"tag": 2, "size": "big"}
                  ^
        help: put the number in quotes, or make the property a number
        releases.json:3:22: error: Release.size: expected integer, found "big"  [[1].size]
          {"tag": 2, "size": "big"}
                             ^
        help: the string contains no number: send one, or make the property a `String`
        """)
  }

  @Test static func reportNotesAliasesAndDefaults() throws {
    // snippet
    let decoded = try Release.report(json: #"{"tag_name":"1.0"}"#)
    for note in decoded.diagnostics {
      print(note)
    }
    // end
    #expect(decoded.value == Release(tag: "1.0", size: 0, notes: nil))
    #expect(!decoded.hasErrors)
    #expect(Set(decoded.diagnostics.map(\.code)) == [.aliasUsed, .defaultUsed])
  }

  @Test static func lenientPolicyDropsInvalidElements() throws {
    // snippet
    let text = #"[{"tag":"1.0","size":12},{"size":3},{"tag":"2.0","size":"big"}]"#
    let lenient = try [Release].report(json: text, options: .lenient)
    let held = try [Release?].report(json: text, options: DecodingOptions(.lenientKeepingIndices))
    // end
    #expect(lenient.value?.map(\.tag) == ["1.0", "2.0"])
    #expect(lenient.value?.map(\.size) == [12, 0])
    #expect(held.value?.map { $0?.tag } == ["1.0", nil, "2.0"])
    #expect(!lenient.hasErrors)
    #expect(lenient.diagnostics.contains { $0.code == .elementDropped })
    #expect(throws: DecodingFailure.self) { try [Release].decode(json: text) }
  }

  // snippet
  struct OutOfOrder: Error {}

  struct Span: Model {
    var start: Int
    var end: Int

    static let properties = Properties(of: Span.self) {
      Property(\.start, "start").normalized { $0 = max(0, $0) }
      Property(\.end, "end")
    }
    static let mapping = Mapping(Span.init, properties)
      .validated { if $0.end < $0.start { throw OutOfOrder() } }
  }
  // end

  @Test static func validationReportsBrokenRules() throws {
    #expect(try Span.decode(json: #"{"start":-1,"end":4}"#).start == 0)
    // snippet
    let span = Span(start: 4, end: 1)
    do {
      try span.validate()
    } catch let failure as ValidationFailure {
      for problem in failure.problems { print(problem.property ?? problem.model, problem.underlying) }
    }
    // end
    #expect(throws: ValidationFailure.self) { try span.validate() }
    let failure = try #require(throws: DecodingFailure.self) {
      try Span.decode(json: #"{"start":4,"end":1}"#)
    }
    #expect(failure.diagnostics.first?.underlying is OutOfOrder)
  }

  @Test static func mappingCheckAcceptsTheDefinition() throws {
    // snippet
    try Span.mapping.check(sample: #"{"start":1,"end":4}"#)
    // end
  }
}
