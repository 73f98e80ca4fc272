import Foundation

extension JSONTransformer where Value == Data {
  /// Bytes as base64 text (RFC 4648 §4), padded.
  public static var base64: JSONTransformer {
    JSONTransformer(
      "base64", shape: .data,
      decode: { json in
        let text = try json.string()
        guard let data = Data(base64Encoded: text) else {
          throw json.mismatch(expected: "base64 text", code: .invalidValue)
        }
        return data
      },
      encode: { $1.string($0.base64EncodedString()) })
  }
}
