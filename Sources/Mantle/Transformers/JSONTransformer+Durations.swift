extension JSONTransformer where Value == Duration {
  /// A transformer for durations in a JSON number of milliseconds, which is decoded and encoded exactly.
  public static var milliseconds: JSONTransformer {
    JSONTransformer(
      "milliseconds", shape: .number, decode: { try DurationText.decode($0, .milliseconds) },
      encode: { $1.numberText(DurationText.text(of: $0, .milliseconds)) }
    )
    .expecting(DurationText.Unit.milliseconds.expectation)
  }
}
