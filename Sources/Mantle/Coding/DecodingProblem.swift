/// The reason why one value could not be decoded, with its location as a node of the document.
///
/// The problem becomes a ``Diagnostic`` with path, line and column when the decode call ends.
///
/// A hand-written `decode` creates a problem by ``JSONCursor/mismatch(expected:code:detail:)`` and throws it:
///
/// ```swift
/// guard let value = Level(text) else { throw json.mismatch(expected: "a level from 1 to 5", code: .invalidValue) }
/// ```
public struct DecodingProblem: DescribedError, Sendable {
  /// The kind of problem, such as a type mismatch.
  package var code: Diagnostic.Code
  /// The expected value, as a phrase such as `a positive number`.
  package var expected: String?
  /// The value that was found in the input, shortened; nil to omit it from the message.
  package var found: String?
  /// An additional explanation, which is appended to the message.
  package var detail: String?
  /// A suggested fix; nil if there is none.
  var hint: Hint?
  /// The node index of the invalid value; for a missing key, of the object that lacks the key.
  @usableFromInline var nodeIndex: Int
  /// The path from the node to the missing key; empty if the node itself is invalid.
  @usableFromInline package var suffix: [JSONKeyPath.Component]
  /// The node index of the first of several values with the same key; nil for other problems.
  var relatedIndex: Int?
  /// The error thrown by a transformer, a validation rule or a hook, unchanged.
  package var underlying: (any Error)?

  @usableFromInline package init(
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
  /// The expected value and the found value in one line, without the location.
  public var description: String {
    let words = Self.words(expected: expected, found: found, detail, underlying.map(errorText))
    return words.isEmpty ? code.rawValue : words
  }

  /// Returns a message such as `expected integer, found "7"`, followed by further details. Parts that are nil
  /// are omitted.
  static func words(expected: String?, found: String?, _ more: String?...) -> String {
    ([expected.map { "expected \($0)" }, found.map { "found \($0)" }] + more).compactMap { $0 }
      .joined(separator: ", ")
  }

  /// Converts a problem in a replacement document to a problem of the value that the document replaced,
  /// because a replacement document is in no file. The message names the location in the replacement document.
  ///
  /// - Parameter paths: a walk through the replacement document that has not passed the problem's node yet.
  func placed(at node: Int, insteadOf replacement: JSONDocument, _ paths: inout PathWalk) -> DecodingProblem {
    let path = JSONKeyPath(paths.path(of: nodeIndex).components + suffix)
    let location = JSONNode(document: replacement, index: nodeIndex).location
    let place = "\(location) of the JSON that replaces the value"
    var placed = self
    placed.nodeIndex = node
    placed.suffix = []
    placed.relatedIndex = nil
    placed.detail = [detail, path.isEmpty ? "at \(place)" : "at `\(path)`, \(place)"]
      .compactMap { $0 }.joined(separator: "; ")
    return placed
  }
}

/// An error that is thrown instead of problems that are already recorded in the context, so that no problem is
/// reported twice.
@usableFromInline package struct ProblemsRecorded: Error {
  @usableFromInline package init() {}
}

/// An error that a transformer throws to describe the expected value. The caller adds the location.
///
///     guard let level = Level(text) else { throw TransformError(expected: "a level from 1 to 5") }
///
/// The result is a diagnostic such as `1:10: error: Task.level: expected a level from 1 to 5, found "9"`,
/// whose path, line and column are those of the value.
public struct TransformError: DescribedError, Sendable, Hashable {
  /// The kind of problem, such as an invalid value.
  package var code: Diagnostic.Code
  /// The expected value, as a phrase such as `a positive number`.
  package var expected: String
  /// The value that was found, as a phrase; nil if it is the JSON value that is being decoded.
  package var found: String?
  /// A suggested fix; nil if there is none.
  package var hint: Hint?

  /// Creates an error to be thrown by a transformer or a validation rule.
  ///
  /// ```swift
  /// let error = TransformError(expected: "a port such as `port-80`", found: "`80`")
  /// print(error)  // expected a port such as `port-80`, found `80`
  /// ```
  ///
  /// - Parameters:
  ///   - code: the kind of problem, by which scripts recognize it.
  ///   - expected: the expected value as a phrase, such as `a positive number`.
  ///   - found: the value that was found; nil for the value in the input.
  public init(_ code: Diagnostic.Code = .invalidValue, expected: String, found: String? = nil) {
    self.code = code
    self.expected = expected
    self.found = found
  }

  /// The error in one line, such as `expected a level from 1 to 5`.
  public var description: String { "expected \(expected)" + (found.map { ", found \($0)" } ?? "") }
}

extension JSONCursor {
  /// Returns the error for a value of the wrong kind or form, to be thrown by a hand-written `decode`.
  ///
  /// ```swift
  /// guard parts.count == 2 else {
  ///   throw json.mismatch(expected: "a size such as \"640x480\"", code: .invalidValue)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - expected: the expected value as a phrase.
  ///   - code: the kind of problem; a type mismatch by default.
  ///   - detail: further explanation, which follows the message.
  @inline(never) public func mismatch(
    expected: String, code: Diagnostic.Code = .typeMismatch, detail: String? = nil
  ) -> DecodingProblem {
    mismatch(expected: expected, code: code, detail: detail, hint: nil)
  }

  /// Returns the error for a value of the wrong kind or form, with a suggested fix. The fix for null is always
  /// to allow null.
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

  /// Converts an error that a transformer or a validation rule threw into a problem located at this value. A
  /// ``MappingError`` and an error for recorded problems are returned unchanged.
  @inline(never) @usableFromInline func problem(from error: any Error) -> any Error {
    switch error {
    case is DecodingProblem, is ProblemsRecorded, is MappingError: error
    case let error as TransformError:
      DecodingProblem(
        error.code, at: index, expected: error.expected, found: error.found ?? foundText,
        hint: error.hint, underlying: error)
    case let error as ElementError:
      at(elementNode(error.index) ?? index).problem(from: error.underlying)
    default:
      DecodingProblem(
        .invalidValue, at: index, found: foundText, detail: errorText(error), underlying: error)
    }
  }
}
