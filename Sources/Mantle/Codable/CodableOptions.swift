import MantlePlatform

/// The representation of dates and data, which `Codable` leaves to the decoder and encoder.
///
/// By default the JSON is that of `JSONDecoder` and `JSONEncoder` without options: dates are seconds since
/// 2001, data is a base64 string, and invalid characters in URLs are percent-encoded. Keys are never
/// converted.
///
/// ```swift
/// static let codableOptions = CodableOptions(dates: .iso8601)
/// ```
public struct CodableOptions: Sendable {
  /// The transformer for dates; nil uses the `Codable` conformance of `Date`, the number of seconds since
  /// 2001.
  var dates: JSONTransformer<Date>?
  /// The transformer for data; nil uses the `Codable` conformance of `Data`, an array of numbers.
  var data: JSONTransformer<Data>?

  /// Creates options for the representation of dates and data.
  ///
  /// ```swift
  /// let options = CodableOptions(dates: .unixSeconds, data: .hex)
  /// ```
  ///
  /// - Parameters:
  ///   - dates: The transformer for dates; nil for seconds since 2001.
  ///   - data: The transformer for data; nil for an array of numbers.
  public init(dates: JSONTransformer<Date>? = nil, data: JSONTransformer<Data>? = .base64) {
    self.dates = dates
    self.data = data
  }
}

extension CodableOptions {
  /// The options that match `JSONDecoder` and `JSONEncoder` without options.
  static let foundation = CodableOptions()

  /// Returns the transformer for `Date`, `Data`, `URL` or `Decimal`; nil if values of the type are decoded and
  /// encoded through their `Codable` conformance.
  func transformer<Value>(for type: Value.Type) -> JSONTransformer<Value>? {
    if type == Date.self { return dates as? JSONTransformer<Value> }
    if type == Data.self { return data as? JSONTransformer<Value> }
    if type == URL.self { return JSONTransformer<URL>.lenientURL as? JSONTransformer<Value> }
    if type == Decimal.self { return JSONTransformer<Decimal>.natural as? JSONTransformer<Value> }
    return nil
  }
}
