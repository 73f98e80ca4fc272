/// How a decode call treats problems in the data. Whatever it does, it is reported.
///
///     let issue = try Issue.decode(json: text, policy: .strict.unknownKeys(.refused))
///     let seen = try Issue.decoding(json: text, policy: .audit.diagnostics(atMost: 100))
public struct DecodingPolicy: Sendable, Hashable {
  /// Every problem is an error; a value comes back only when there is none.
  public static let strict = DecodingPolicy(.strict)
  /// A property that cannot be read takes its default where it has one; an array element that cannot be read
  /// is dropped. Each leaves a warning.
  public static let lenient = DecodingPolicy(.lenient)
  /// As lenient, but a dropped element of an array of optionals leaves nil in its place.
  public static let lenientKeepingIndices = DecodingPolicy(.lenientKeepingIndices)
  /// As lenient, but every problem stays the error it is, beside the value: for looking through data whatever
  /// state it is in.
  ///
  /// A value comes back wherever one can be had. A value that a rule refuses is kept, and so is a model; a key
  /// that is absent though ``Property/required()`` is nil, where the type has that. There is none only where a
  /// property has neither a value nor anything to take its place.
  public static let audit = DecodingPolicy(.audit)

  enum Mode: Sendable, Hashable {
    case strict, lenient, lenientKeepingIndices, audit
  }

  let mode: Mode
  private(set) var unknownKeys = UnknownKeys.ignored
  private(set) var mostDiagnostics = Int.max

  private init(_ mode: Mode) { self.mode = mode }

  /// The same policy with something to say about keys that no property is read from, in the outermost model and in all
  /// nested ones.
  public func unknownKeys(_ unknownKeys: UnknownKeys) -> DecodingPolicy {
    var policy = self
    policy.unknownKeys = unknownKeys
    return policy
  }

  /// The same policy with a limit on what is reported: so many errors, and as many warnings and notes.
  ///
  /// What is left out is counted (``Decoded/omitted``, ``DecodingFailure/omitted``). What becomes of the value does not
  /// change.
  public func diagnostics(atMost count: Int) -> DecodingPolicy {
    var policy = self
    policy.mostDiagnostics = max(count, 1)
    return policy
  }
}

extension DecodingPolicy {
  /// What is said about a key that no property is read from.
  public enum UnknownKeys: Sendable, Hashable {
    /// Nothing.
    case ignored
    /// A note, for calls that list notes.
    case noted
    /// A warning.
    case warned
    /// An error: there is no value, unless the policy is ``DecodingPolicy/audit``.
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

  /// Whether something may take the place of what cannot be read.
  var substitutes: Bool { mode != .strict }
  /// Whether a problem is no longer an error once something took the value's place.
  var demotes: Bool { mode == .lenient || mode == .lenientKeepingIndices }
  /// Whether nil can take the place of an element that cannot be read.
  var keepsIndices: Bool { mode == .lenientKeepingIndices }
  /// Whether what a rule refuses is kept.
  var keepsRefused: Bool { mode == .audit }

  @usableFromInline var refusesUnknownKeys: Bool { unknownKeys == .refused && mode != .audit }

  /// Whether there is no value, whatever was made of the data.
  func refuses(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity == .error else { return false }
    return mode == .strict || (mode != .audit && diagnostic.code == .unmappedKey)
  }
}
