extension JSONTransformer where Value == Duration {
  /// A transformer for durations in a JSON number of milliseconds, which is decoded and encoded exactly.
  ///
  /// ```swift
  /// let wait = try JSONTransformer<Duration>.milliseconds.forward(json: "1500")  // 1.5 seconds
  /// ```
  ///
  /// `Duration` itself is decoded from a number of seconds and needs no transformer. A string is an error.
  public static var milliseconds: JSONTransformer {
    JSONTransformer(
      "milliseconds", shape: .number, decode: { try DurationText.decode($0, .milliseconds) },
      encode: { $1.numberText(DurationText.text(of: $0, .milliseconds)) }
    )
    .expecting(DurationText.Unit.milliseconds.expectation)
  }
}
