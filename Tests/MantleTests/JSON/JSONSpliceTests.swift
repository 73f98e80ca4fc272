import Foundation
import Mantle
import Testing

/// Splices change the bytes they name and nothing else.
@Suite struct JSONSpliceTests {
  @Test func replacingValuesKeepsOtherBytes() throws {
    let root = try JSONDocument(#"{ "a" : [1 , "x"] , "b":2 }"#).root
    let splices = [
      try #require(root["b"]).replacing(with: Array("null".utf8)),
      try #require(root["a"]?[1]).replacing(with: Array("{}".utf8)),
    ]
    #expect(try Self.apply(splices, to: root) == #"{ "a" : [1 , {}] , "b":null }"#)
  }

  @Test func overlappingAndOutOfBoundsSplicesAreRejected() throws {
    let bytes = JSONBytes("0123456789")
    let x: [UInt8] = [0x78]
    #expect(throws: JSONSpliceError.overlap(2..<5, 4..<6)) {
      try bytes.applying([JSONSplice(4..<6, with: x), JSONSplice(2..<5, with: x)])
    }
    #expect(throws: JSONSpliceError.outOfBounds(8..<11)) { try bytes.applying([JSONSplice(8..<11, with: x)]) }
    #expect(try bytes.applying([]) == Array("0123456789".utf8))
    let insertions = [
      JSONSplice(3..<3, with: x), JSONSplice(3..<4, with: [0x79]), JSONSplice(3..<3, with: [0x7A]),
    ]
    #expect(try bytes.applying(insertions) == Array("012xzy456789".utf8))
  }

  static let spellings: [(source: String, written: String, spelled: String)] = [
    (#"{"a": 10.00, "b": 1e3}"#, #"{"b":1000,"a":10}"#, #"{"b":1e3,"a":10.00}"#),
    (#"[1.50, [2.0, 3E0], "1e3"]"#, #"[1.5,[2,4],"1e3"]"#, #"[1.50,[2.0,4],"1e3"]"#),
    (#"{"a": 1e400, "b": 5}"#, #"{"a":null,"c":5}"#, #"{"a":null,"c":5}"#),
    (#"{"a": {"b": 1.0}, "c": 1.0}"#, #"{"a":1,"c":{"b":1}}"#, #"{"a":1,"c":{"b":1}}"#),
  ]

  /// A number gets the spelling of the equal number at the same place.
  @Test(arguments: spellings) func numbersKeepTheirSpelling(source: String, written: String, spelled: String)
    throws
  {
    let (source, root) = (try JSONDocument(source).root, try JSONDocument(written).root)
    #expect(source.hasSpelledNumbers)
    #expect(try Self.apply(root.splicesSpelling(numbersAs: source), to: root) == spelled)
    #expect(try !JSONDocument(#"{"a": [1, 1.5, 20, "1e3", "1.0"]}"#).root.hasSpelledNumbers)
  }

  private static func apply(_ splices: [JSONSplice], to root: JSONNode) throws -> String {
    String(decoding: try root.document.bytes.applying(splices), as: UTF8.self)
  }
}

/// Edited text is escaped as the document is.
struct EscapedEditTests {
  @Test(arguments: [
    (#"{"a":"caf\u00e9","b":"x"}"#, #""é🙏""#, #""\u00e9\ud83d\ude4f""#),
    (#"{"a":"café","b":"x"}"#, #""é🙏""#, #""é🙏""#), (#"{"a":"plain\n","b":"x"}"#, #""é""#, #""é""#),
    (#"{"a":"\u00e9 é","b":"x"}"#, #""é""#, #""é""#), (#"{"a":"\\u00e9","b":"x"}"#, #""é""#, #""é""#),
    (#"{"a":"\u00e9","b":"x"}"#, #"["ü",{"ö":1}]"#, #"["\u00fc",{"\u00f6":1}]"#),
  ])
  func editedTextKeepsTheEscapesOfTheDocument(_ text: String, _ value: String, _ expected: String) throws {
    let document = try JSONDocument(text)
    let node = try #require(document.root["b"])
    #expect(String(decoding: node.replacing(with: Array(value.utf8)).replacement, as: UTF8.self) == expected)
    let inserted = try #require(document.root.insertingMember(key: "c", value: Array(value.utf8), at: 2))
    #expect(String(decoding: inserted.replacement, as: UTF8.self).hasSuffix(expected))
  }
}
