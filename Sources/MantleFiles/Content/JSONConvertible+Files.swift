import Mantle
import MantlePlatform

extension JSONConvertible {
  /// Decodes a value from a JSON file in UTF-8.
  ///
  /// ```swift
  /// let issue = try Issue.decode(contentsOf: URL(filePath: "issue.json"))
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL of a file.
  ///   - policy: The decoding policy.
  ///   - profile: The profile of the mapping to use.
  ///   - userInfo: Values for custom transformers and hooks.
  /// - Throws: A `FileReadError`; a `DecodingFailure` with all errors of the content; a `MappingError` if
  ///   the definition of a mapping is invalid.
  public static func decode(
    contentsOf url: URL, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:]
  ) throws -> Self {
    let document = try JSONDocument.parsed(JSONBytes.reading(path: url.path(percentEncoded: false)))
    return try decode(document.root, policy: policy, profile: profile, userInfo: userInfo)
  }

  /// Returns the models of a file, which is mapped into memory and read on demand.
  ///
  /// ```swift
  /// for element in try Issue.sequence(inFile: "issues.ndjson") { print(element.index, element.result) }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - path: The path of the array in the document; empty for the document itself.
  /// - Throws: A `FileReadError`, and the errors of
  ///   ``sequence(in:at:form:limits:policy:profile:userInfo:collectsNotes:)``.
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
