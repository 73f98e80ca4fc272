/// An element's error, with its index.
public struct ElementError: DescribedError, Sendable {
  /// The element's place in the array, from 0.
  public let index: Int
  /// What the conversion threw.
  public let underlying: any Error

  public var description: String { "element \(index): \(errorText(underlying))" }
}

/// The error of a dictionary's value, with its key.
public struct MemberError: DescribedError, Sendable {
  /// The member's key.
  public let key: String
  /// What the conversion threw.
  public let underlying: any Error

  public var description: String { "key `\(key)`: \(errorText(underlying))" }
}
