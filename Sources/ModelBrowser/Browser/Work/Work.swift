import Mantle
import MantleChecking
import MantleDocuments
import MantleQuery

/// Something that takes long in a large file, done on another thread: reports go back to the browser.
package struct Work: Sendable {
  /// The kinds of background work; the loop cancels and counts work by kind.
  package enum Kind: Hashable, Sendable {
    case check, infer, search, hits, values, filter, count, save, shell, journal
  }

  /// The kind of the work.
  package let kind: Kind
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
  package func run(
    isCancelled: @escaping () -> Bool = { false }, report: @escaping (WorkReport) -> Void
  ) {
    body(Link(kind: kind, ticket: ticket, isCancelled: isCancelled, send: report))
  }

  /// The connection of work to the thread that runs it.
  struct Link {
    let kind: Kind
    let ticket: Int
    let isCancelled: () -> Bool
    let send: (WorkReport) -> Void

    func report(_ news: WorkReport.News) { send(WorkReport(kind: kind, ticket: ticket, news: news)) }
  }
}

/// A report of work that was started.
package struct WorkReport: Sendable {
  /// The progress or a result of work.
  enum News: Sendable {
    /// From 0 to 1.
    case progress(Double)
    case checked(CheckNews)
    /// The model that all of the text was read for; nil where it holds none.
    case inferred(ModelPlace?)
    case found(TextPlace, wrapped: Bool)
    case notFound
    /// Where children begin that a filter shows.
    case passed([Int], share: Double)
    /// More places where the pattern is found.
    case hits([TextPlace])
    /// The values that were counted so far.
    case values(CountedValues)
    /// Which match was gone to, and of how many.
    case numbered(String)
    /// The output of a shell command.
    case answered(ShellFilter.Outcome, String, Browser.ShellUse)
    /// The children are counted, the lines are not.
    case counted
    /// The result of writing a file, or the failure of other work.
    indirect case wrote(Report)
    /// Work without a result of its own has ended.
    case done

    /// Whether it is what work was started for, rather than its progress.
    var isAwaited: Bool {
      switch self {
      case .progress, .passed, .hits, .values: false
      case .checked(let news): news.isDone
      default: true
      }
    }
  }

  let kind: Work.Kind
  let ticket: Int
  let news: News
}

/// The results of checking so far.
struct CheckNews: Sendable {
  let share: Double
  let models: Int
  let errors: Int
  let warnings: Int
  /// The unmapped keys and the number of occurrences of each.
  let unmapped: [Checker.Summary.UnmappedCount]
  /// Where the values with errors begin that were found since the last news.
  let problems: [Int]
  /// The same by cause, warnings too.
  let causes: [ProblemCause]
  let isDone: Bool
}

/// The work that was started and has not ended, a ticket for each: late news of what was given up have another one.
struct RunningWork: Sendable {
  private var tickets: [Work.Kind: Int] = [:]
  private var lastTicket = 0

  var kinds: [Work.Kind] { Array(tickets.keys) }

  /// The ticket of work that is running; nil for work that is not.
  subscript(kind: Work.Kind) -> Int? { tickets[kind] }

  /// Makes work that counts as running from now on.
  mutating func start(_ kind: Work.Kind, _ body: @escaping @Sendable (Work.Link) -> Void) -> Work {
    lastTicket += 1
    tickets[kind] = lastTicket
    return Work(kind, ticket: lastTicket, body)
  }

  mutating func end(_ kind: Work.Kind) { tickets[kind] = nil }

  /// Whether news are of work that was not given up meanwhile.
  func awaits(_ report: WorkReport) -> Bool { tickets[report.kind] == report.ticket }

  /// The state after all work has ended; late reports are still distinguished from those of new work.
  var ended: RunningWork {
    var ended = RunningWork()
    ended.lastTicket = lastTicket
    return ended
  }
}
