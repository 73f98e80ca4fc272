import Foundation

/// The file of a given size on which growth is measured: an array of issues, whose last element contains a text that no
/// other element has.
enum GrowthFile {
  static let needle = "needle-in-the-last-element"

  static func make(bytes: Int, at path: String) throws {
    let last = "{\"number\":1,\"title\":\"\(needle)\"}]"
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Options.Mistake(description: "cannot write \(path)") }
    defer { try? file.close() }
    let block = IssueGenerator.bytes(atLeast: min(bytes, 4 << 20)).dropLast() + [UInt8(ascii: ",")]
    var written = 0
    while written == 0 || written + block.count + last.utf8.count <= bytes {
      try file.write(contentsOf: Data(written == 0 ? block : block.dropFirst()))
      written += block.count
    }
    try file.write(contentsOf: Data(last.utf8))
  }
}
