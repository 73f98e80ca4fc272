import LinearRegex
import Mantle

extension FoundValue {
  /// The value as text: a string without quotes, and every other value in its display form.
  var text: String { QueryCell(of: self).text }

  var isText: Bool {
    switch self {
    case .value(.text, _), .value(.date, _): true
    case .value(.node(let node), _): node.kind == .string
    default: false
    }
  }

  /// The name of the value's JSON type.
  var typeName: String {
    switch self {
    case .absent: "absent"
    case .null: "null"
    case .unreadable, .failed: "unreadable"
    case .several: "array"
    case .value(.text, _): "string"
    case .value(.date, _): "date"
    case .value(.number, _): "number"
    case .value(.node(let node), _): node.kind.typeName
    }
  }

  func withText(_ body: (String) -> FoundValue) -> FoundValue { isText ? body(text) : not("text") }
}

extension JSONKind {
  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .true, .false: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension String {
  /// The text without leading and trailing white space.
  var trimmed: String {
    let start = unicodeScalars.drop(while: \.properties.isWhitespace)
    let end = start.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// Returns a substring by Unicode scalars as in SQL, with positions counted from 1.
  func scalars(from start: Int, count: Int) -> String {
    let (start, end) = (Swift.max(start, 1), start.addingReportingOverflow(Swift.max(0, count)))
    let left = end.overflow ? .max : Swift.max(end.partialValue, start) - start
    return String(String.UnicodeScalarView(unicodeScalars.dropFirst(start - 1).prefix(left)))
  }

  /// Returns the parts of the string between the nonempty matches of a text or a pattern.
  func parts(between separator: Separator) -> [Substring] {
    var (parts, start, rest): ([Substring], Index, Substring) = ([], startIndex, self[...])
    while let range = separator.range(in: rest, after: self[..<rest.startIndex].unicodeScalars.last) {
      if range.isEmpty {
        guard range.lowerBound < endIndex else { break }
        rest = self[unicodeScalars.index(after: range.lowerBound)...]
      } else {
        parts.append(self[start..<range.lowerBound])
        start = range.upperBound
        rest = self[start...]
      }
    }
    return parts + [self[start...]]
  }
}

/// The text or regular expression at whose occurrences a string is searched, replaced or split.
enum Separator {
  case text(String)
  case pattern(RegularExpression)

  /// Returns the range of the separator's first occurrence in a text; nil if there is none.
  ///
  /// - Parameter previous: the scalar before the text; nil at the start.
  func range(in text: Substring, after previous: Unicode.Scalar?) -> Range<String.Index>? {
    switch self {
    case .text(let part): part.isEmpty ? nil : text.utf8.firstRange(of: part.utf8)
    case .pattern(let pattern): pattern.firstRange(in: text, after: previous)
    }
  }
}

extension Calculation.Function {
  /// Returns the result of `lower`, `upper` or `trim` for a text.
  func ofText(_ text: String) -> FoundValue {
    switch self {
    case .lower: .text(text.lowercased())
    case .upper: .text(text.uppercased())
    default: .text(text.trimmed)
    }
  }

  /// Returns whether a text contains, starts with or ends with a part, as the function requires, compared by code
  /// points.
  func ofParts(_ text: String, _ part: String) -> FoundValue {
    let (text, part) = (text.utf8, part.utf8)
    return switch self {
    case .startsWith: .boolean(text.starts(with: part))
    case .endsWith: .boolean(text.reversed().starts(with: part.reversed()))
    default: .boolean(part.isEmpty || text.firstRange(of: part) != nil)
    }
  }
}
