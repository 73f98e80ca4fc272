/// One thing decoding has to say about its input: data, put into words only when it is shown.
public struct Diagnostic: Error, Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Worth knowing: nothing is wrong and nothing is lost.
    case note
    /// The value was made, but something of the data was replaced or dropped.
    case warning
    /// The value could not be made of the data.
    case error

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// How bad it is.
  public var severity: Severity
  /// What kind of thing it is.
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
  ///   `JSONBytes.location(at:)`. Until then the diagnostic keeps the text.
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
  /// What to do about it, in words; nil where nothing helpful is known.
  public var advice: String? { hint?.description }
  /// The same as data.
  package var hint: Hint?
  /// The error a transformer, a rule or a hook threw, unchanged.
  public var underlying: (any Error)?

  package init(
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
  /// The text is no JSON.
  public static let syntax: Self = "syntax"
  /// A value of another kind than the property wants.
  public static let typeMismatch: Self = "type-mismatch"
  /// A key that has to be there is not.
  public static let missing: Self = "missing"
  /// Null where a value has to be.
  public static let unexpectedNull: Self = "unexpected-null"
  /// A text or number that is no case of the enum, or no member of the cluster.
  public static let unknownCase: Self = "unknown-case"
  /// A number that the type cannot hold.
  public static let outOfRange: Self = "out-of-range"
  /// A value of the right kind that the transformer cannot read.
  public static let invalidValue: Self = "invalid-value"
  /// A path goes through a value that is no object.
  public static let blockedPath: Self = "blocked-path"
  /// An object has a key more than once; the last one counts.
  public static let duplicateKey: Self = "duplicate-key"
  /// A key that no property is read from.
  public static let unmappedKey: Self = "unmapped-key"
  /// A value was taken in another form than the canonical one.
  public static let coercion: Self = "coercion"
  /// A default took the place of a value.
  public static let defaultUsed: Self = "default-used"
  /// A value was found under another than the canonical path.
  public static let aliasUsed: Self = "alias-used"
  /// An element that could not be read was left out.
  public static let elementDropped: Self = "element-dropped"
  /// A rule refused a value, or a hook threw.
  public static let validation: Self = "validation"
  /// The text begins with a byte order mark.
  package static let byteOrderMark: Self = "byte-order-mark"
  /// Writing the value back would give other JSON.
  public static let lossyRoundTrip: Self = "lossy-round-trip"
  /// The text is over a limit of the call.
  public static let limit: Self = "limit"
  /// The mapping is wrong, not the data: see ``MappingError``.
  public static let definition: Self = "definition"
  /// The archive is damaged, or its object is no such model.
  public static let archive: Self = "archive"
  /// An archived object was brought from an older version, or is of a newer one.
  public static let migration: Self = "migration"
}
