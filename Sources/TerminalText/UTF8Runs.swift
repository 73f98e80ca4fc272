/// Bytes divided into runs of valid UTF-8 and single invalid bytes.
struct UTF8Runs: Sequence, IteratorProtocol {
  /// Valid text, or one invalid byte.
  enum Run: Equatable {
    case text(String)
    case invalid(UInt8)
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the next run; nil at the end.
  mutating func next() -> Run? {
    guard position < bytes.count else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes[position...].makeIterator()
    var end = position
    while case .valid(let encoded) = parser.parseScalar(from: &rest) { end += encoded.count }
    guard end == position else {
      defer { position = end }
      return .text(String(decoding: bytes[position..<end], as: UTF8.self))
    }
    defer { position += 1 }
    return .invalid(bytes[position])
  }
}
