import Foundation
import Mantle
import Testing

@testable import MantleFiles

@Suite struct JSONBytesWritingTests {
  /// Pieces of 256 KiB, whose ends fall before, in and behind what is replaced.
  @Test(arguments: [0, 1, 7_000, 262_143, 262_144, 262_145, 524_288, 20_000_001])
  func writtenFileContainsTheSplicedBytes(_ length: Int) throws {
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

  @Test func failedWriteIsReported() {
    #expect(throws: WriteFailure(code: EBADF)) {
      try JSONBytes("[]").write(to: -1)
    }
  }
}
