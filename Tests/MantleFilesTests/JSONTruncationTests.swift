import Foundation
import Synchronization
import Testing

@testable import Mantle
@testable import MantleFiles

/// Files that another program cuts short while they are mapped. One after the other: the signal is the process's.
@Suite(.serialized) struct JSONTruncationTests {
  /// A file that may be cut while it is mapped.
  private static func file(_ data: Data) throws -> String {
    JSONBytes.surviveTruncation()
    let path = NSTemporaryDirectory() + "mantle-cut-\(UInt64.random(in: 0 ... .max))"
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A file cut short under our feet reads as zeros beyond its new end.
  @Test func truncatedFileReadsAsZeros() throws {
    let path = try Self.file(Data(repeating: 0x31, count: 100_000))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = try JSONBytes.map(path: path)
    #expect(truncate(path, 10) == 0)
    #expect(bytes[5] == 0x31)
    #expect(bytes[99_999] == 0)
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
  }

  /// Nodes that were parsed before the truncation give results within the text.
  @Test(arguments: [0, 3, 5_000]) func parsedNodesCanBeWalkedAfterTruncation(_ length: off_t) throws {
    let element = #"{"a": ["text with \"escapes\"", 12.5, {"b": null}], "c": {}}"#
    let text = "[" + Array(repeating: element, count: 200).joined(separator: ", \n") + " [ ] ]"
    let path = try Self.file(Data(text.replacing(" [ ]", with: ", [ ]").utf8))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let document = try JSONDocument(parsing: try JSONBytes.map(path: path))
    let element4 = try #require(Array(document.root.elements).last)
    #expect(truncate(path, length) == 0)
    let context = DecodingContext(minimumSeverity: .error)
    for node in [document.root, element4] + Array(document.root.elements.prefix(3)) {
      #expect(document.range.contains(node.byteRange.lowerBound))
      #expect(node.byteRange.upperBound <= document.range.upperBound)
      #expect(node.withCursor(context) { $0.rawBytes.count } == node.byteRange.count)
      _ = node.path
      _ = node.isEquivalent(to: element4)
    }
  }

  /// Zeros in the place of what is gone are not passed off as a copy.
  @Test func copyingATruncatedFileIsRefused() throws {
    let path = try Self.file(Data(repeating: 0x31, count: 20_000_000))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = try JSONBytes.map(path: path)
    let sink = try #require(FileHandle(forWritingAtPath: "/dev/null"))
    #expect(try bytes.write(to: sink.fileDescriptor))
    #expect(throws: WriteFailure("the file was truncated while it was read")) {
      try bytes.write(to: sink.fileDescriptor) { _ in truncate(path, 10) == 0 }
    }
  }

  /// What is no lost page goes to whoever had the signal before, once.
  @Test func otherSignalsReachThePreviousHandler() {
    defer { JSONBytes.surviveTruncation() }
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { _ in SignalCount.shared.add() }
    #else
      action.__sigaction_handler.sa_handler = { _ in SignalCount.shared.add() }
    #endif
    sigaction(SIGBUS, &action, nil)
    JSONBytes.surviveTruncation()
    raise(SIGBUS)
    #expect(SignalCount.shared.value == 1)
  }
}

/// How often a handler was called.
private final class SignalCount: Sendable {
  static let shared = SignalCount()
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}
