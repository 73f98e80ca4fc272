import Foundation
import Mantle
import Testing

@testable import MantleFiles

@Suite struct JSONBytesFileTests {
  /// Also where the file fills its last page and the padding is another one.
  @Test(arguments: [0, 1, 4095, 4096, 4097, 16384]) func filesOfEverySizeAreMapped(size: Int) throws {
    let contents = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
    let path = NSTemporaryDirectory() + "mantle-map-\(UInt64.random(in: 0 ... .max))"
    try contents.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = try JSONBytes.map(path: path)
    #expect(bytes.slice(0..<bytes.count) == Array(contents))
    let text = [UInt8](repeating: 0x20, count: max(size - 1, 0)) + [0x31]
    try Data(text).write(to: URL(fileURLWithPath: path))
    #expect(try JSONDocument(parsing: JSONBytes.map(path: path)).root.rawText == "1")
  }

  @Test func mappingReportsWhyAFileCannotBeRead() throws {
    let missing = "/nonexistent/mantle"
    #expect(throws: FileReadError(path: missing, cause: .missing)) { try JSONBytes.map(path: missing) }
    #expect(throws: FileReadError(path: "/", cause: .directory)) { try JSONBytes.map(path: "/") }
    #expect(throws: FileReadError(path: "/dev/null", cause: .notRegular)) {
      try JSONBytes.map(path: "/dev/null")
    }
    #expect(FileReadError(path: "a.json", cause: .missing).description == "a.json: no such file")
  }

  private func spooled(_ pipe: Int32, _ goesOn: (Int) -> Bool = { _ in true }) throws -> JSONBytes {
    let draft = try FileDraft.temporary()
    try JSONBytes.spool(pipe, into: draft, goesOn: goesOn)
    return try draft.text()
  }

  @Test func pipesAreSpooled() throws {
    let pipe = Pipe()
    let text = Array(String(repeating: "[1, 2, 3]\n", count: 1000).utf8)
    try pipe.fileHandleForWriting.write(contentsOf: Data(text))
    try pipe.fileHandleForWriting.close()
    let bytes = try spooled(pipe.fileHandleForReading.fileDescriptor)
    #expect(bytes.slice(0..<bytes.count) == text)
    #expect(throws: FileReadError.self) { try spooled(-1) }
    let open = Pipe()
    open.fileHandleForWriting.write(Data("[1".utf8))
    let part = try spooled(open.fileHandleForReading.fileDescriptor) { $0 < 2 }
    #expect(part.slice(0..<part.count) == Array("[1".utf8))
  }
}
