import Foundation
import Mantle

/// The bytes everyone reads, and the models everyone writes.
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

  /// The offsets of the array's elements.
  lazy var elements: [Range<Int>] = document.root.elements.map(\.byteRange)
}
