/// The settings of one decode call: the treatment of problems, the profile and the limits.
///
///     let issue = try Issue.decode(json: text, options: DecodingOptions(unknownKeys: .refused))
///     let seen = try Issue.report(json: text, options: .lenient)
///
/// Every call that decodes takes the options as its last argument. ``strict`` is the default of all calls.
///
/// | To … | use |
/// |---|---|
/// | tolerate problems in the data | ``lenient`` or ``audit`` |
/// | refuse or report keys that no property maps | `unknownKeys:` |
/// | decode another form of the models | `profile:` |
/// | pass values to hooks and hand-written types | `userInfo:` |
/// | bound the size and depth of an untrusted document | `limits:` |
///
/// A mistake in the mapping itself is thrown as a ``MappingError``, whatever the options are.
public struct DecodingOptions: Sendable {
  /// The policy that decides whether problems in the data are errors.
  public var policy: DecodingPolicy
  /// The severity of keys that no property is decoded from, for the outermost and all nested models.
  ///
  /// ```swift
  /// do {
  ///   let options = DecodingOptions(unknownKeys: .refused)
  ///   _ = try User.decode(json: #"{"login": "ann", "logn": "bob"}"#, options: options)
  /// } catch let failure as DecodingFailure {
  ///   print(failure.diagnostics.map(\.code))  // an unmapped-key error for `logn`
  /// }
  /// ```
  ///
  /// Unmapped keys are ignored by default. A model that keeps all other keys in a dictionary at the path `""`
  /// has no unmapped keys.
  public var unknownKeys: UnknownKeys
  /// The profile of the mappings to use, inherited by nested models that have a profile of that name; nil for the
  /// main mappings.
  public var profile: String?
  /// The caller's own values, which hooks and hand-written types read from the ``DecodingContext``.
  public var userInfo: [String: any Sendable]
  /// The maximum number of errors, and of warnings and notes together, that are reported.
  ///
  /// The other diagnostics are counted (``DecodingReport/omittedCount``). The limit does not affect the decoded
  /// value. A limit less than 1 is treated as 1.
  public var maximumDiagnostics: Int {
    didSet { maximumDiagnostics = max(maximumDiagnostics, 1) }
  }
  /// The limits of the document, or of each element for calls that decode one element after another.
  public var limits: JSONLimits

  /// Creates options for a decode call. Omitted arguments have the values of ``strict``.
  ///
  /// ```swift
  /// let options = DecodingOptions(.audit, maximumDiagnostics: 100)
  /// ```
  public init(
    _ policy: DecodingPolicy = .strict, unknownKeys: UnknownKeys = .ignored, profile: String? = nil,
    userInfo: [String: any Sendable] = [:], maximumDiagnostics: Int = .max, limits: JSONLimits = .default
  ) {
    self.policy = policy
    self.unknownKeys = unknownKeys
    self.profile = profile
    self.userInfo = userInfo
    self.maximumDiagnostics = max(maximumDiagnostics, 1)
    self.limits = limits
  }

  /// The options of ``DecodingPolicy/strict``: every problem is an error.
  public static let strict = DecodingOptions(.strict)
  /// The options of ``DecodingPolicy/lenient``: defaults replace values that cannot be decoded.
  public static let lenient = DecodingOptions(.lenient)
  /// The options of ``DecodingPolicy/audit``: problems are reported together with the value.
  public static let audit = DecodingOptions(.audit)

  /// Whether the policy is strict and the number of diagnostics is not limited, so that the result for one
  /// element of an array does not depend on the other elements.
  @usableFromInline var isStrict: Bool { policy == .strict && maximumDiagnostics == .max }

  @usableFromInline var refusesUnknownKeys: Bool { unknownKeys == .refused && policy != .audit }
}

/// The treatment of problems in the data by a decode call. Every problem is reported, whatever the policy.
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
/// let report = try [User].report(json: text, options: .lenient)
/// print(report.value?.count ?? 0)  // 1
/// ```
///
/// A policy applies to the whole call, including nested models. To tolerate problems of a single property,
/// use ``Property/default(_:for:)`` or ``Property/lossy()``, which work in strict calls, too.
public struct DecodingPolicy: Sendable, Hashable {
  /// The policy under which every problem is an error, and a value is returned only if there are no errors.
  ///
  /// All calls use this policy by default. The default of a property replaces a missing key only, unless a
  /// modifier such as ``Property/default(_:for:)`` extends it.
  public static let strict = DecodingPolicy(.strict)
  /// The policy under which a property that cannot be decoded takes its default, if it has one, and an array
  /// element that cannot be decoded is dropped. A warning is reported for each.
  ///
  /// An optional property without a default becomes nil, and any other property without a default remains an
  /// error.
  public static let lenient = DecodingPolicy(.lenient)
  /// The policy ``lenient``, except that nil replaces an element that cannot be decoded in an array of
  /// optionals.
  ///
  /// ```swift
  /// let options = DecodingOptions(.lenientKeepingIndices)
  /// let numbers = try [Int?].decode(json: #"[1, "x", 3]"#, options: options)  // 1, nil, 3
  /// ```
  public static let lenientKeepingIndices = DecodingPolicy(.lenientKeepingIndices)
  /// The policy for inspecting data in any state: defaults replace invalid values as under ``lenient``, but
  /// every problem remains an error and is reported together with the value.
  ///
  /// A value is returned whenever possible. A value or a model that violates a validation rule is kept, and a
  /// missing key of a ``Property/required()`` property becomes nil if the type allows it. There is no value
  /// only if a property has neither a value nor a default.
  public static let audit = DecodingPolicy(.audit)

  /// The treatment of values that cannot be decoded under a policy.
  private enum Mode: Sendable, Hashable {
    case strict, lenient, lenientKeepingIndices, audit
  }

  private let mode: Mode

  private init(_ mode: Mode) { self.mode = mode }
}

extension DecodingOptions {
  /// The severity of a key that no property is decoded from.
  ///
  /// ```swift
  /// let report = try User.report(json: text, options: DecodingOptions(unknownKeys: .warned))
  /// ```
  public enum UnknownKeys: Sendable, Hashable {
    /// An unmapped key is not reported.
    case ignored
    /// An unmapped key is reported as a note by calls that list notes.
    case noted
    /// An unmapped key is reported as a warning.
    case warned
    /// An unmapped key is an error: no value is returned, unless the policy is ``DecodingPolicy/audit``.
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
}

extension DecodingPolicy {
  /// Whether a default or nil may replace a value that cannot be decoded.
  package var substitutes: Bool { mode != .strict }
  /// Whether a problem becomes a warning if a default or nil replaces the value.
  var demotes: Bool { mode == .lenient || mode == .lenientKeepingIndices }
  /// Whether nil replaces an element that cannot be decoded in an array of optionals.
  var keepsIndices: Bool { mode == .lenientKeepingIndices }
  /// Whether the decoded model keeps values that violate a validation rule.
  var keepsRefused: Bool { mode == .audit }

  /// Returns whether a diagnostic prevents a value from being returned under this policy.
  package func refuses(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity == .error else { return false }
    return mode == .strict || (mode != .audit && diagnostic.code == .unmappedKey)
  }
}
