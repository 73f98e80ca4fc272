import Foundation
import Mantle
import Testing

/// Splices change the bytes they name and nothing else.
@Suite struct JSONSpliceTests {
  @Test func replacesInPlace() throws {
    let root = try JSONDocument(#"{ "a" : [1 , "x"] , "b":2 }"#).root
    let splices = [
      try #require(root["b"]).replacing(with: Array("null".utf8)),
      try #require(root["a"]?[1]).replacing(with: Array("{}".utf8)),
    ]
    #expect(try Self.apply(splices, to: root) == #"{ "a" : [1 , {}] , "b":null }"#)
  }

  @Test func refusesSplicesThatCannotBe() throws {
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

  /// Pieces of 256 KiB, whose ends fall before, in and behind what is replaced.
  @Test(arguments: [0, 1, 7_000, 262_143, 262_144, 262_145, 524_288, 20_000_001])
  func writesTheSameToAFile(_ length: Int) throws {
    let pattern = Array("[1, 2]\n".utf8)
    let bytes = JSONBytes((0..<length).map { pattern[$0 % pattern.count] })
    let replaced = [1..<2, 262_100..<262_100, 262_140..<262_150, 524_288..<600_000].filter {
      $0.upperBound <= length
    }
    let splices = replaced.enumerated().map {
      JSONSplice($1, with: Array(repeating: 0x78, count: $0 * 100_000))
    }
    let path = NSTemporaryDirectory() + "mantle-splice-\(UInt64.random(in: 0 ... .max))"
    try Data().write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    var reported = 0
    try bytes.write(applying: splices, to: file.fileDescriptor) {
      reported = $0; return true
    }
    try file.close()
    let mapped = try JSONBytes.map(path: path)
    let expected = try bytes.applying(splices)
    #expect(mapped.slice(0..<mapped.count) == expected)
    #expect(reported == expected.count)
  }

  @Test func saysWhatCannotBeWritten() {
    #expect(throws: JSONSpliceError.write(String(cString: strerror(EBADF)))) {
      try JSONBytes("[]").write(to: -1)
    }
  }

  private static func apply(_ splices: [JSONSplice], to root: JSONNode) throws -> String {
    String(decoding: try root.document.bytes.applying(splices), as: UTF8.self)
  }
}
