import Testing

@testable import Mantle

/// Bytes are looked at sixteen at a time: every place in a block and behind the last one is its own case.
struct URLCharactersTests {
  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?".utf8)

  private static let allowedInHosts = allowed.subtracting("_~!$&'()*+,;=:@/?".utf8)

  @Test(arguments: UInt8.min...UInt8.max) func everyByteIsKnown(byte: UInt8) {
    for length in [1, 15, 16, 17, 40] {
      for place in [0, length / 2, length - 1] {
        var text = [UInt8](repeating: 0x61, count: length)
        text[place] = byte
        let end = text.withUnsafeBufferPointer { $0.endOfURLCharacters(from: 0) }
        #expect(end == (Self.allowed.contains(byte) ? length : place), "\(byte) at \(place) of \(length)")
        let endOfHost = text.withUnsafeBufferPointer { $0.endOfHostCharacters(from: 0) }
        #expect(endOfHost == (Self.allowedInHosts.contains(byte) ? length : place), "\(byte) at \(place)")
      }
    }
  }

  @Test func whatIsBeforeTheStartIsNotLookedAt() {
    let text = Array("a b#cdefghijklmnopqrstuvwxyz".utf8)
    #expect(text.withUnsafeBufferPointer { $0.endOfURLCharacters(from: 2) } == 3)
    #expect(text.withUnsafeBufferPointer { $0.endOfURLCharacters(from: 4) } == text.count)
    #expect(text.withUnsafeBufferPointer { $0.endOfURLCharacters(from: text.count) } == text.count)
  }
}
