import Foundation
import Mantle
import TestSupport
import Testing

struct BinaryTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
  ])
  func base64MatchesRFC4648(_ text: String, _ encoded: String) throws {
    let data = Data(text.utf8)
    #expect(try JSONTransformer.base64.forward(json: "\"\(encoded)\"") == data)
    #expect(try JSONTransformer.base64.reverse(data) == "\"\(encoded)\"")
    let bare = String(encoded.prefix { $0 != "=" })
    #expect(try JSONTransformer.base64URL.reverse(data) == "\"\(bare)\"")
    #expect(try JSONTransformer.base64URL.forward(json: "\"\(bare)\"") == data)
    #expect(try JSONTransformer.base64URL.forward(json: "\"\(encoded)\"") == data)
  }

  @Test(arguments: ["Zg", "Zg=", "Z", "Zm9v Zm9v", "Zm9v\n", "Zm9*", "Zm-_"])
  func base64RejectsInvalidText(_ text: String) throws {
    #expect(try onlyError(.base64, text.json()).code == .invalidValue)
  }

  @Test(arguments: ["Z", "Zm9+", "Zm/v", "Zm9v Zm9v", "Zm9v====="])
  func base64URLRejectsInvalidText(_ text: String) throws {
    #expect(try onlyError(.base64URL, text.json()).code == .invalidValue)
  }

  @Test func hexadecimalRoundTrips() throws {
    #expect(try JSONTransformer.hex.forward(json: #""00fFa5""#) == Data([0, 255, 165]))
    #expect(try JSONTransformer.hex.reverse(Data([0, 255, 165])) == #""00ffa5""#)
    for text in ["0", "0g", "0x00", " 00", "é"] {
      #expect(try onlyError(.hex, text.json()).code == .invalidValue)
    }
    #expect(try onlyError(.hex, "12").code == .typeMismatch)
  }

  @Test func binaryTransformersRoundTrip() {
    var generator = SeededGenerator(seed: 21)
    let samples = (0..<60).map { count in
      Data((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
    }
    for transformer in [JSONTransformer.base64, .base64URL, .hex] {
      #expect(RoundTrip.counterexample(of: transformer, samples: samples) == nil)
    }
  }
}
