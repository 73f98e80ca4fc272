import Testing

@testable import MantleDefinitions

/// Every byte is permitted or refused at every place of a URL.
struct URLTextTests {
  private static let inHosts = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.".utf8)
  private static let inPaths = inHosts.union("_~!$&'()*+,;=:@/?#".utf8)

  private func isURL(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { URLText.isPlainAbsolute($0) }
  }

  @Test(arguments: UInt8.min...UInt8.max) func urlCheckClassifiesEveryByte(byte: UInt8) {
    for length in [1, 4] {
      for place in [0, length / 2, length - 1] {
        var text = [UInt8](repeating: 0x7A, count: length)
        text[place] = byte
        #expect(isURL(Array("https://a/".utf8) + text) == Self.inPaths.contains(byte), "\(byte) at \(place)")
        // A colon, a slash, a question mark and a number sign end the host.
        guard !":/?#".utf8.contains(byte) else { continue }
        #expect(isURL(Array("https://a".utf8) + text) == Self.inHosts.contains(byte), "\(byte) at \(place)")
      }
    }
  }

  @Test(arguments: [
    ("https://a.example", true), ("https://a.example:8080/x", true), ("https://a.example:65536/x", false),
    ("https://a.example:/x", false), ("https://a/%C3%A9", true), ("https://a/%C3%A", false),
    ("https://a/#b#c", false), ("https://", false), ("//a.example", false), ("h://a", false),
    ("https://-a", false),
  ])
  func urlCheckValidatesEachPart(text: String, isURL: Bool) { #expect(self.isURL(Array(text.utf8)) == isURL) }
}
