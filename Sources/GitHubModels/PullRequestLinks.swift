import Mantle
import MantleArchiving
import MantlePlatform

/// The links from an issue that is a pull request to the pull request.
public struct PullRequestLinks: ArchivableModel, Hashable, Sendable {
  /// The address of the pull request in the API; nil in older issues, which have an empty reference although they are
  /// not pull requests.
  public let url: URL?
  public let htmlURL: URL?
  public let diffURL: URL?
  public let patchURL: URL?
  public let mergedAt: Date?

  public static let archive = ModelArchive("GHPullRequestLinks")

  public static let properties = Properties(of: PullRequestLinks.self) {
    Property(\.url, "url").identity()
    Property(\.htmlURL, "html_url")
    Property(\.diffURL, "diff_url")
    Property(\.patchURL, "patch_url")
    Property(\.mergedAt, "merged_at", .iso8601)
  }
  public static let mapping = Mapping(PullRequestLinks.init, properties)
}
