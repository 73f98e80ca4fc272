import Mantle
import Testing

/// The first of several paths that leads to a value is read.
struct AliasTests {
  @Test(arguments: [
    #"{"caption":{"text":"a"},"first":["b"],"names":[{"n":"c"}]}"#,
    #"{"caption":"a","first":"b","names":["c"]}"#,
    #"{"caption":"a","first":["b"],"names":[{"n":"c"}],"text":"no"}"#,
  ])
  func aliasesApplyToBlockedPaths(_ text: String) throws {
    let deep = try Deep.decode(json: text)
    #expect(deep == Deep(caption: "a", first: "b", names: ["c"]))
    #expect(try Deep.report(json: text).value == deep)
    #expect(try Deep.decode(json: deep.json()) == deep)
  }

  @Test(arguments: [#"{"caption":"a","first":"b"}"#, #"{"caption":{"text":"a"},"first":["b"]}"#])
  func deeperAliasesApplyToContainers(_ text: String) throws {
    let short = try Short.decode(json: text)
    #expect(short == Short(caption: "a", first: "b"))
    #expect(try short.json() == #"{"caption":"a","first":"b"}"#)
  }

  @Test func blockedPathsWithoutAValueAreErrors() throws {
    let decoded = try Deep.report(json: #"{"caption":7,"first":["b"],"names":[]}"#)
    #expect(decoded.diagnostics.errors.map(\.code) == [.typeMismatch])
    let other = try OnlyDeep.report(json: #"{"caption":7}"#)
    #expect(other.diagnostics.errors.map(\.code) == [.blockedPath])
  }

  @Test(arguments: [NilEncoding.null, .omitted])
  func omittedNilRoundTripsOrEncodingFails(_ policy: NilEncoding) throws {
    let context = EncodingOptions(nilEncoding: policy)
    for value in [
      Defaulted(a: nil, b: 1, c: "x"), Defaulted(a: 1, b: nil, c: "x"), Defaulted(a: 1, b: 1, c: nil),
    ] {
      guard let text = try? value.json(context) else {
        #expect(policy == .omitted && value.c != nil)
        continue
      }
      #expect(try Defaulted.decode(json: text) == value)
    }
  }
}

private struct Deep: Model, Equatable {
  var caption: String
  var first: String
  var names: [String]
  static let properties = Properties(of: Deep.self) {
    Property(\.caption, "caption.text", or: ["caption", "text"])
    Property(\.first, "first[0]", or: ["first"])
    Property(\.names, "names[].n", or: ["names"])
  }
  static let mapping = Mapping(Deep.init, properties)
}

private struct Short: Model, Equatable {
  var caption: String
  var first: String
  static let properties = Properties(of: Short.self) {
    Property(\.caption, "caption", or: ["caption.text"])
    Property(\.first, "first", or: ["first[0]"])
  }
  static let mapping = Mapping(Short.init, properties)
}

private struct OnlyDeep: Model {
  var caption: String
  static let properties = Properties(of: OnlyDeep.self) {
    Property(\.caption, "caption.text", or: ["caption.words"])
  }
  static let mapping = Mapping(OnlyDeep.init, properties)
}

private struct Defaulted: Model, Equatable {
  var a: Int?
  var b: Int?
  var c: String?
  static let properties = Properties(of: Defaulted.self) {
    Property(\.a, "a").default(5)
    Property(\.b, "b").required()
    Property(\.c, "c")
  }
  static let mapping = Mapping(Defaulted.init, properties)
}
