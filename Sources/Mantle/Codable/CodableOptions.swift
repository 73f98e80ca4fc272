import MantlePlatform

/// How the `Codable` bridge reads and writes what `Codable` itself leaves to the decoder.
///
/// Without options the JSON is that of `JSONDecoder` and `JSONEncoder` without options: dates are seconds since
/// 2001, data is base64 text, URLs are repaired where they must be. Keys are never converted.
public struct CodableOptions: Sendable {
  /// Nil leaves dates to their own `Codable`: seconds since 2001 as a number.
  package var dates: JSONTransformer<Date>?
  /// Nil leaves data to its own `Codable`: an array of numbers.
  package var data: JSONTransformer<Data>?

  /// Options with the defaults of `JSONDecoder`, but for those that are given.
  public init(dates: JSONTransformer<Date>? = nil, data: JSONTransformer<Data>? = .base64) {
    self.dates = dates
    self.data = data
  }
}

extension CodableOptions {
  /// Those without options, made once.
  static let foundation = CodableOptions()

  /// The transformer for a type the bridge does not leave to `Codable`; nil for all others.
  func transformer<Value>(for type: Value.Type) -> JSONTransformer<Value>? {
    if type == Date.self { return dates as? JSONTransformer<Value> }
    if type == Data.self { return data as? JSONTransformer<Value> }
    if type == URL.self { return JSONTransformer<URL>.lenientURL as? JSONTransformer<Value> }
    if type == Decimal.self { return JSONTransformer<Decimal>.natural as? JSONTransformer<Value> }
    return nil
  }
}
