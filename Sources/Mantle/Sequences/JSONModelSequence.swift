/// The models of a text of any size, decoded one after the other and forgotten again.
///
///     for element in try Issue.sequence(inFile: "issues.ndjson") {
///       switch element.result {
///       case .success(let issue): …
///       case .failure(let failure): …   // every problem with its line and column in the file
///       }
///     }
///
/// One element at a time is parsed, in memory that is used again: at any size of the text, memory stays that of
/// its largest element; ``forEach(threads:_:)`` takes several threads. An element that is no JSON, or no model, is one failed element; the rest goes on.
/// The sequence can be gone through any number of times.
public struct JSONModelSequence<Model: JSONConvertible>: Sequence, Sendable {
  /// The text the elements are in.
  package let bytes: JSONBytes
  /// Where the elements' paths begin: `items` in `items[3].title`.
  package let path: JSONKeyPath
  let children: JSONChildren
  let options: ElementOptions

  public func makeIterator() -> Iterator { Iterator(self) }

  /// One value of the sequence, decoded or not.
  public struct Element {
    /// Its place among the elements, from 0; failed ones count.
    public let index: Int
    /// Where it stands in the text.
    public let range: Range<Int>
    /// The value with everything reading it had to say.
    public let decoded: Decoded<Model>

    @inlinable init(index: Int, range: Range<Int>, decoded: Decoded<Model>) {
      self.index = index
      self.range = range
      self.decoded = decoded
    }

    @usableFromInline var isSyntaxError: Bool { diagnostics.contains { $0.code == .syntax } }

    /// Nil when it could not be read.
    public var value: Model? { decoded.value }
    /// In the order of the text; with lines and columns of the whole text.
    public var diagnostics: [Diagnostic] { decoded.diagnostics }

    /// The value, or all errors.
    public var result: Result<Model, DecodingFailure> {
      Result { () throws(DecodingFailure) in try decoded.get() }
    }
  }
}

extension JSONModelSequence.Element: Sendable where Model: Sendable {}

extension JSONConvertible {
  /// The models of a text: NDJSON, values after each other, a top-level array, or an array in an object.
  ///
  /// - Parameters:
  ///   - path: the array's place in the text's only value, e.g. `items`; empty for the text itself.
  ///   - form: how the models stand beside each other; only for an empty path.
  ///   - collectsNotes: whether notes and warnings are wanted of elements without an error. That takes the
  ///     slower way through every element; other policies than strict take it anyway.
  /// - Throws: a ``DecodingFailure`` where there is no array at the path.
  /// - Complexity: finding the array takes one look over the text, at several gigabytes a second.
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
