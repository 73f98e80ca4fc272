import Foundation
import Mantle

/// The input of the contenders: the bytes that they read, and the models that they write.
final class Input {
  let bytes: JSONBytes
  let data: Data
  let document: JSONDocument
  let issues: [Issue]

  init(_ bytes: JSONBytes) throws {
    self.bytes = bytes
    data = Data(bytes.slice(0..<bytes.count))
    document = try JSONDocument(parsing: bytes)
    issues = try [Issue].decode(document.root)
  }

  /// The ranges of the elements of the array in the input.
  lazy var elements: [Range<Int>] = document.root.elements.map(\.byteRange)
}
