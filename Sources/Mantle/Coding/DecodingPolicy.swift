/// How a decode call treats problems in the data. Whatever it does, it is reported.
public enum DecodingPolicy: Sendable, Hashable {
  /// Every problem is an error; a value comes back only when there is none.
  case strict
  /// A property that cannot be read takes its default where it has one; an array element that cannot be read
  /// is dropped. Each leaves a warning.
  case lenient
  /// As lenient, but a dropped element of an array of optionals leaves nil in its place.
  case lenientKeepingIndices
  /// As lenient, but every problem stays the error it is, beside the value: for looking through data whatever
  /// state it is in.
  ///
  /// A value comes back wherever one can be had. A value that a rule refuses is kept, and so is a model; a key
  /// that is absent though ``Property/required()`` is nil, where the type has that. There is none only where a
  /// property has neither a value nor anything to take its place.
  case audit

  /// Whether something may take the place of what cannot be read.
  var substitutes: Bool { self != .strict }
  /// Whether a problem is no longer an error once something took the value's place.
  var demotes: Bool { self == .lenient || self == .lenientKeepingIndices }
  /// Whether what a rule refuses is kept.
  var keepsRefused: Bool { self == .audit }
}
