/// An element's error, with its index.
public struct ElementError: Error, Sendable {
  /// The element's place in the array, from 0.
  public let index: Int
  /// What the conversion threw.
  public let underlying: any Error
}

/// The error of a dictionary's value, with its key.
public struct MemberError: Error, Sendable {
  public let key: String
  /// What the conversion threw.
  public let underlying: any Error
}
