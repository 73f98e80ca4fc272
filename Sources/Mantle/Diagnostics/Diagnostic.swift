/// A problem or note about the input of a decoding operation.
///
/// A diagnostic consists of data; its text is generated when it is displayed.
///
/// ```swift
/// let report = try Issue.report(json: text, options: .lenient)
/// for diagnostic in report.diagnostics where diagnostic.severity == .error {
///   print(diagnostic.path, diagnostic.message)
/// }
/// ```
///
/// | Property | Example |
/// |---|---|
/// | ``severity`` | ``Severity/error`` |
/// | ``code`` | ``Code/unknownCase`` |
/// | ``model``, ``property`` | `Issue`, `state` |
/// | ``path``, ``location`` | `[3].state`, line 7 and column 15 |
/// | ``expected``, ``found`` | `"open" or "closed"`, `"opne"` |
/// | ``help`` | the probable case |
///
/// A printed diagnostic is one line in the format of compilers, which editors recognize:
///
/// ```
/// 1:51: error: Issue.state: expected "open" or "closed", found "reopened"  [state]
/// ```
///
/// ``rendered(in:name:)`` adds the source line, a caret and the suggestion. Texts from the input are
/// shortened and their control characters are shown as escapes, so all texts are safe for terminals and logs.
/// Codes are stable: compare ``code`` and not the message.
///
/// An error prevents a value under ``DecodingPolicy/strict``. Warnings report substitutes, such as a dropped
/// element. Notes report information, such as a default, an alias or a coercion, and are collected by
/// ``JSONConvertible/report(json:options:)-(String,_)`` only.
public struct Diagnostic: Error, Sendable {
  /// The severity of a diagnostic, in ascending order.
  ///
  /// ```swift
  /// let problems = report.diagnostics.filter { $0.severity >= .warning }
  /// ```
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Information only: nothing is wrong and no data is lost.
    case note
    /// The value was decoded, but part of the data was replaced or dropped.
    case warning
    /// The value could not be decoded.
    case error

    /// Returns whether the first severity is lower than the second.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The severity of the problem: a note, a warning or an error.
  public var severity: Severity
  /// The kind of problem, a stable identifier.
  ///
  /// ```swift
  /// let missing = failure.diagnostics.filter { $0.code == .missing }.map(\.path)
  /// ```
  public var code: Code
  /// The name of the model, such as `Issue`; nil if no model is affected, as in a syntax error.
  public var model: String?
  /// The Swift name of the property, such as `htmlURL`; nil if no property is affected.
  public var property: String?
  /// The concrete path from the root of the document, such as `issues[3].user.login`.
  ///
  /// ```swift
  /// let node = document.root.find(diagnostic.path)
  /// ```
  ///
  /// For a missing key, it is the path at which the key was expected.
  public var path: JSONKeyPath
  /// The line, column and offset in the input; nil if the value was not decoded from text.
  ///
  /// - Complexity: O(*offset*) in an input of many megabytes whose lines have not been counted; see
  ///   `JSONBytes/location(at:)`. A diagnostic far into such an input retains the input.
  public var location: SourceLocation? {
    get { place?.location }
    set { place = newValue.map(Place.known) }
  }
  /// The stored location of the problem, whose line and column are computed on demand.
  private var place: Place?
  /// The expected value as a phrase, such as `"open" or "closed"` or `integer from -128 to 127`.
  public var expected: String?
  /// The value that was found, shortened, such as `"reopened"`, `number 12` or `null`.
  public var found: String?
  /// Additional information, such as the alias or default that was tried, the applied coercion or the
  /// underlying error.
  public var detail: String?
  /// A suggestion for fixing the problem, as text; nil if there is none.
  public var help: String? { hint?.description }
  /// The suggestion for fixing the problem, as data; nil if there is none.
  package var hint: Hint?
  /// The unchanged error that a transformer, a rule or a hook threw.
  public var underlying: (any Error)?

  /// Creates a diagnostic of which only the severity and the code are required, for example for the tests of an
  /// error view.
  public init(
    _ severity: Severity, _ code: Code, model: String? = nil, property: String? = nil,
    path: JSONKeyPath = JSONKeyPath(), location: SourceLocation? = nil, expected: String? = nil,
    found: String? = nil, detail: String? = nil, underlying: (any Error)? = nil
  ) {
    self.init(
      severity, code, model: model, property: property, path: path, location: location, expected: expected,
      found: found, detail: detail, hint: nil, underlying: underlying)
  }

  /// Creates a diagnostic with a suggestion.
  package init(
    _ severity: Severity, _ code: Code, model: String? = nil, property: String? = nil,
    path: JSONKeyPath = JSONKeyPath(), location: SourceLocation? = nil, expected: String? = nil,
    found: String? = nil, detail: String? = nil, hint: Hint?,
    underlying: (any Error)? = nil
  ) {
    self.severity = severity
    self.code = code
    self.model = model
    self.property = property
    self.path = path
    place = location.map(Place.known)
    self.expected = expected
    self.found = found
    self.detail = detail
    self.hint = hint
    self.underlying = underlying
  }

  /// Returns a copy of the diagnostic that is located at a byte offset, without counting the lines of a large
  /// input yet.
  package func placed(at offset: Int, in bytes: JSONBytes) -> Diagnostic {
    var copy = self
    copy.place = Place(offset, in: bytes)
    return copy
  }
}

extension Diagnostic: Hashable {
  /// Returns whether all properties of two diagnostics are equal, except the underlying error, which may not be
  /// comparable.
  public static func == (a: Diagnostic, b: Diagnostic) -> Bool {
    a.severity == b.severity && a.code == b.code && a.model == b.model && a.property == b.property
      && a.path == b.path && a.location == b.location && a.expected == b.expected && a.found == b.found
      && a.detail == b.detail && a.hint == b.hint
  }

  /// Hashes the code, the path and the location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path)
    hasher.combine(location)
  }
}

extension Diagnostic {
  /// The kind of a problem: a stable identifier in kebab case, for scripts.
  ///
  /// Codes of your own are permitted: `throw TransformError("unknown-currency", expected: "a currency")`.
  public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The identifier, such as `type-mismatch`.
    public let rawValue: String
    /// Creates a code from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a code from its identifier.
    public init(stringLiteral value: String) { rawValue = value }
  }
}

extension Diagnostic.Code {
  /// The input is not valid JSON.
  ///
  /// No value is decoded from such an input, unless it is a sequence of lines or elements, of which the other
  /// elements are decoded.
  public static let syntax: Self = "syntax"
  /// A value of a different kind than the property expects.
  ///
  /// For example `"7"` for an integer, or `1` for a boolean. The suggestion names the transformer that
  /// accepts the value.
  public static let typeMismatch: Self = "type-mismatch"
  /// A required key is absent.
  ///
  /// Add a ``Property/default(_:for:)`` or make the property optional to accept the input.
  public static let missing: Self = "missing"
  /// Null for a property that requires a value.
  ///
  /// Make the property optional, or set ``Property/default(_:for:)``, to accept the input.
  public static let unexpectedNull: Self = "unexpected-null"
  /// A string or number that is not a case of the enum or a member of the class cluster.
  ///
  /// The message lists the known cases. ``OpenCase`` preserves unknown cases, and
  /// `JSONTransformer.cases(unknown:)` replaces them by a given case.
  public static let unknownCase: Self = "unknown-case"
  /// A number that the type cannot represent.
  ///
  /// For example `300` for an `Int8`. The suggestion names a wider type.
  public static let outOfRange: Self = "out-of-range"
  /// A value of the expected kind that the transformer rejects.
  ///
  /// For example a string that is not a date, or `3.7` for an integer.
  public static let invalidValue: Self = "invalid-value"
  /// A key path leads through a value that is not an object.
  ///
  /// For example the string in `{"user": "ann"}` for a property at `user.login`.
  public static let blockedPath: Self = "blocked-path"
  /// A key occurs more than once in an object; its last value is used.
  ///
  /// The diagnostic is a warning or a note, because the value is decoded.
  public static let duplicateKey: Self = "duplicate-key"
  /// A key that no property maps.
  ///
  /// The key is reported only if the options of the call require it:
  /// ``DecodingOptions/unknownKeys-swift.property``.
  public static let unmappedKey: Self = "unmapped-key"
  /// A value was accepted in a form other than the canonical one.
  ///
  /// For example `"7"`, decoded by ``JSONTransformer/numberOrString``. The diagnostic is a note.
  public static let coercion: Self = "coercion"
  /// A default replaced a value.
  ///
  /// The key was missing, or its value could not be decoded and the policy or the property tolerates it.
  public static let defaultUsed: Self = "default-used"
  /// A value was found at an alias of its key path.
  ///
  /// See the parameter `aliases` of ``Property/init(_:_:or:)``. The diagnostic is a note.
  public static let aliasUsed: Self = "alias-used"
  /// An invalid element was left out of a collection.
  ///
  /// See ``DecodingPolicy/lenient`` and ``Property/lossy()``.
  public static let elementDropped: Self = "element-dropped"
  /// A rule rejected a value, or a hook threw an error.
  ///
  /// See ``Property/validated(_:)`` and ``Mapping/afterDecoding(_:)``. ``Diagnostic/underlying`` is the
  /// thrown error.
  public static let validation: Self = "validation"
  /// The input begins with a byte order mark.
  package static let byteOrderMark: Self = "byte-order-mark"
  /// Encoding the value would produce different JSON.
  public static let lossyRoundTrip: Self = "lossy-round-trip"
  /// The input exceeds a limit of the call.
  ///
  /// See ``JSONLimits``.
  public static let limit: Self = "limit"
  /// The mapping is invalid, not the data; see ``MappingError``.
  public static let definition: Self = "definition"
  /// The archive is damaged, or its object is not of the expected model.
  public static let archive: Self = "archive"
  /// An archived object was migrated from an older version, or has a newer version.
  public static let migration: Self = "migration"
}
