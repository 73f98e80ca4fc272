import Mantle
import MantleArchiving

extension Issue: ArchivableModel {
  /// The keyed archives of issues: the class `GHIssue` from the example of the original Mantle, with the migrations
  /// from its earlier versions.
  public static let archive = ModelArchive(
    "GHIssue", version: 2,
    migrations: [
      Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") },
      Migration(from: 1, "the state is kept as text, not as a number") { fields in
        switch fields["state"] {
        case .integer(0), .bool(false): fields["state"] = .string("open")
        case .integer(1), .bool(true): fields["state"] = .string("closed")
        default: break
        }
      },
    ])

  /// The archived class of issues that are pull requests.
  public static let pullRequestClass = "GHPullRequest"

  public var archiveSubclass: String? { pullRequest == nil ? nil : Self.pullRequestClass }
}
