import Mantle
import MantleChecking
import MantleDocuments
import MantleQuery

/// A task that takes long in a large file; it runs on another thread and sends reports to the browser.
struct Work: Sendable {
  /// The kinds of background work; the loop cancels and counts work by kind.
  enum Kind: Hashable, Sendable {
    case check, infer, files, search, hits, columns, result, filter, count, save, shell, sort, total,
      journal, compare, types, query
  }

  /// The kind of the work.
  let kind: Kind
  let ticket: Int
  private let body: @Sendable (Link) -> Void

  init(_ kind: Kind, ticket: Int, _ body: @escaping @Sendable (Link) -> Void) {
    self.kind = kind
    self.ticket = ticket
    self.body = body
  }

  /// Runs the work on the current thread.
  ///
  /// - Parameters:
  ///   - isCancelled: called every few milliseconds; the work ends soon after it returns true.
  ///   - report: receives the progress and the results.
  func run(
    isCancelled: @escaping () -> Bool = { false }, report: @escaping (WorkReport) -> Void
  ) {
    body(Link(kind: kind, ticket: ticket, isCancelled: isCancelled, send: report))
  }

  /// The interface through which running work sends reports and learns whether it was canceled.
  struct Link {
    let kind: Kind
    let ticket: Int
    let isCancelled: () -> Bool
    let send: (WorkReport) -> Void

    func report(_ report: Report) { send(WorkReport(kind: kind, ticket: ticket, report: report)) }
  }
}

/// A report of background work, with the kind and the ticket of that work.
struct WorkReport: Sendable {
  let kind: Work.Kind
  let ticket: Int
  let report: Report
}

/// The results of checking a text so far.
struct CheckEvent: Sendable {
  let share: Double
  let errors: Int
  let warnings: Int
  /// The unmapped keys and the number of occurrences of each.
  let unmapped: [Checker.Summary.UnmappedCount]
  /// The offsets of values with errors that were found since the last report.
  let problems: [Int]
  /// The problems found since the last report by cause, including warnings.
  let causes: [ProblemCause]
  let isDone: Bool
}

/// The work that was started and has not ended, with a ticket for each, so that late reports of canceled work are recognized.
struct RunningWork: Sendable {
  private var tickets: [Work.Kind: Int] = [:]
  /// The completed share of each kind of work, from 0 to 1.
  private(set) var shares: [Work.Kind: Double] = [:]
  private var lastTicket = 0

  var kinds: [Work.Kind] { Array(tickets.keys) }

  /// The ticket of the running work of a kind; nil if no such work is running.
  subscript(kind: Work.Kind) -> Int? { tickets[kind] }

  mutating func note(_ share: Double, of kind: Work.Kind) { shares[kind] = min(share, 1) }

  /// Creates work and registers it as running, in place of earlier work of the same kind.
  mutating func start(_ kind: Work.Kind, _ body: @escaping @Sendable (Work.Link) -> Void) -> Work {
    end(kind)
    lastTicket += 1
    tickets[kind] = lastTicket
    return Work(kind, ticket: lastTicket, body)
  }

  mutating func end(_ kind: Work.Kind) { (tickets[kind], shares[kind]) = (nil, nil) }

  /// Returns whether a report is from running work, rather than from canceled work.
  func awaits(_ report: WorkReport) -> Bool { tickets[report.kind] == report.ticket }
}
