import Foundation
import Mantle
import MantleFiles
import TestSupport
import Testing

struct JSONModelSequenceTests {
  @Test(arguments: [
    ("{\"x\":1}\n{\"x\":2}\n{\"x\":3}\n", JSONSequenceForm.automatic),
    ("{\"x\":1}\n\n{\"x\":2}\r\n  {\"x\":3}", .lines),
    ("[{\"x\":1},{\"x\":2},{\"x\":3}]", .automatic), (" [ {\"x\":1} ,\n{\"x\":2},{\"x\":3} ] ", .array),
    ("{\"x\":1}{\"x\":2} {\"x\":3}", .concatenated),
    ("{\n \"x\":1\n}\n{\n \"x\":2\n}\n{\"x\":\n3}\n", .automatic),
    ("\u{FEFF}{\"x\":1}\n{\"x\":2}\n{\"x\":3}\n", .automatic),
    ("[\n {\"x\":1},\n {\"x\":2},\n {\"x\":3}\n]\n", .automatic),
    ("\u{FEFF}[{\"x\":1},{\"x\":2},{\"x\":3}]", .automatic),
  ])
  func everySequenceFormDecodes(_ text: String, _ form: JSONSequenceForm) throws {
    let sequence = try Point.elements(of: JSONBytes(text), form: form)
    #expect(sequence.map(\.value?.x) == [1, 2, 3])
    #expect(sequence.map(\.index) == [0, 1, 2])
    #expect(sequence.allSatisfy { $0.diagnostics.isEmpty })
    #expect(sequence.map { Int(JSONBytes(text).text($0.range).filter(\.isNumber)) } == [1, 2, 3])
  }

  @Test(arguments: ["", "  \n\n", "[]", " [ ] ", "\u{FEFF}"])
  func emptyInputHasZeroElements(_ text: String) throws {
    #expect(try Point.elements(of: JSONBytes(text)).map(\.index) == [])
  }

  /// Several threads give what one gives, in the same order: many small elements, large ones, and broken texts.
  @Test(arguments: ["[", ""], [1, 2, 5]) func threadsDecodeTheSameElements(_ open: String, _ threads: Int)
    throws
  {
    let pad = String(repeating: "x", count: 2_000)
    let elements = (0..<9_000).map { number in
      switch number % 1000 {
      case 7: #"{"x":"a word"}"#
      case 8: open.isEmpty ? "not json" : #"{"y":1}"#
      default: #"{"x":\#(number),"pad":"\#(pad.prefix(number % 2_000))"}"#
      }
    }
    let separator = open.isEmpty ? "\n" : ","
    let whole = open + elements.joined(separator: separator) + (open.isEmpty ? "" : "]")
    for text in [whole, String(whole.dropLast(40)), whole + "]", open + (open.isEmpty ? "" : "]"), ""] {
      guard let sequence = try? Point.elements(of: JSONBytes(text), form: open.isEmpty ? .lines : .array)
      else {
        continue
      }
      var words: [String] = []
      sequence.forEach(threads: threads) { words.append(Self.words($0)) }
      #expect(words == sequence.map(Self.words))
      #expect(text.count < 1000 || words.count >= 8_999)
    }
  }

  /// An array that is decoded on several threads is what it is on one, and has its errors.
  @Test(arguments: [1, 2, 5]) func threadsDecodeTheSameArray(_ threads: Int) throws {
    let pad = String(repeating: "x", count: 200)
    let sound = (0..<9_000).map { #"{"x":\#($0),"pad":"\#(pad.prefix($0 % 200))"}"# }
    var wrong = sound
    wrong[0] = #"{"x":"a word"}"#
    wrong[4_711] = #"{"y":1}"#
    wrong[8_999] = "null"
    let texts = [sound, wrong, [], ["{}"]].map { "[\($0.joined(separator: ","))]" }
    let damaged = texts.flatMap {
      [$0.dropLast(1) + "", $0 + "]", $0.replacing(#""x":47"#, with: #""x":,"#)]
    }
    for text in texts + damaged + ["", " ", "{}", "\u{feff}[]", "[[[[", "7"] {
      let plain = Result { try [Point].decode(json: text).map(\.x) }.mapError(Self.words)
      let threaded = Result { try [Point].decode(json: JSONBytes(text), threads: threads).map(\.x) }
        .mapError(Self.words)
      #expect(plain == threaded, "\(text.prefix(80))")
    }
  }

  private struct Lines: Error, Equatable { let text: [String] }
  private static func words(_ error: any Error) -> Lines {
    Lines(text: (error as? DecodingFailure)?.diagnostics.map { $0.line() } ?? ["\(error)"])
  }

  private static func words(_ element: JSONModelSequence<Point>.Element) -> String {
    "\(element.index) \(element.range) \(element.value?.x ?? -1) \(element.diagnostics.map { $0.line() })"
  }

  @Test func errorOfClosureEndsIteration() throws {
    struct Enough: Error {}
    let text = (0..<200_000).map { #"{"x":\#($0)}"# }.joined(separator: "\n")
    var seen = 0
    #expect(throws: Enough.self) {
      try Point.elements(of: JSONBytes(text)).forEach(threads: 2) { _ in
        seen += 1
        if seen == 100_000 { throw Enough() }
      }
    }
    #expect(seen == 100_000)
  }

  @Test func linesMayBeArrays() throws {
    let sequence = try [Int].elements(of: JSONBytes("[1,2]\n[3]\n[]\n"))
    #expect(sequence.map(\.value) == [[1, 2], [3], []])
  }

  @Test func arrayInsideAWrapperDecodes() throws {
    let text = #"{"items":0,"meta":{"items":[9]},"it\u0065ms":[{"x":1},{"x":"b"},{"x":3}],"next":null}"#
    let sequence = try Point.elements(of: JSONBytes(text), at: "items")
    #expect(sequence.map(\.value?.x) == [1, nil, 3])
    let problem = try #require(Array(sequence)[1].diagnostics.first)
    #expect(problem.path == "items[1].x")
    #expect(problem.location?.column == 60)
    #expect(try Int.elements(of: JSONBytes(text), at: "meta.items").map(\.value) == [9])
    let deep = #"[{"a":[1]},{"a":[2,3]}]"#
    #expect(try Int.elements(of: JSONBytes(deep), at: "[1].a").map(\.value) == [2, 3])
  }

  @Test(arguments: [
    (#"{"items":[]}"#, JSONKeyPath("other"), Diagnostic.Code.missing, 1),
    (#"{"items":{"a":1}}"#, "items", .typeMismatch, 10),
    (#"{"items":[1]}"#, "items.a", .missing, 10), ("", "items", .missing, 1), ("[1]", "[1]", .missing, 1),
    (#"{"a":1}"#, "", .typeMismatch, 1),
  ])
  func missingArrayIsAnError(_ text: String, _ path: JSONKeyPath, _ code: Diagnostic.Code, _ column: Int)
    throws
  {
    let failure = try #require(throws: DecodingFailure.self) {
      try Int.elements(of: JSONBytes(text), at: path, form: .array)
    }
    #expect(failure.diagnostics.map(\.code) == [code])
    #expect(failure.diagnostics.first?.location?.column == column)
  }

  @Test func malformedLineIsOneFailedElement() throws {
    let text = """
      {"x":1}
      {"x":2
      {"x":"thrée"}
      not json
      {"x":5} {"x":6}
      {"x":7}
      """
    let elements = Array(try Point.elements(of: JSONBytes(text)))
    #expect(elements.map(\.value?.x) == [1, nil, nil, nil, nil, 7])
    let problems = elements.flatMap(\.diagnostics)
    #expect(problems.map(\.code) == [.syntax, .typeMismatch, .syntax, .syntax])
    #expect(
      problems.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)" } == [
        "2:7", "3:6", "4:1", "5:9",
      ])
    #expect(problems.map(\.path.description) == ["[1]", "[2].x", "[3]", "[4]"])
    for problem in problems { try expectSamePlace(problem, in: text) }
  }

  @Test func malformedFirstLineIsOneFailedElement() throws {
    let text = "{\"x\":\n{\"x\":2}\n{\"x\":3}\n"
    #expect(try Point.elements(of: JSONBytes(text)).map(\.value?.x) == [nil, 2, 3])
  }

  @Test func malformedArrayElementIsOneFailedElement() throws {
    let text = "[{\"x\":1},\n {\"x\" 2}, , {\"x\":4} 5,\n{\"x\":6}]"
    let elements = Array(try Point.elements(of: JSONBytes(text)))
    #expect(elements.map(\.value?.x) == [1, nil, nil, nil, 6])
    #expect(elements[3].diagnostics.first?.expected == "',' or ']' after an element")
    for problem in elements.flatMap(\.diagnostics) { try expectSamePlace(problem, in: text) }
  }

  @Test(arguments: [
    ("[{\"x\":1},{\"x\":2}", 1, 17, "',' or ']' after an element", "end of input"),
    ("[{\"x\":1},{\"x\":2}}", 1, 17, "',' or ']' after an element", "'}'"),
    ("[{\"x\":1},{\"x\":2}]\n {}", 2, 2, "end of input", "'{'"),
  ])
  func errorAtArrayEndFailsOneElement(
    _ text: String, _ line: Int, _ column: Int, _ expected: String, _ found: String
  )
    throws
  {
    let elements = Array(try Point.elements(of: JSONBytes(text), form: .array))
    #expect(elements.map(\.value?.x) == [1, 2, nil])
    let problem = try #require(elements.last?.diagnostics.first)
    #expect(problem.code == .syntax)
    #expect(problem.location?.line == line)
    #expect(problem.location?.column == column)
    #expect(problem.expected == expected)
    #expect(problem.found == found)
  }

  @Test func truncatedElementIsReportedOnce() throws {
    for text in ["[{\"x\":1},{\"x\":", "[{\"x\":1},", "[{\"x\":1},{\"x\":\"abc"] {
      let elements = Array(try Point.elements(of: JSONBytes(text)))
      #expect(elements.map(\.value?.x) == [1, nil], "\(text)")
    }
    #expect(try Point.elements(of: JSONBytes("[")).flatMap(\.diagnostics).map(\.found) == ["end of input"])
  }

  @Test func elementsFollowPolicyAndNoteOptions() throws {
    let text = "{\"id\":1,\"on\":1}\n{\"id\":2,\"on\":7}\n"
    let quick = try Switch.elements(of: JSONBytes(text))
    #expect(quick.map(\.diagnostics.count) == [0, 1])
    #expect(throws: DecodingFailure.self) { try Array(quick)[1].result.get() }
    #expect(try Array(quick)[0].result.get() == Switch(id: 1, on: true))
    let full = try Switch.elements(of: JSONBytes(text), collectsNotes: true)
    #expect(full.map { $0.diagnostics.map(\.code) } == [[.coercion], [.invalidValue]])
    #expect(full.map(\.report.presentProperties)[0] == ["id", "on"])
    let lenient = try Switch.elements(of: JSONBytes(text), options: .lenient)
    #expect(lenient.map(\.value?.on) == [true, false])
    #expect(quick.map(\.value?.id) == [1, nil])
  }

  @Test func limitsHoldForEachElement() throws {
    let text = "[[[1]]]\n[1]\n"
    let sequence = try JSONValue.elements(
      of: JSONBytes(text), form: .lines, options: DecodingOptions(limits: JSONLimits(depth: 2)))
    #expect(sequence.map { $0.value == nil } == [true, false])
  }

  @Test func elementLocationsMatchTheWholeInput() throws {
    var generator = SeededGenerator(seed: 41)
    for _ in 0..<40 {
      var text = "["
      for number in 0..<generator.below(30) {
        if number > 0 { text += generator.pick([",", " ,\n", ", \u{00E9}".replacing("\u{00E9}", with: "")]) }
        text += generator.pick([
          #"{"x":1}"#, #"{"y":"é","x":null}"#, "\n\n{\"x\":\"é\"}", "{\n\"y\":[\n1],\"x\":[]}", #"{"x":1.5}"#,
        ])
      }
      text += "]"
      for problem in try Point.elements(of: JSONBytes(text), form: .array).flatMap(\.diagnostics) {
        try expectSamePlace(problem, in: text)
      }
      let whole = try [Point].report(json: text).diagnostics
      let parts = try Point.elements(of: JSONBytes(text), form: .array).flatMap(\.diagnostics)
      #expect(whole == parts)
    }
  }

  @Test func iterationEndsOnMalformedText() throws {
    var generator = SeededGenerator(seed: 42)
    let pieces = ["{", "}", "[", "]", ",", ":", "\"", "\\", "1", "null", "\n", " ", "{\"x\":1}", "é"]
    for _ in 0..<400 {
      let text = (0..<generator.below(24)).map { _ in generator.pick(pieces) }.joined()
      for form in [JSONSequenceForm.automatic, .lines, .concatenated] {
        guard let sequence = try? Point.elements(of: JSONBytes(text), form: form) else { continue }
        var end = 0
        for (number, element) in sequence.enumerated() {
          #expect(element.index == number)
          #expect(element.range.lowerBound >= end, "\(text)")
          #expect(element.value != nil || !element.diagnostics.isEmpty)
          end = element.range.upperBound
        }
      }
    }
  }

  @Test func elementsDecodeFromAFile() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mantle-\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    let points = (0..<500).map(Point.init)
    try Data(Point.jsonLines(points)).write(to: file)
    #expect(try Point.elements(contentsOf: file).compactMap(\.value) == points)
    #expect(throws: FileReadError.self) { try Point.elements(contentsOf: file.appending(path: "x")) }
  }

  /// The place must be the one its offset has in the whole text.
  private func expectSamePlace(_ problem: Diagnostic, in text: String) throws {
    let location = try #require(problem.location)
    #expect(location == JSONBytes(text).location(at: location.offset))
  }
}

extension JSONConvertible {
  fileprivate static func jsonLines(_ values: [Self]) throws -> [UInt8] {
    var result: [UInt8] = []
    var lines = JSONLinesWriter { result += $0 }
    for value in values { try lines.write(value) }
    try lines.flush()
    return result
  }
}

struct JSONLinesWriterTests {
  @Test func jsonLinesWritesOneLinePerModel() throws {
    #expect(
      try String(decoding: Point.jsonLines([Point(x: 1), Point(x: 2)]), as: UTF8.self)
        == "{\"x\":1}\n{\"x\":2}\n")
    #expect(try Point.jsonLines([]) == [])
  }

  @Test func jsonLinesRemovesLineBreaksOfRawJSON() throws {
    let values = [
      try JSONValue(json: "{\n  \"a\": [1,\r\n 2],\n \"b\": \"x\\ny\"\n}"), try JSONValue(json: "3"),
    ]
    let lines = try JSONValue.jsonLines(values)
    #expect(lines.filter { $0 == 0x0A }.count == 2)
    #expect(try JSONValue.elements(of: JSONBytes(lines)).map(\.value) == values)
  }

  @Test func failedValueWritesNothing() throws {
    var output: [UInt8] = []
    var lines = JSONLinesWriter(bufferBytes: 8) { output += $0 }
    try lines.write([1.5])
    #expect(throws: NonFiniteNumberError.self) { try lines.write([1, Double.nan]) }
    try lines.write([2.5])
    try lines.flush()
    #expect(String(decoding: output, as: UTF8.self) == "[1.5]\n[2.5]\n")
  }

  @Test func sinkReceivesWholeLines() throws {
    var chunks: [[UInt8]] = []
    var lines = JSONLinesWriter(bufferBytes: 16) { chunks.append($0) }
    for number in 0..<20 { try lines.write(Point(x: number)) }
    try lines.flush()
    #expect(chunks.count > 5)
    #expect(chunks.allSatisfy { $0.last == 0x0A })
    #expect(try Point.elements(of: JSONBytes(chunks.flatMap { $0 })).compactMap(\.value?.x) == Array(0..<20))
  }
}

private struct Point: Model, Equatable {
  let x: Int
  static let properties = Properties(of: Point.self) { Property(\.x, "x") }
  static let mapping = Mapping(Point.init, properties)
}

private struct Switch: Model, Equatable {
  let id: Int
  let on: Bool
  static let properties = Properties(of: Switch.self) {
    Property(\.id, "id")
    Property(\.on, "on", .boolOrNumber).default(false)
  }
  static let mapping = Mapping(Switch.init, properties)
}
