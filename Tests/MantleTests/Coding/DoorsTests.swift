import Foundation
import MantleFiles
import MantleFormatters
import Testing

@testable import Mantle

/// The ways in and out besides text: data, files, bytes that arrive one after the other, text for people.
@Suite struct DoorsTests {
  @Test func modelsDecodeFromDataAndFiles() throws {
    let data = Data(#"{"n":1}"#.utf8)
    #expect(try Point.decode(json: data).n == 1)
    let file = FileManager.default.temporaryDirectory.appending(path: "doors \(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: FileReadError.self) { try Point.decode(contentsOf: file) }
    try data.write(to: file)
    #expect(try Point.decode(contentsOf: file).n == 1)
    #expect(try Point(n: 1).prettyJSON() == "{\n  \"n\": 1\n}")
  }

  @Test func asyncLinesDecodeAsElements() async throws {
    let text = "{\"n\":1}\n\r\n{\"n\":\"x\"}\n{\n{\"n\":2}"
    let bytes = AsyncStream { continuation in
      for byte in text.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var found: [String] = []
    for try await element in Point.elements(ofLines: bytes) {
      switch element.result {
      case .success(let point): found.append("\(point.n)")
      case .failure(let failure):
        found += failure.diagnostics.map {
          "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code.rawValue)"
        }
      }
    }
    #expect(found == ["1", "3:6 type-mismatch", "4:2 syntax", "2"])
  }

  @Test func lineErrorsHaveDocumentLocation() async throws {
    let bytes = AsyncStream { continuation in
      for byte in "{\"n\":1}\n{\n[{},{},{}]\n".utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var failures: [DecodingFailure] = []
    for try await element in [Point].elements(ofLines: bytes, options: DecodingOptions(maximumDiagnostics: 1))
    {
      if case .failure(let failure) = element.result { failures.append(failure) }
    }
    #expect(failures.map { $0.diagnostics.first?.detail } == [nil, "object opened at 2:1", nil])
    #expect(failures.map(\.omittedCount) == [0, 0, 2])
  }

  @Test func hintsHaveLocationsInTheWholeInput() async throws {
    let bytes = AsyncStream { continuation in
      for byte in "{\"n\":1}\n{\"N\":1}\n".utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var hints: [String] = []
    for try await element in Point.elements(ofLines: bytes) {
      if case .failure(let failure) = element.result {
        hints += failure.diagnostics.compactMap { $0.hint?.description }
      }
    }
    #expect(hints == ["the key `N` is at 2:2; did you mean `n`?"])
  }

  /// An array is decoded as it arrives, wherever its bytes are divided.
  @Test(
    arguments: [
      ("[]", "", []), ("[{\"n\":1}, {\"n\":2}\n]", "", ["1", "2"]), ("\u{FEFF}[{\"n\":1}]", "", ["1"]),
      (
        "{\"a\":[{\"b\":0}],\"b\":{\"a,]\\\"\":[1]},\"a\\u0062\":{\"b\":[{\"n\":1}], \"c\": 0}}", "ab.b",
        ["1"]
      ),
      ("[\n {\"n\":\"x\"}, {\"n\":},{\"n\":3}]", "", ["2:7 [0].n", "2:18 [1]", "3"]),
      ("[{\"n\":1}},{\"n\":2}]", "", ["1:9 [0]", "2"]),
      ("[{\"n\":1},,{\"n\":2},]", "", ["1", "1:10 [1]", "2", "1:19 [3]"]),
      ("[{\"n\":1},{\"n\":2", "", ["1", "1:16 [1]"]), ("[{\"n\":1},", "", ["1", "1:10 "]),
      ("{\"b\":[{\"a\":[]}]}", "a", ["1:16 a"]), ("{\"a\":1}", "a", ["1:6 a"]), ("[1]", "a", ["1:1 a"]),
      ("", "", ["1:1 "]), ("[{\"n\":1}] rest", "", ["1"]), ("{\"é\":[{\"n\":\"é\"}]}", "é", ["1:12 é[0].n"]),
    ] as [(String, JSONKeyPath, [String])])
  func asyncArraysDecodeAsElements(_ text: String, _ path: JSONKeyPath, _ expected: [String]) async throws {
    let bytes = Array(text.utf8)
    for size in [1, 2, 3, 7, 1000] {
      let chunks = AsyncStream { continuation in
        for start in stride(from: 0, to: bytes.count, by: size) {
          continuation.yield(Data(bytes[start..<min(start + size, bytes.count)]))
        }
        continuation.finish()
      }
      var found: [String] = []
      for try await element in Point.elements(of: chunks, at: path) {
        switch element.result {
        case .success(let point): found.append("\(point.n)")
        case .failure(let failure):
          found += failure.diagnostics.map {
            "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.path)"
          }
        }
      }
      #expect(found == expected)
    }
  }

  @Test func elementOverTheSizeLimitFailsAlone() async throws {
    let chunks = AsyncStream { continuation in
      continuation.yield(Array("[{\"n\":1},{\"n\":123456789},{\"n\":2}]".utf8))
      continuation.finish()
    }
    var found: [String] = []
    for try await element in Point.elements(
      of: chunks, options: DecodingOptions(limits: JSONLimits(bytes: 10)))
    {
      found.append((try? element.result.get().n).map { "\($0)" } ?? "too long")
    }
    #expect(found == ["1", "too long", "2"])
  }

  @Test func modelsConvertToAndFromFoundationObjects() throws {
    #expect(try Point.decode(jsonObject: ["n": 1]).n == 1)
    #expect(try Point(n: 2).jsonObject()["n"] as? Int == 2)
    #expect(throws: DecodingFailure.self) { try Point.decode(jsonObject: ["n": "x"]) }
    #expect(throws: DecodingFailure.self) { try Point.decode(jsonObject: ["n": Date()]) }
    #expect(throws: (any Error).self) { try [1, 2].jsonObject() }
  }

  @Test func scalarsRoundTrip() throws {
    try expectRoundTrip(Character.self, #""é""#)
    try expectRoundTrip(Int128.self, "-170141183460469231731687303715884105728")
    try expectRoundTrip(UInt128.self, "340282366920938463463374607431768211455")
    try expectRoundTrip(Range<Int>.self, "[1,5]")
    try expectRoundTrip(ClosedRange<String>.self, #"["a","b"]"#)
    try expectRoundTrip([Int8: Int].self, #"{"-3":1}"#)
    try expectRoundTrip([Bool: Int].self, #"{"true":1}"#)
    try expectRoundTrip([UUID: Int].self, #"{"E621E1F8-C36C-495A-93FC-0C247A3E6E5F":1}"#)
    for text in [#""""#, #""ab""#, "1"] {
      #expect(throws: DecodingFailure.self) { try Character.decode(json: text) }
    }
    for text in ["[5,1]", "[1]", "[1,2,3]", "{}"] {
      #expect(throws: DecodingFailure.self) { try Range<Int>.decode(json: text) }
    }
    #expect(throws: DecodingFailure.self) { try [UInt8: Int].decode(json: #"{"256":1}"#) }
  }

  private func expectRoundTrip<Value: JSONConvertible>(_: Value.Type, _ text: String) throws {
    #expect(try Value.decode(json: text).json() == text)
  }
}

private struct Point: Model {
  let n: Int
  static let properties = Properties(of: Point.self) { Property(\.n, "n") }
  static let mapping = Mapping(Point.init, properties)
}
