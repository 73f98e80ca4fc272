import Foundation
public import Mantle

extension JSONConvertible {
  /// Decodes a dictionary as `JSONSerialization` makes it, such as a document of a database client.
  ///
  /// ```swift
  /// let user = try User.decode(jsonObject: snapshot.data())
  /// ```
  ///
  /// - Throws: A `DecodingFailure` with all problems. A value in the dictionary that JSON cannot represent,
  ///   such as a `Date`, is a problem.
  public static func decode(
    jsonObject: [String: Any], options: DecodingOptions = .strict
  ) throws -> Self {
    guard JSONSerialization.isValidJSONObject(jsonObject) else {
      throw DecodingFailure([
        Diagnostic(.error, .typeMismatch, detail: "the dictionary has a value that JSON cannot represent")
      ])
    }
    let json = try JSONSerialization.data(withJSONObject: jsonObject)
    return try decode(json: json, options: options)
  }

  /// Returns the JSON of the value as a dictionary in the form of `JSONSerialization`.
  ///
  /// Numbers are as exact as `NSNumber` and null is `NSNull`.
  ///
  /// ```swift
  /// let object = try user.jsonObject()
  /// let login = object["login"] as? String
  /// ```
  ///
  /// - Throws: The error of encoding; a `DecodingFailure` for a value that is not written as an object.
  public func jsonObject() throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(jsonBytes()), options: .fragmentsAllowed)
    guard let dictionary = object as? [String: Any] else {
      throw DecodingFailure([Diagnostic(.error, .typeMismatch, expected: "object")])
    }
    return dictionary
  }
}
