/// Why one value could not be decoded: data, and the place as a node of the document being read.
///
/// It becomes a ``Diagnostic`` with path, line and column when the call that holds the document ends.
public struct DecodingProblem: DescribedError, Sendable {
  /// What kind of problem it is.
  package var code: Diagnostic.Code
  /// What would have been right, as a phrase.
  package var expected: String?
  /// What stood there, shortened.
  package var found: String?
  /// Further words, for people.
  package var detail: String?
  /// What to do about it.
  package var hint: Hint?
  /// The value concerned; for a missing key, the object that lacks it.
  @usableFromInline var nodeIndex: Int
  /// From that node to the place meant: the missing key.
  @usableFromInline var suffix: [JSONKeyPath.Component]
  /// Another value that the problem has to do with: the first of those with a repeated key.
  var relatedIndex: Int?
  /// The error a transformer, a rule or a hook threw, unchanged.
  package var underlying: (any Error)?

  @usableFromInline init(
    _ code: Diagnostic.Code, at nodeIndex: Int, suffix: [JSONKeyPath.Component] = [],
    expected: String? = nil, found: String? = nil, detail: String? = nil, hint: Hint? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.nodeIndex = nodeIndex
    self.suffix = suffix
    self.expected = expected
    self.found = found
    self.detail = detail
    self.hint = hint
    self.underlying = underlying
  }
}

extension DecodingProblem {
  public var description: String {
    let words = Self.words(expected: expected, found: found, detail, underlying.map(errorText))
    return words.isEmpty ? code.rawValue : words
  }

  /// `expected integer, found "7"`, with what else there is to say.
  static func words(expected: String?, found: String?, _ more: String?...) -> String {
    ([expected.map { "expected \($0)" }, found.map { "found \($0)" }] + more).compactMap { $0 }
      .joined(separator: ", ")
  }

  /// The problem of a text that took a value's place and stands in no file: placed at that value, and told where
  /// in the text it is.
  ///
  /// - Parameter paths: of that text; has not been asked for a later node.
  func placed(at node: Int, insteadOf replacement: JSONDocument, _ paths: inout PathWalk) -> DecodingProblem {
    let path = JSONKeyPath(paths.path(of: nodeIndex).components + suffix)
    let location = JSONNode(document: replacement, index: nodeIndex).location
    let place = "\(location.line):\(location.column) of the text in the value's place"
    var placed = self
    placed.nodeIndex = node
    placed.suffix = []
    placed.relatedIndex = nil
    placed.detail = [detail, path.isEmpty ? "at \(place)" : "at `\(path)`, \(place)"]
      .compactMap { $0 }.joined(separator: "; ")
    return placed
  }
}

/// Thrown by a decode step whose problems are already on record, so that nothing is reported twice.
@usableFromInline struct ProblemsRecorded: Error {
  @usableFromInline init() {}
}

/// An error a transformer throws: what would have been right, in words. The place is added on the way out.
public struct TransformError: DescribedError, Sendable, Hashable {
  /// What kind of problem it is.
  package var code: Diagnostic.Code
  /// What would have been right, as a phrase: `a positive number`.
  package var expected: String
  /// What was found, where that is more than the JSON value itself.
  package var found: String?
  /// What to do about it.
  package var hint: Hint?

  /// An error to be thrown by a transformer or a rule.
  public init(_ code: Diagnostic.Code = .invalidValue, expected: String, found: String? = nil) {
    self.code = code
    self.expected = expected
    self.found = found
  }

  public var description: String { "expected \(expected)" + (found.map { ", found \($0)" } ?? "") }
}

extension JSONCursor {
  /// The error for a value of the wrong kind or form, to be thrown by a hand-written `decode`.
  @inline(never) public func mismatch(
    expected: String, code: Diagnostic.Code = .typeMismatch, detail: String? = nil
  ) -> DecodingProblem {
    mismatch(expected: expected, code: code, detail: detail, hint: nil)
  }

  /// The same with what to do about it, which for null is known already.
  @inline(never) @usableFromInline func mismatch(
    expected: String, code: Diagnostic.Code = .typeMismatch, detail: String? = nil,
    hint: @autoclosure () -> Hint?
  ) -> DecodingProblem {
    let isMissingValue = isNull && code == .typeMismatch
    return DecodingProblem(
      isMissingValue ? .unexpectedNull : code, at: index, expected: expected, found: foundText,
      detail: detail,
      hint: isMissingValue ? .nullNotAllowed : hint())
  }

  /// The error for whatever a transformer or rule threw while reading this value.
  @inline(never) @usableFromInline func problem(from error: any Error) -> any Error {
    switch error {
    case is DecodingProblem, is ProblemsRecorded, is MappingError: error
    case let error as TransformError:
      DecodingProblem(
        error.code, at: index, expected: error.expected, found: error.found ?? foundText,
        hint: error.hint, underlying: error)
    case let error as ElementError: (element(error.index) ?? self).problem(from: error.underlying)
    default:
      DecodingProblem(
        .invalidValue, at: index, found: foundText, detail: errorText(error), underlying: error)
    }
  }
}
