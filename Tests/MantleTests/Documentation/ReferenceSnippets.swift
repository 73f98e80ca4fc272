import Foundation
import Mantle
import Testing

/// The examples of the reference: each stands in the comment of the symbol that its test is named after.
@Suite enum ReferenceExamples {
  struct Task: Model, Equatable {
    let id: Int
    var title: String
    var due: Date?
    var labels: [String]

    static let properties = Properties(of: Task.self) {
      Property(\.id, "id").identity()
      Property(\.title, "title")
      Property(\.due, "due", .iso8601)
      Property(\.labels, "labels").default([])
    }
    static let mapping = Mapping(Task.init, properties)
  }

  @Test static func dictionaryAndModelDecode() throws {
    // snippet
    let counts = try [String: Int].decode(json: #"{"bug": 3, "docs": 1}"#)
    let task = try Task.decode(json: #"{"id": 1, "title": "Paint the lamps"}"#)
    // end
    #expect(counts == ["bug": 3, "docs": 1])
    #expect(task.title == "Paint the lamps")
  }

  @Test static func reportListsProblems() throws {
    // snippet
    let report = try [Task].report(json: #"[{"id": "1", "title": "a", "labels": []}]"#)
    for problem in report.diagnostics { print(problem) }  // 1:9: error: Task.id: expected integer, …
    // end
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.description.contains("1:9: error: Task.id: expected integer") == true)
  }

  @Test static func prettyJSONIsIndented() throws {
    // snippet
    let text = try ["open": 2].prettyJSON()  // {⏎  "open": 2⏎}
    // end
    #expect(text == "{\n  \"open\": 2\n}")
  }

  @Test static func nodesGiveMembersAndElements() throws {
    // snippet
    let document = try JSONDocument(#"{"user": {"login": "ann"}, "labels": ["a", "b"]}"#)
    let login = try document.root["user"]?["login"]?.stringValue  // ann
    if let labels = document.root["labels"] {
      for label in labels.elements { print(label.location, label.rawText) }  // 1:39 "a", …
    }
    // end
    #expect(login == "ann")
  }

  @Test static func findFollowsKeyPaths() throws {
    let document = try JSONDocument(#"{"labels": [{"name": "a"}, {"name": "b"}]}"#)
    // snippet
    let first = document.root.find("labels[0].name")
    let names = document.root.findAll("labels[].name").map(\.displayText)  // ["a", "b"]
    // end
    #expect(first?.displayText == "a")
    #expect(names == ["a", "b"])
  }

  @Test static func keyPathConvertsToPointer() throws {
    // snippet
    let path: JSONKeyPath = "labels[0].name"
    let pointer = path.pointer  // /labels/0/name
    // end
    #expect(pointer == "/labels/0/name")
  }

  @Test static func jsonValueKeepsNumberText() throws {
    // snippet
    let extra = try JSONValue(json: #"{"price": 12.50, "tags": []}"#)
    let price = extra["price"]?.numberText  // 12.50, as in the source
    // end
    #expect(price == "12.50")
  }

  @Test static func customTransformerRoundTrips() throws {
    // snippet
    let cents = JSONTransformer<Decimal>.custom(
      "cents", from: Int.self, forward: { Decimal($0) / 100 },
      reverse: { NSDecimalNumber(decimal: $0 * 100).intValue })
    // end
    #expect(try cents.forward(json: "1250") == 12.5)
    #expect(try cents.reverse(12.5) == "1250")
  }

  @Test static func checkedTransformerRejectsOtherValues() throws {
    // snippet
    let percent = JSONTransformer<Int>.natural.checked("a number from 0 to 100") { (0...100).contains($0) }
    // end
    #expect(try percent.forward(json: "7") == 7)
    #expect(throws: (any Error).self) { try percent.forward(json: "107") }
  }

  @Test static func arrayTransformerDecodesElements() throws {
    // snippet
    let days = JSONTransformer<Date>.iso8601Day.array  // ["2026-01-02", "2026-01-03"]
    // end
    #expect(try days.forward(json: #"["2026-01-02"]"#).count == 1)
  }

  enum State: String, CaseIterable { case open, closed, unclear }

  @Test static func caseTransformerHandlesUnknownCases() throws {
    // snippet
    let states = JSONTransformer<State>.cases  // "open", "closed"; other strings are errors
    let tolerant = JSONTransformer<State>.cases(unknown: .unclear)  // other strings become .unclear
    // end
    #expect(try states.forward(json: #""open""#) == .open)
    #expect(try tolerant.forward(json: #""merged""#) == .unclear)
  }

  @Test static func registryAcceptsTransformers() throws {
    // snippet
    let house = TransformerRegistry()
      .using(.unixSeconds, for: Date.self)
      .choosing(for: Bool.self) { $0.hasPrefix("is") ? .zeroOrOne : nil }
    // end
    _ = house
  }

  struct Account: Model, Equatable {
    let firstName: String
    let isActive: Bool

    // snippet
    static let properties = Properties(of: Account.self, keys: .snakeCase) {
      Property(\.firstName)  // "first_name"
      Property(\.isActive)  // "is_active"
    }
    // end
    static let mapping = Mapping(Account.init, properties)
  }

  @Test static func namingConvertsKeysToSnakeCase() throws {
    #expect(try Account(firstName: "Ann", isActive: true).json() == #"{"first_name":"Ann","is_active":true}"#)
  }

  struct Span: Model, Equatable {
    var from: Int
    var to: Int

    static let properties = Properties(of: Span.self) {
      Property(\.from, "from")
      Property(\.to, "to")
    }
    // snippet
    static let mapping = Mapping(Span.init, properties).validated { span in
      guard span.from <= span.to else { throw TransformError(expected: "from before to") }
    }
    // end
  }

  @Test static func validationRejectsInvalidModel() throws {
    #expect(throws: (any Error).self) { try Span.decode(json: #"{"from": 2, "to": 1}"#) }
  }

  @Test static func mappingCheckAcceptsSample() throws {
    // snippet
    try Task.mapping.check()  // no key path twice, every value written is read again, …
    try Task.mapping.check(sample: #"{"id": 1, "title": "a", "labels": ["b"]}"#)
    // end
  }

  @Test static func mergingFollowsThePolicy() throws {
    let mine = Task(id: 1, title: "Paint", due: Date(timeIntervalSince1970: 0), labels: [])
    let theirs = Task(id: 1, title: "Paint the lamps", due: nil, labels: ["bug"])
    // snippet
    let merged = try mine.merging(theirs)  // theirs, with the date of mine
    let answer = try mine.merging(theirs, by: .presentOnly(["title"]))  // only their title
    // end
    #expect(merged.title == "Paint the lamps" && merged.due == mine.due && merged.labels == ["bug"])
    #expect(answer.title == "Paint the lamps" && answer.labels == [])
  }

  @Test static func mergePatchAppliesTheChange() throws {
    let task = Task(id: 1, title: "Paint", due: nil, labels: [])
    // snippet
    var edited = task
    edited.title = "Paint the lamps"
    let patch = try task.mergePatch(to: edited)  // {"title":"Paint the lamps"}
    let same = try task.applying(mergePatch: patch)
    // end
    #expect(patch.text == #"{"title":"Paint the lamps"}"#)
    #expect(same == edited)
  }

  @Test static func changesListChangedProperties() throws {
    let task = Task(id: 1, title: "Paint", due: nil, labels: [])
    var edited = task
    edited.title = "Paint the lamps"
    // snippet
    for change in try task.changes(to: edited) {
      print(change.property, change.before ?? nil, change.after ?? nil)  // title "Paint" "Paint the lamps"
    }
    // end
    #expect(try task.changes(to: edited).map(\.property) == ["title"])
  }

  @Test static func failureListsProblems() throws {
    let text = #"{"id": 1}"#
    // snippet
    do {
      _ = try Task.decode(json: text)
    } catch let failure as DecodingFailure {
      for problem in failure.diagnostics { print(problem) }  // 1:1: error: Task.title: …
    }
    // end
    #expect(throws: DecodingFailure.self) { try Task.decode(json: text) }
  }

  @Test static func encodingOptionsOmitNilAndProperties() throws {
    let task = Task(id: 1, title: "Paint", due: nil, labels: [])
    // snippet
    let short = EncodingOptions(nilEncoding: .omitted, excluding: ["labels"])
    let text = try task.json(short)  // {"id":1,"title":"Paint"}
    // end
    #expect(text == #"{"id":1,"title":"Paint"}"#)
  }

  @Test static func durationRoundTripsAsSeconds() throws {
    // snippet
    let text = try Duration.milliseconds(1500).json()  // 1.5
    let wait = try Duration.decode(json: "90")  // 90 seconds
    // end
    #expect(text == "1.5" && wait == .seconds(90))
  }

  @Test static func modelIsBuiltFromPropertyValues() throws {
    // snippet
    let values = try Task.decode(json: #"{"id": 1, "title": "a"}"#).propertyValues
    let same = try Task.build(from: values)
    // end
    #expect(same.title == "a")
  }
}
