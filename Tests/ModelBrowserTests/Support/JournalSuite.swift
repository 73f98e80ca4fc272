import Foundation
import Mantle
import Testing

@testable import MantleFiles
@testable import ModelBrowser

/// What tests of unsaved edits do: open a file, write its edits down, die.
protocol JournalSuite {}

extension JournalSuite {
  func open(_ path: String) throws -> Session {
    Session(try DocumentSource.file(path, models: Session.gitHub), columns: 120)
  }

  private static var later: ContinuousClock.Instant { .now + .seconds(1000) }

  /// Does what the loop does in time.
  func journal(_ session: Session) throws -> JournalKeeper {
    var keeper = JournalKeeper()
    let news = keeper.follow(session.browser)
    #expect(news == nil)
    try write(&keeper, session)
    #expect(keeper.timeout() == nil)
    return keeper
  }

  func write(_ keeper: inout JournalKeeper, _ session: Session) throws {
    let work = keeper.work(for: session.browser, at: Self.later)
    try #require(work).run { _ in }
  }

  func tell(_ session: inout Session, _ keeper: inout JournalKeeper) throws {
    let news = keeper.follow(session.browser)
    session.receive(.journal(try #require(news)))
  }

  /// The session dies with its edits written down.
  func die(_ session: Session) throws {
    var keeper = try journal(session)
    keeper.end(keeping: true)
  }

  /// The journals; where there are none, whatever else is kept.
  var journals: [String] {
    let all = OwnFolders.current.stateFiles
    let journals = all.filter { $0.hasSuffix(".edits") }
    return journals.isEmpty ? all : journals
  }
}
