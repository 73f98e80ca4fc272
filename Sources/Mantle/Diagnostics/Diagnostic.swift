/// One thing decoding has to say about its input: data, put into words only when it is shown.
public struct Diagnostic: Error, Sendable {
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    case note, warning, error

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  public var severity: Severity
  public var code: Code
  /// The model being decoded, e.g. `Issue`; nil where no model is concerned (a syntax error).
  public var model: String?
  /// The Swift name of the property, e.g. `htmlURL`.
  public var property: String?
  /// Where in the document: concrete, from the root, e.g. `issues[3].user.login`.
  public var path: JSONKeyPath
  /// Nil when the value did not come from a text.
  ///
  /// - Complexity: in a text of many megabytes, O(offset) where its lines were not counted so far; see
  ///   ``JSONBytes/location(at:)``. Until then the diagnostic keeps the text.
  public var location: SourceLocation? {
    get { place?.location }
    set { place = newValue.map(Place.known) }
  }
  private var place: Place?
  /// What would have been right, as a phrase: `"open" or "closed"`, `integer from -128 to 127`.
  public var expected: String?
  /// What stood there, shortened: `"reopened"`, `number 12`, `null`.
  public var found: String?
  /// Further words: the alias or default tried, the coercion applied, the underlying error.
  public var detail: String?
  /// What to do about it; nil where nothing helpful is known.
  public var hint: Hint?
  /// The error a transformer, a rule or a hook threw, unchanged.
  public var underlying: (any Error)?

  public init(
    _ severity: Severity, _ code: Code, model: String? = nil, property: String? = nil,
    path: JSONKeyPath = JSONKeyPath(), location: SourceLocation? = nil, expected: String? = nil,
    found: String? = nil, detail: String? = nil, hint: Hint? = nil,
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

  /// The same, standing at an offset of a text whose lines need not be counted yet.
  func placed(at offset: Int, in bytes: JSONBytes) -> Diagnostic {
    var copy = self
    copy.place = Place(offset, in: bytes)
    return copy
  }
}

extension Diagnostic: Hashable {
  /// Equal in everything but the underlying error, which need not be comparable.
  public static func == (a: Diagnostic, b: Diagnostic) -> Bool {
    a.severity == b.severity && a.code == b.code && a.model == b.model && a.property == b.property
      && a.path == b.path && a.location == b.location && a.expected == b.expected && a.found == b.found
      && a.detail == b.detail && a.hint == b.hint
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path)
    hasher.combine(location)
  }
}

extension Diagnostic {
  /// What kind of thing it is: a stable, kebab-case word for scripts.
  public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
  }
}

extension Diagnostic.Code {
  public static let syntax: Self = "syntax"
  public static let typeMismatch: Self = "type-mismatch"
  public static let missing: Self = "missing"
  public static let unexpectedNull: Self = "unexpected-null"
  public static let unknownCase: Self = "unknown-case"
  public static let outOfRange: Self = "out-of-range"
  public static let invalidValue: Self = "invalid-value"
  public static let blockedPath: Self = "blocked-path"
  public static let duplicateKey: Self = "duplicate-key"
  public static let unmappedKey: Self = "unmapped-key"
  public static let coercion: Self = "coercion"
  public static let defaultUsed: Self = "default-used"
  public static let aliasUsed: Self = "alias-used"
  public static let elementDropped: Self = "element-dropped"
  public static let validation: Self = "validation"
  public static let byteOrderMark: Self = "byte-order-mark"
  public static let lossyRoundTrip: Self = "lossy-round-trip"
  public static let limit: Self = "limit"
  /// The mapping is wrong, not the data: see ``MappingError``.
  public static let definition: Self = "definition"
  public static let archive: Self = "archive"
  public static let migration: Self = "migration"
}
