import Mantle
import TerminalText

/// A group of problems with one cause: the same kind of problem with the same property.
struct ProblemCause: Sendable, Hashable {
  /// The index of the cause among all causes of a check.
  let number: Int
  let title: String
  let severity: Diagnostic.Severity
  var count: Int
  /// The start offsets of the affected values, up to ``maximumPlaces``.
  var places: [Int]
  /// The places of the problems with this cause in edited values.
  var edited: [TextPlace] = []
  /// The property that is missing in the objects at the places; nil for every other kind of problem.
  var missingProperty: String?

  /// The number of places of one cause above which no further places are stored.
  static let maximumPlaces = 100_000

  mutating func add(_ more: ProblemCause) {
    count += more.count
    places += more.places.prefix(max(0, Self.maximumPlaces - places.count))
    edited += more.edited
  }

  /// Returns the cause without the places in the given ranges of the text, which are in ascending order.
  func without(_ parts: [Range<Int>]) -> ProblemCause {
    var cause = self
    cause.places.removeAll { place in
      let index = parts.countOfPrefix { $0.upperBound <= place }
      return index < parts.count && parts[index].contains(place)
    }
    cause.count -= places.count - cause.places.count
    return cause
  }
}

/// Groups diagnostics by cause during a check.
struct CauseCollector {
  /// The attributes that diagnostics of one cause share.
  private struct Key: Hashable {
    let severity: Diagnostic.Severity
    let code: Diagnostic.Code
    let subject: String?
    let expected: String?
  }

  private var numbers: [Key: Int] = [:]
  private var changed: [Int: ProblemCause] = [:]

  /// The maximum number of separate causes; further causes are counted together.
  private static let most = 2000

  mutating func add(_ diagnostic: Diagnostic) {
    guard diagnostic.severity > .note, diagnostic.code != .unmappedKey else { return }
    var key = Key(
      severity: diagnostic.severity, code: diagnostic.code, subject: diagnostic.subject,
      expected: diagnostic.expected)
    if numbers[key] == nil, numbers.count >= Self.most {
      key = Key(severity: diagnostic.severity, code: "others", subject: nil, expected: nil)
    }
    let number = numbers[key] ?? numbers.count
    numbers[key] = number
    let place = diagnostic.location.map { [$0.offset] } ?? []
    var cause =
      changed[number]
      ?? ProblemCause(
        number: number, title: Self.title(key), severity: key.severity, count: 0, places: [],
        missingProperty: key.code == .missing ? diagnostic.property : nil)
    cause.count += 1
    cause.places += place
    changed[number] = cause
  }

  private static func title(_ key: Key) -> String {
    let words = key.code.rawValue.replacing("-", with: " ")
    let expected = key.expected.map { ", expected \($0)" } ?? ""
    return (key.subject.map { "\($0): " } ?? "") + words + expected
  }

  /// Returns the causes that were added or changed since the last call.
  mutating func takeNew() -> [ProblemCause] {
    defer { changed = [:] }
    return changed.values.sorted { $0.number < $1.number }
  }
}
