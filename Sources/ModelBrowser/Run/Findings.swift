import Mantle

/// What checking the whole file in the background has found so far.
struct Findings: Sendable {
  private(set) var news: CheckNews?
  private(set) var problems: [Int] = []
  private(set) var isRunning = false
  /// By how much edits have changed the number of errors since the file was read, record by record.
  private var corrections: [Record.Place: Int] = [:]
  var searchShare: Double?

  mutating func start() {
    news = nil
    problems = []
    isRunning = true
  }

  mutating func stop() {
    isRunning = false
    searchShare = nil
  }

  mutating func take(_ news: CheckNews) {
    self.news = news
    problems += news.problems
    if news.isDone { isRunning = false }
  }

  /// The errors an edited record has more or fewer than its original.
  mutating func correct(_ place: Record.Place, by difference: Int) {
    corrections[place] = difference == 0 ? nil : difference
  }

  var errors: Int { max(0, (news?.errors ?? 0) + corrections.values.reduce(0, +)) }

  /// `2 errors`, `12 unmapped keys`, and how far checking and searching are.
  var statusPieces: [String] {
    var pieces: [String] = []
    if let news {
      let more = isRunning ? "…" : ""
      pieces.append(errors == 0 && !isRunning ? "no errors" : Words.count(errors, "error") + more)
      if news.warnings > 0 { pieces.append(Words.count(news.warnings, "warning") + more) }
      if news.unmapped > 0 { pieces.append(Words.count(news.unmapped, "unmapped key") + more) }
    }
    if isRunning { pieces.append("checking \(Int((news?.share ?? 0) * 100)) %") }
    if let searchShare { pieces.append("searching \(Int(searchShare * 100)) %") }
    return pieces
  }
}
