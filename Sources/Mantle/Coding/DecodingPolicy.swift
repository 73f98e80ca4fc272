/// How a decode call treats problems in the data. Every problem is reported, whatever the policy.
///
///     let issue = try Issue.decode(json: text, policy: .strict.unknownKeys(.refused))
///     let seen = try Issue.decoding(json: text, policy: .audit.diagnostics(atMost: 100))
public struct DecodingPolicy: Sendable, Hashable {
  /// Every problem is an error; a value is returned only if there are none.
  public static let strict = DecodingPolicy(.strict)
  /// A property that cannot be decoded takes its default, if it has one, and an array element that cannot be
  /// decoded is dropped. Each leaves a warning.
  public static let lenient = DecodingPolicy(.lenient)
  /// Like ``lenient``, but in an array of optionals nil replaces an element that cannot be decoded.
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
  private(set) var mostDiagnostics = Int.max

  private init(_ mode: Mode) { self.mode = mode }

  /// Returns the same policy with the given treatment of unmapped keys, for the outermost and all nested
  /// models.
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
  public func diagnostics(atMost count: Int) -> DecodingPolicy {
    var policy = self
    policy.mostDiagnostics = max(count, 1)
    return policy
  }
}

extension DecodingPolicy {
  /// The severity of a key that no property is decoded from.
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
