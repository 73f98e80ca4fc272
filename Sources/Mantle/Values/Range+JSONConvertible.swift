extension Range: JSONConvertible where Bound: JSONConvertible {
  /// Decodes an array of the lower bound and the excluded upper bound, the form that `Codable`
  /// uses.
  ///
  /// ```swift
  /// let range = try Range<Int>.decode(json: "[1, 5]")  // 1..<5
  /// ```
  ///
  /// - Throws: A type mismatch if the value is not an array; an invalid value if there are not two
  ///   elements, or if the lower bound is greater than the upper bound.
  public static func decode(_ json: JSONCursor) throws -> Range {
    let (lower, upper) = try json.bounds(of: Bound.self)
    return lower..<upper
  }

  /// Writes an array of the lower bound and the excluded upper bound.
  ///
  /// - Throws: The errors of encoding a bound.
  public func encode(to writer: inout JSONWriter) throws {
    try [lowerBound, upperBound].encode(to: &writer)
  }
}

extension ClosedRange: JSONConvertible where Bound: JSONConvertible {
  /// Decodes an array of the lower and the upper bound, both included, the form that `Codable`
  /// uses.
  ///
  /// ```swift
  /// let range = try ClosedRange<Int>.decode(json: "[1, 5]")  // 1...5
  /// ```
  ///
  /// - Throws: A type mismatch if the value is not an array; an invalid value if there are not two
  ///   elements, or if the lower bound is greater than the upper bound.
  public static func decode(_ json: JSONCursor) throws -> ClosedRange {
    let (lower, upper) = try json.bounds(of: Bound.self)
    return lower...upper
  }

  /// Writes an array of the lower and the upper bound, both included.
  ///
  /// - Throws: The errors of encoding a bound.
  public func encode(to writer: inout JSONWriter) throws {
    try [lowerBound, upperBound].encode(to: &writer)
  }
}

extension JSONCursor {
  /// Decodes the lower and the upper bound of a range from an array of two elements.
  ///
  /// - Throws: A type mismatch if the value is not an array; an invalid value if it does not have two
  ///   elements in ascending order.
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
