import Mantle
import MantlePlatform

extension JSONConvertible {
  /// Decodes a value from a file of JSON text in UTF-8.
  ///
  /// - Throws: a `FileReadError` too.
  public static func decode(
    contentsOf url: URL, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:]
  ) throws -> Self {
    let document = try JSONDocument.parsed(JSONBytes.reading(path: url.path(percentEncoded: false)))
    return try decode(document.root, policy: policy, profile: profile, userInfo: userInfo)
  }

  /// The models of a file, which is mapped into memory and read as far as it is looked at.
  ///
  /// - Throws: a `FileReadError`, or what ``sequence(in:at:form:limits:policy:profile:userInfo:collectsNotes:)``
  ///   throws.
  public static func sequence(
    inFile file: String, at path: JSONKeyPath = JSONKeyPath(), form: JSONSequenceForm = .automatic,
    limits: JSONLimits = .default, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:], collectsNotes: Bool = false
  ) throws -> JSONModelSequence<Self> {
    try sequence(
      in: .map(path: file), at: path, form: form, limits: limits, policy: policy, profile: profile,
      userInfo: userInfo, collectsNotes: collectsNotes)
  }
}
