import Testing

@testable import Mantle

/// Keys are told apart by length, ends and hash before they are compared.
struct KeyFastPathTests {
  private func isSureOfDistinctKeys(_ keys: [String]) throws -> Bool {
    let json = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    return try JSONDocument(json).root.withCursor(DecodingContext()) { $0.hasDistinctKeys }
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 40, 63, 64]) func distinctKeysAreRecognized(count: Int) throws {
    #expect(try isSureOfDistinctKeys((0..<count).map { "key\($0)" }))
  }

  @Test(arguments: [2, 3, 15, 16, 40, 64, 65, 200]) func duplicateKeysAreNeverDistinct(count: Int) throws {
    for (first, second) in [(0, count - 1), (0, 1), (count - 2, count - 1)] {
      var keys = (0..<count).map { "a key of some length \($0)" }
      keys[second] = keys[first]
      #expect(try !isSureOfDistinctKeys(keys))
    }
    #expect(try !isSureOfDistinctKeys(["a", "\\u0061"]))
  }

  @Test func keyTableDistinguishesKeysByTheirMiddle() throws {
    let keys = (0..<40).map {
      "beginning \($0 % 10)\($0 / 10)\(String(repeating: "-", count: $0 % 5)) the end"
    }
    let table = KeyTable(keys)
    defer { table.deallocate(count: keys.count) }
    for (number, key) in keys.enumerated() {
      let padded = Array(key.utf8) + [UInt8](repeating: 0, count: 16)
      padded.withUnsafeBufferPointer { bytes in
        #expect(bytes.baseAddress.map { table.find($0, key.utf8.count) } == number)
      }
      let other = Array(("x" + key.dropFirst()).utf8) + [UInt8](repeating: 0, count: 16)
      other.withUnsafeBufferPointer { bytes in
        #expect(bytes.baseAddress.map { table.find($0, key.utf8.count) } == -1)
      }
    }
  }

  @Test(arguments: [0, 1, 62, 63, 64, 65, 100, 300]) func keyTableFindsLongKeys(length: Int) {
    let key = String(repeating: "k", count: length)
    let table = KeyTable([key, "other"])
    defer { table.deallocate(count: 2) }
    for (tried, expected) in [(length, 0), (length + 1, -1)] {
      let padded = [UInt8](repeating: UInt8(ascii: "k"), count: length + 32)
      padded.withUnsafeBufferPointer { bytes in
        #expect(bytes.baseAddress.map { table.find($0, tried) } == expected)
      }
    }
  }
}
