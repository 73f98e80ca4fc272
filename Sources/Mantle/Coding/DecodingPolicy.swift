/// How a decode call treats problems in the data. Every problem is reported, whatever the policy.
///
///     let issue = try Issue.decode(json: text, policy: .strict.unknownKeys(.refused))
///     let seen = try Issue.decoding(json: text, policy: .audit.diagnostics(atMost: 100))
///
/// | Policy | A property that cannot be decoded | An element that cannot be decoded |
/// |---|---|---|
/// | ``strict`` | an error | an error |
/// | ``lenient`` | its default or nil, with a warning; an error without either | dropped, with a warning |
/// | ``lenientKeepingIndices`` | as ``lenient`` | nil, in an array of optionals |
/// | ``audit`` | as ``lenient``, but reported as an error | dropped, but reported as an error |
///
/// ```swift
/// let text = #"[{"login": "ann"}, {"login": 7}]"#
/// let decoded = try [User].decoding(json: text, policy: .lenient)
/// print(decoded.value?.count ?? 0)  // 1
/// ```
///
/// A policy applies to the whole call, including nested models. To tolerate problems of a single property,
/// use ``Property/errorMeansDefault()`` or ``Property/lossy()``, which work in strict calls, too.
///
/// Methods return a modified policy: ``unknownKeys(_:)`` reports keys that no property maps, and
/// ``diagnostics(atMost:)`` limits the number of reported problems. A mistake in the mapping itself is a
/// ``MappingError`` under every policy.
public struct DecodingPolicy: Sendable, Hashable {
  /// Every problem is an error; a value is returned only if there are none.
  ///
  /// It is the default of all calls. The default of a property replaces a missing key only, unless a modifier
  /// such as ``Property/errorMeansDefault()`` extends it.
  public static let strict = DecodingPolicy(.strict)
  /// A property that cannot be decoded takes its default, if it has one, and an array element that cannot be
  /// decoded is dropped. Each leaves a warning.
  ///
  /// An optional property without a default becomes nil, and any other property without a default remains an
  /// error.
  public static let lenient = DecodingPolicy(.lenient)
  /// Like ``lenient``, but in an array of optionals nil replaces an element that cannot be decoded.
  ///
  /// ```swift
  /// let numbers = try [Int?].decode(json: #"[1, "x", 3]"#, policy: .lenientKeepingIndices)  // 1, nil, 3
  /// ```
  public static let lenientKeepingIndices = DecodingPolicy(.lenientKeepingIndices)
  /// Like ``lenient``, but every problem remains an error and is reported together with the value: for
  /// inspecting data in any state.
  ///
  /// A value is returned whenever possible. A value or a model that violates a validation rule is kept, and a
  /// missing key of a ``Property/required()`` property becomes nil if the type allows it. There is no value
  /// only if a property has neither a value nor a default.
  public static let audit = DecodingPolicy(.audit)

  /// The treatment of values that cannot be decoded.
  enum Mode: Sendable, Hashable {
    case strict, lenient, lenientKeepingIndices, audit
  }

  let mode: Mode
  private(set) var unknownKeys = UnknownKeys.ignored
  private(set) var maximumDiagnostics = Int.max

  private init(_ mode: Mode) { self.mode = mode }

  /// Returns the same policy with the given treatment of unmapped keys, for the outermost and all nested
  /// models.
  ///
  /// ```swift
  /// let policy = DecodingPolicy.strict.unknownKeys(.refused)
  /// do {
  ///   _ = try User.decode(json: #"{"login": "ann", "logn": "bob"}"#, policy: policy)
  /// } catch let failure as DecodingFailure {
  ///   print(failure.diagnostics.map(\.code))  // an unmapped-key error for `logn`
  /// }
  /// ```
  ///
  /// Keys are ignored by default. A model that keeps all other keys in a dictionary at the path `""` has no
  /// unmapped keys.
  public func unknownKeys(_ unknownKeys: UnknownKeys) -> DecodingPolicy {
    var policy = self
    policy.unknownKeys = unknownKeys
    return policy
  }

  /// Returns the same policy with a limit on diagnostics: at most `count` errors, and at most `count`
  /// warnings and notes together.
  ///
  /// The omitted diagnostics are counted (``Decoded/omitted``, ``DecodingFailure/omitted``). The limit does
  /// not affect the decoded value.
  ///
  /// ```swift
  /// let policy = DecodingPolicy.audit.diagnostics(atMost: 100)
  /// ```
  ///
  /// A limit less than 1 is 1.
  public func diagnostics(atMost count: Int) -> DecodingPolicy {
    var policy = self
    policy.maximumDiagnostics = max(count, 1)
    return policy
  }
}

extension DecodingPolicy {
  /// The severity of a key that no property is decoded from.
  ///
  /// ```swift
  /// let decoded = try User.decoding(json: text, policy: .strict.unknownKeys(.warned))
  /// ```
  public enum UnknownKeys: Sendable, Hashable {
    /// The key is not reported.
    case ignored
    /// The key is reported as a note by calls that list notes.
    case noted
    /// The key is reported as a warning.
    case warned
    /// The key is an error: no value is returned, unless the policy is ``DecodingPolicy/audit``.
    case refused

    var severity: Diagnostic.Severity? {
      switch self {
      case .ignored: nil
      case .noted: .note
      case .warned: .warning
      case .refused: .error
      }
    }
  }

  /// Whether a default or nil may replace a value that cannot be decoded.
  package var substitutes: Bool { mode != .strict }
  /// Whether a problem is demoted to a warning when a default or nil replaces the value.
  var demotes: Bool { mode == .lenient || mode == .lenientKeepingIndices }
  /// Whether nil replaces an element that cannot be decoded.
  var keepsIndices: Bool { mode == .lenientKeepingIndices }
  /// Whether values that violate a validation rule are kept.
  var keepsRefused: Bool { mode == .audit }

  @usableFromInline var refusesUnknownKeys: Bool { unknownKeys == .refused && mode != .audit }

  /// Whether the diagnostic prevents a value from being returned.
  package func refuses(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity == .error else { return false }
    return mode == .strict || (mode != .audit && diagnostic.code == .unmappedKey)
  }
}
