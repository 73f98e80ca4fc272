import Mantle
import MantlePlatform

extension JSONConvertible {
  /// Decodes a value from a JSON file in UTF-8.
  ///
  /// ```swift
  /// let issue = try Issue.decode(contentsOf: URL(filePath: "issue.json"))
  /// ```
  ///
  /// - Throws: A `FileReadError`; a `DecodingFailure` with all errors of the content; a `MappingError` if
  ///   the definition of a mapping is invalid.
  public static func decode(contentsOf url: URL, options: DecodingOptions = .strict) throws -> Self {
    let bytes = try JSONBytes.reading(path: url.path(percentEncoded: false))
    return try decode(JSONDocument.parsed(bytes, limits: options.limits).root, options: options)
  }

  /// Decodes a value from a JSON file in UTF-8 and returns it with every diagnostic.
  ///
  /// ```swift
  /// let report = try Issue.report(contentsOf: URL(filePath: "issue.json"), options: .lenient)
  /// ```
  ///
  /// - Throws: A `FileReadError`, or a `MappingError`.
  public static func report(contentsOf url: URL, options: DecodingOptions = .strict) throws
    -> DecodingReport<Self>
  {
    try report(JSONBytes.reading(path: url.path(percentEncoded: false)), options: options)
  }

  /// Returns the models of a file, which is mapped into memory and read on demand.
  ///
  /// ```swift
  /// for element in try Issue.elements(contentsOf: URL(filePath: "issues.ndjson")) {
  ///   print(element.index, element.result)
  /// }
  /// ```
  ///
  /// - Parameter path: The path of the array in the document; empty for the document itself.
  /// - Throws: A `FileReadError`, and the errors of `elements(of:at:form:options:collectsNotes:)`.
  public static func elements(
    contentsOf url: URL, at path: JSONKeyPath = JSONKeyPath(), form: JSONSequenceForm = .automatic,
    options: DecodingOptions = .strict, collectsNotes: Bool = false
  ) throws -> JSONModelSequence<Self> {
    try elements(
      of: .map(contentsOf: url), at: path, form: form, options: options, collectsNotes: collectsNotes)
  }

  /// Writes the value as JSON to a file, which is only replaced after the whole JSON was written.
  ///
  /// ```swift
  /// try issue.write(to: URL(filePath: "issue.json"), .omittingNil)
  /// ```
  ///
  /// - Throws: An encoding error, which leaves the file unchanged, or an error of the file system.
  public func write(to url: URL, _ options: EncodingOptions? = nil) throws {
    try jsonData(options).write(to: url, options: .atomic)
  }
}
