/// How the children of one array, object or sequence are spaced, so that an edit can look like its
/// surroundings.
public struct JSONSpacing: Sendable, Hashable {
  /// Between the opening bracket and the first child.
  public var lead: [UInt8]
  /// Between two children, the comma included.
  public var separator: [UInt8]
  /// Between the last child and the closing bracket.
  public var tail: [UInt8]
  /// Between a key and its value.
  public var colon: [UInt8]

  public init(lead: [UInt8] = [], separator: [UInt8], tail: [UInt8] = [], colon: [UInt8] = Array(":".utf8)) {
    self.lead = lead
    self.separator = separator
    self.tail = tail
    self.colon = colon
  }
}
