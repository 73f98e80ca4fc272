import Foundation

/// The measured operations of the browser on many elements or keys, whose time must be proportional to their number.
enum ElementWork: String, CaseIterable {
  /// Lists the hits of a search in one object.
  case hits
  /// Searches in an object that repeats one key.
  case repeatedKey = "repeated key"
  /// Filters a list after sorting it.
  case filter = "filter after sort"
  /// Sets a key of all elements of a list after sorting it.
  case setAll = "set all after sort"

  private static let counts = [1000, 10_000, 100_000]

  /// Returns the seconds that each operation takes, by the number of elements, as a table in Markdown.
  static func table(in folder: String) throws -> String {
    let head = "| elements |" + allCases.map { " \($0.rawValue) |" }.joined()
    let rule = "|---|" + allCases.map { _ in "---|" }.joined()
    let rows = try counts.map { count in
      try allCases.reduce("| \(count) |") {
        $0 + " \(GrowthReport.time(try $1.seconds(count, in: folder))) |"
      }
    }
    return ([head, rule] + rows).joined(separator: "\n")
  }

  private func seconds(_ count: Int, in folder: String) throws -> Double {
    let file = "\(folder)/elements-\(count).json"
    try text(count).write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    var session = try GrowthSession(file)
    session.press(preparation)
    return session.seconds(pressing: keys)
  }

  private func text(_ count: Int) -> String {
    switch self {
    case .hits: "{" + (0..<count).map { "\"k\($0)\":{\"a\":0}" }.joined(separator: ",") + "}"
    case .repeatedKey: "{" + (0..<count).map { "\"a\":\($0)" }.joined(separator: ",") + "}"
    case .filter, .setAll:
      "[" + (0..<count).map { "{\"a\":\($0 * 7919 % count)}" }.joined(separator: ",\n") + "]"
    }
  }

  private var preparation: String {
    switch self {
    case .hits: "/a\n"
    case .repeatedKey: ""
    case .filter, .setAll: ":sort a\n"
    }
  }

  private var keys: String {
    switch self {
    case .hits: "gh"
    case .repeatedKey: "/a\nn"
    case .filter: "&a < 9\n"
    case .setAll: ":set-all a 1\n"
    }
  }
}
