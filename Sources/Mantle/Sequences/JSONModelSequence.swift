/// The models of an input of any size, decoded one at a time and not retained.
///
/// ```swift
/// for element in try Issue.elements(contentsOf: URL(filePath: "issues.ndjson")) {
///   switch element.result {
///   case .success(let issue): …
///   case .failure(let failure): …   // all problems, with line and column in the file
///   }
/// }
/// ```
///
/// Memory is bounded by the largest element because the memory for parsing is reused. ``forEach(threads:_:)``
/// decodes on several threads. A malformed or invalid element is returned as one failed element, and the
/// iteration continues. The sequence can be iterated any number of times.
public struct JSONModelSequence<Model: JSONConvertible>: Sequence, Sendable {
  /// The input that contains the models.
  let bytes: JSONBytes
  /// The path of the array that contains the elements, such as `items` if elements have paths such as
  /// `items[3].title`; empty for a top-level array.
  let path: JSONKeyPath
  let children: JSONChildren
  let options: ElementOptions

  /// Returns an iterator at the first element.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// An element of the sequence, with its value or its problems.
  ///
  /// Asynchronous sequences of models have the same elements.
  public struct Element {
    /// The zero-based index of the element; failed elements are counted too.
    public let index: Int
    /// The byte range of the element in the input.
    public let range: Range<Int>
    /// The decoded value of the element with all of its diagnostics.
    public let report: DecodingReport<Model>

    @inlinable init(index: Int, range: Range<Int>, report: DecodingReport<Model>) {
      self.index = index
      self.range = range
      self.report = report
    }

    @usableFromInline var isSyntaxError: Bool { diagnostics.contains { $0.code == .syntax } }

    /// The model; nil if decoding failed.
    public var value: Model? { report.value }
    /// The diagnostics in document order, with lines and columns of the whole input.
    public var diagnostics: [Diagnostic] { report.diagnostics }

    /// The model, or all errors.
    public var result: Result<Model, DecodingFailure> {
      Result { () throws(DecodingFailure) in try report.get() }
    }
  }
}

extension JSONModelSequence.Element: Sendable where Model: Sendable {}

extension JSONConvertible {
  /// Returns the models of an input: NDJSON, concatenated values, a top-level array, or an array inside the
  /// document.
  ///
  /// ```swift
  /// for element in try Issue.elements(of: bytes, at: "items") { print(element.value?.title ?? "invalid") }
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - path: The path of the array in the document, such as `items`; empty for the document itself.
  ///   - form: The layout of the models, which is used only for an empty path.
  ///   - options: The decoding options; a policy other than strict decodes more slowly. The limits apply to each
  ///     element.
  ///   - collectsNotes: Whether to collect notes and warnings for elements without errors, which is slower.
  /// - Throws: A ``DecodingFailure`` if there is no array at the path; a ``MappingError`` for an unknown
  ///   profile.
  /// - Complexity: O(*n*) for finding the array at a path, at several gigabytes per second.
  public static func elements(
    of bytes: JSONBytes, at path: JSONKeyPath = JSONKeyPath(), form: JSONSequenceForm = .automatic,
    options: DecodingOptions = .strict, collectsNotes: Bool = false
  ) throws -> JSONModelSequence<Self> {
    if options.profile != nil { try checkNames(profile: options.profile, properties: []) }
    return JSONModelSequence(
      bytes: bytes, path: path, children: try bytes.sequence(at: path, form: form),
      options: ElementOptions(decoding: options, collectsNotes: collectsNotes))
  }
}
