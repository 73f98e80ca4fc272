/// The models of an input of any size, decoded one at a time and not retained.
///
/// ```swift
/// for element in try Issue.sequence(inFile: "issues.ndjson") {
///   switch element.result {
///   case .success(let issue): …
///   case .failure(let failure): …   // all problems, with line and column in the file
///   }
/// }
/// ```
///
/// Memory is bounded by the largest element because the memory for parsing is reused. ``forEach(threads:_:)``
/// decodes on several threads. A malformed or invalid element is one failed element, and the iteration
/// continues. The sequence can be iterated any number of times.
public struct JSONModelSequence<Model: JSONConvertible>: Sequence, Sendable {
  /// The input that contains the elements.
  let bytes: JSONBytes
  /// The path that precedes the index in the elements' paths, such as `items` in `items[3].title`.
  let path: JSONKeyPath
  let children: JSONChildren
  let options: ElementOptions

  /// Returns an iterator at the first element.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// An element of the sequence, with its value or its problems.
  public struct Element {
    /// The index of the element, from 0; failed elements count.
    public let index: Int
    /// The byte range of the element in the input.
    public let range: Range<Int>
    /// The value with all of its diagnostics.
    public let decoded: Decoded<Model>

    @inlinable init(index: Int, range: Range<Int>, decoded: Decoded<Model>) {
      self.index = index
      self.range = range
      self.decoded = decoded
    }

    @usableFromInline var isSyntaxError: Bool { diagnostics.contains { $0.code == .syntax } }

    /// The model; nil if decoding failed.
    public var value: Model? { decoded.value }
    /// The diagnostics in document order, with lines and columns of the whole input.
    public var diagnostics: [Diagnostic] { decoded.diagnostics }

    /// The model, or all errors.
    public var result: Result<Model, DecodingFailure> {
      Result { () throws(DecodingFailure) in try decoded.get() }
    }
  }
}

extension JSONModelSequence.Element: Sendable where Model: Sendable {}

extension JSONConvertible {
  /// Returns the models of an input: NDJSON, concatenated values, a top-level array, or an array inside the
  /// document.
  ///
  /// ```swift
  /// for element in try Issue.sequence(in: bytes, at: "items") { print(element.value?.title ?? "invalid") }
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - path: The path of the array in the document, such as `items`; empty for the document itself.
  ///   - form: The layout of the models, which is used only for an empty path.
  ///   - limits: The limits for each element.
  ///   - policy: The decoding policy; policies other than strict decode more slowly.
  ///   - profile: The profile of the mapping to use.
  ///   - userInfo: Values for custom transformers and hooks.
  ///   - collectsNotes: Whether to collect notes and warnings for elements without errors, which is slower.
  /// - Throws: A ``DecodingFailure`` if there is no array at the path; a ``MappingError`` for an unknown
  ///   profile.
  /// - Complexity: O(*n*) for finding the array at a path, at several gigabytes per second.
  public static func sequence(
    in bytes: JSONBytes, at path: JSONKeyPath = JSONKeyPath(), form: JSONSequenceForm = .automatic,
    limits: JSONLimits = .default, policy: DecodingPolicy = .strict, profile: String? = nil,
    userInfo: [String: any Sendable] = [:], collectsNotes: Bool = false
  ) throws -> JSONModelSequence<Self> {
    if profile != nil { try checkNames(profile: profile, properties: []) }
    return JSONModelSequence(
      bytes: bytes, path: path, children: try bytes.sequence(at: path, form: form),
      options: ElementOptions(
        limits: limits, policy: policy, profile: profile, userInfo: userInfo, collectsNotes: collectsNotes))
  }
}
