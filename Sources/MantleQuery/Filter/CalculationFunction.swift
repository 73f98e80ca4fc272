import Mantle

extension Calculation {
  /// A function that calculations can call, named as in SQL, jq or DuckDB.
  enum Function: String, Sendable, CaseIterable {
    case lower, upper, trim, replace, split, match, concat, substring, contains, text
    case startsWith = "starts_with", endsWith = "ends_with"
    case year, quarter, month, week, day, hour, minute, second, isodow, date, now, today
    case dateTrunc = "date_trunc"
    case round, abs, floor, ceil, number, greatest, least
    case length, count, sum, min, max, avg, any, all, first, last, join, filter
    case `if`, coalesce, type
  }
}

extension Calculation.Function {
  /// The syntax of a call of the function, with optional arguments in brackets.
  var usage: String {
    switch self {
    case .lower, .upper, .trim: "\(rawValue)(text)"
    case .replace: "replace(text, \"old\", \"new\")"
    case .split: "split(text, \",\"[, number])"
    case .match: "match(text, /pattern/[, group])"
    case .concat: "concat(a, b, …)"
    case .substring: "substring(text, start[, length])"
    case .contains, .startsWith, .endsWith: "\(rawValue)(text, \"part\")"
    case .text, .type: "\(rawValue)(value)"
    case .year, .quarter, .month, .week, .day, .hour, .minute, .second, .isodow, .date: "\(rawValue)(date)"
    case .now, .today: "\(rawValue)()"
    case .dateTrunc: "date_trunc(\"month\", date)"
    case .round: "round(number[, digits])"
    case .abs, .floor, .ceil: "\(rawValue)(number)"
    case .number: "number(text)"
    case .greatest, .least, .coalesce: "\(rawValue)(a, b, …)"
    case .length: "length(value)"
    case .first, .last: "\(rawValue)(list)"
    case .join: "join(list, \", \")"
    case .count, .any, .all: "\(rawValue)(list[, condition])"
    case .filter: "filter(list, condition)"
    case .sum, .min, .max, .avg: "\(rawValue)(list[, value])"
    case .if: "if(condition, value[, other])"
    }
  }

  /// The range of the number of arguments that the function accepts.
  var arity: ClosedRange<Int> {
    switch self {
    case .now, .today: 0...0
    case .concat, .greatest, .least, .coalesce: 1...100
    case .replace: 3...3
    case .if, .substring, .split, .match: 2...3
    case .contains, .startsWith, .endsWith, .dateTrunc, .join, .filter: 2...2
    case .round, .count, .any, .all, .sum, .min, .max, .avg: 1...2
    default: 1...1
    }
  }

  /// Whether the function takes a list as its argument. In the argument, `[]` does not explode a list into rows.
  var takesList: Bool { isOfElements || [.length, .first, .last, .join].contains(self) }

  /// Whether the function evaluates its second argument for each element of the first one.
  var isOfElements: Bool {
    [.count, .any, .all, .sum, .min, .max, .avg, .filter].contains(self)
  }

  /// Whether the function's result is always one of its arguments.
  var isChoice: Bool { [.if, .coalesce, .greatest, .least].contains(self) }

  /// Returns whether the function takes a condition as its argument at an index.
  func takesCondition(at index: Int) -> Bool {
    switch self {
    case .if: index == 0
    case .any, .all, .count, .filter: index == 1
    default: false
    }
  }

  /// The shape of the function's result; nil if it depends on the arguments.
  var shape: ValueShape? {
    switch self {
    case .lower, .upper, .trim, .replace, .concat, .substring, .text, .match, .join, .type: .string
    case .contains, .startsWith, .endsWith, .any, .all: .boolean
    case .date, .now, .today, .dateTrunc: .date
    case .year, .quarter, .month, .week, .day, .hour, .minute, .second, .isodow, .length, .count: .integer
    case .round, .abs, .floor, .ceil, .number, .sum, .avg: .number
    case .split, .min, .max, .first, .last, .filter, .if, .coalesce, .greatest, .least: nil
    }
  }

  /// The names of functions by the names that other languages use for them.
  private static let synonyms: [String: String] = [
    "len": "length", "size": "length", "strlen": "length", "array_length": "length", "cardinality": "length",
    "lcase": "lower", "tolower": "lower", "lowercase": "lower", "ascii_downcase": "lower",
    "ucase": "upper", "toupper": "upper", "uppercase": "upper", "ascii_upcase": "upper",
    "strip": "trim", "ltrim": "trim", "rtrim": "trim", "substr": "substring", "mid": "substring",
    "left": "substring", "right": "substring", "sub": "replace", "gsub": "replace",
    "regexp_replace": "replace",
    "regexp_extract": "match", "capture": "match", "regexp_matches": "match", "test": "match",
    "string_split": "split", "split_part": "split", "group_concat": "join", "string_agg": "join",
    "tostring": "text", "str": "text", "cast": "number", "tonumber": "number", "int": "number",
    "float": "number", "ceiling": "ceil", "trunc": "floor", "average": "avg", "mean": "avg", "add": "sum",
    "total": "sum", "has": "contains", "ifnull": "coalesce", "nvl": "coalesce", "isnull": "coalesce",
    "iif": "if", "case": "if", "typeof": "type", "datetrunc": "date_trunc", "date_part": "year",
    "weekday": "isodow", "dayofweek": "isodow", "dayofmonth": "day", "current_date": "today",
    "current_timestamp": "now", "getdate": "now", "todate": "date", "select": "filter", "map": "filter",
  ]

  /// Returns the function that was probably meant by an unknown name; nil if none is similar.
  static func nearest(to name: String) -> String? {
    synonyms[name.lowercased()] ?? Spelling.nearest(to: name.lowercased(), among: allCases.map(\.rawValue))
  }
}
