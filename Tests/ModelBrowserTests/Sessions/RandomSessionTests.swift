import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// Whatever is done in a session, undoing all of it gives the text as it was, and doing it again the edited one; folds
/// and the cursor stay on what they are on; and every file that is written is read again by its reader.
///
/// More of them: `MANTLE_SESSIONS=1000 MANTLE_SESSION_LENGTH=200 swift test --filter RandomSessionTests`. One of them
/// again: `MANTLE_SESSION_SEED=N` with the same length.
@Suite(.ownFolders) struct RandomSessionTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  static let seeds: [UInt64] =
    number("MANTLE_SESSION_SEED").map { [UInt64($0)] }
    ?? (0..<(number("MANTLE_SESSIONS") ?? 10)).map { UInt64($0) }

  @Test(arguments: seeds) func randomSessionsObeyInvariants(seed: UInt64) throws {
    var session = try RandomSession(seed: seed)
    try session.run(Self.number("MANTLE_SESSION_LENGTH") ?? 40)
  }

  /// After each edit a filter, a value list, a search, the problem list and `:set-all` give what they give in the saved
  /// file.
  @Test(arguments: seeds) func queriesAfterEditsMatchSavedFile(seed: UInt64) throws {
    var session = try RandomSession(
      seed: seed, kinds: [.models, .list, .lines, .wrapper, .object, .inStrings])
    session.edit(Self.number("MANTLE_SESSION_LENGTH") ?? 8)
  }
}
