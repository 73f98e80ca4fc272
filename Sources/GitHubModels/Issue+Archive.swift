import Mantle
import MantleArchiving

extension Issue: ArchivableModel {
  /// `GHIssue` of the original's example, through all its versions.
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

  /// The class of issues that are pull requests.
  public static let pullRequestClass = "GHPullRequest"

  public var archiveSubclass: String? { pullRequest == nil ? nil : Self.pullRequestClass }
}
