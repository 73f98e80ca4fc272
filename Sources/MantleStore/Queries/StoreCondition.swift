import Mantle
import MantlePlatform
import MantleQuery

/// A condition in the filter language. A value that is interpolated into a literal is quoted, so that it remains a
/// single value regardless of its content.
///
/// ```swift
/// try store.fetchAll(Note.self, where: "author = \(name) and createdAt > \(date)")
/// ```
///
/// | Condition | Meaning |
/// |---|---|
/// | `stars >= 3` | comparisons: `=`, `!=`, `<`, `<=`, `>`, `>=` |
/// | `text ~ milk` | the text matches a pattern |
/// | `state in (open, closed)` | one of several values |
/// | `state = open and not locked` | `and`, `or`, `not` and parentheses |
/// | `length(text) > 80`, `stars * 2 > .votes` | calculations with numbers, strings, dates and lists |
///
/// A name is the name of a property or a JSON key. A word with special characters is quoted: `text = "a (b)"`. The
/// article "The filter language" of `Mantle` lists all operators and functions, which are the same in `mantle
/// filter`. An error in a condition is thrown as a ``StoreError`` with its position when the condition is used.
public struct StoreCondition: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The text of the condition, in the filter language.
  public let text: String

  /// Creates a condition from text, without quoting.
  ///
  /// ```swift
  /// let condition = StoreCondition("stars > 3")
  /// ```
  ///
  /// Untrusted text must not be part of the condition, because it could change the meaning. Interpolate such text
  /// into a literal instead.
  public init(_ text: String) { self.text = text }

  /// Creates a condition from a string literal without interpolated values.
  public init(stringLiteral value: String) { text = value }

  /// Creates a condition from a string literal with interpolated values, which are already quoted.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// A builder of a condition from the parts of a string literal and the interpolated values, which it quotes.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Creates a builder with an empty condition.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the string literal unchanged.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Inserts a value as its JSON: a number, true, false or null, or a quoted text.
    ///
    /// ```swift
    /// let condition: StoreCondition = "text = \(name) and stars > \(3)"
    /// ```
    public mutating func appendInterpolation(_ value: some JSONConvertible) {
      let json = json { try value.encode(to: &$0) }
      let isPlain = json.map { $0.kind != .string && !$0.kind.isContainer } ?? false
      text += isPlain ? json?.rawText ?? "" : (json?.displayText ?? "\(value)").inFilterQuotes
    }

    /// Inserts the values of an array as a list for `in`. With an empty list, the call that uses the condition throws an error.
    ///
    /// ```swift
    /// let condition: StoreCondition = "text in \(names)"
    /// ```
    public mutating func appendInterpolation(_ values: [some JSONConvertible]) {
      text += "("
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        appendInterpolation(value)
      }
      text += ")"
    }

    /// Inserts the raw value of an enum case, quoted.
    public mutating func appendInterpolation(_ value: some RawRepresentable<String>) {
      text += value.rawValue.inFilterQuotes
    }

    /// Inserts an enum case as its JSON, quoted.
    public mutating func appendInterpolation<Value: JSONConvertible & RawRepresentable<String>>(
      _ value: Value
    ) {
      let value: any JSONConvertible = value
      appendInterpolation(value)
    }

    /// Inserts a date in ISO 8601, in UTC.
    ///
    /// ```swift
    /// let condition: StoreCondition = "createdAt > \(date)"
    /// ```
    public mutating func appendInterpolation(_ date: Date) {
      text += json { try $0.writeISO8601(date) }?.displayText ?? "\(date)".inFilterQuotes
    }

    /// Returns the JSON that a function writes; nil if the function throws, for example for NaN.
    private func json(_ write: (inout JSONWriter) throws -> Void) -> JSONNode? {
      var writer = JSONWriter()
      guard (try? write(&writer)) != nil else { return nil }
      return try? JSONDocument(writer.finish()).root
    }
  }
}

/// The order in which models of a ``Store`` are read: the properties to sort by.
///
/// ```swift
/// let best = try store.fetchAll(Note.self, order: "stars desc, text")
/// ```
///
/// A property is named by its Swift name or its JSON key; `desc` after the name reverses the order. The call that
/// uses the order throws an error if the text is invalid.
public struct StoreOrder: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The names of the properties to sort by, separated by commas.
  public let text: String

  /// Creates an order from text, such as the choice of a user.
  public init(_ text: String) { self.text = text }

  /// Creates an order from a string literal.
  public init(stringLiteral text: String) { self.init(text) }
}
