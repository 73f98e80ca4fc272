/// How a decode call treats problems in the data. Whatever it does, it is reported.
public enum DecodingPolicy: Sendable, Hashable {
  /// Every problem is an error; a value comes back only when there is none.
  case strict
  /// A property that cannot be read takes its default where it has one; an array element that cannot be read
  /// is dropped. Each leaves a warning.
  case lenient
  /// As lenient, but a dropped element of an array of optionals leaves nil in its place.
  case holdingPlace
  /// Never fails: as lenient, and what has no substitute is listed; the value may be absent.
  case audit

  var substitutes: Bool { self != .strict }
}
