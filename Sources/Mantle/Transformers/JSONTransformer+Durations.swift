extension JSONTransformer where Value == Duration {
  /// A JSON number of milliseconds, exactly.
  public static var milliseconds: JSONTransformer {
    JSONTransformer(
      "milliseconds", shape: .number, decode: { try DurationText.decode($0, .milliseconds) },
      encode: { $1.numberText(DurationText.text(of: $0, .milliseconds)) })
  }
}
