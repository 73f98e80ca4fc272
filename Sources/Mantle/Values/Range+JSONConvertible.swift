extension Range: JSONConvertible where Bound: JSONConvertible {
  /// An array of the lower bound and the upper one, which is not part of the range, as `Codable` has it.
  ///
  /// - Throws: a type mismatch for what is no array; an invalid value where it has not two elements, or the lower one is
  ///   above the upper.
  public static func decode(_ json: JSONCursor) throws -> Range {
    let (lower, upper) = try json.bounds(of: Bound.self)
    return lower..<upper
  }

  /// Writes an array of the two bounds.
  ///
  /// - Throws: what writing a bound throws.
  public func encode(to writer: inout JSONWriter) throws {
    try [lowerBound, upperBound].encode(to: &writer)
  }
}

extension ClosedRange: JSONConvertible where Bound: JSONConvertible {
  /// An array of the lower bound and the upper one, as `Codable` has it.
  ///
  /// - Throws: a type mismatch for what is no array; an invalid value where it has not two elements, or the lower one is
  ///   above the upper.
  public static func decode(_ json: JSONCursor) throws -> ClosedRange {
    let (lower, upper) = try json.bounds(of: Bound.self)
    return lower...upper
  }

  /// Writes an array of the two bounds.
  ///
  /// - Throws: what writing a bound throws.
  public func encode(to writer: inout JSONWriter) throws {
    try [lowerBound, upperBound].encode(to: &writer)
  }
}

extension JSONCursor {
  fileprivate func bounds<Bound: JSONConvertible & Comparable>(
    of _: Bound.Type
  ) throws -> (lower: Bound, upper: Bound) {
    guard self.is(.array) else { throw mismatch(expected: "array of two bounds") }
    let bounds = try [Bound].decode(self)
    guard bounds.count == 2, bounds[0] <= bounds[1] else {
      throw mismatch(expected: "array of two bounds, the lower one first", code: .invalidValue)
    }
    return (bounds[0], bounds[1])
  }
}
