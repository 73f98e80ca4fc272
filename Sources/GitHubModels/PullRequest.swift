import Mantle
import MantleArchiving
import MantlePlatform

/// A pull request of a repository, as the REST API sends it.
public struct PullRequest: ArchivableModel, Sendable {
  public let url: URL?
  public let htmlURL: URL?
  public let diffURL: URL?
  public let patchURL: URL?
  public let id: Int
  public let number: Int
  public var state: IssueState
  public var title: String
  public var body: String?
  public let user: User?
  public var assignee: User?
  public let assignees: [User]
  public let requestedReviewers: [User]
  public var labels: [Label]
  public let milestone: Milestone?
  public var locked: Bool
  public var draft: Bool
  public let head: Branch
  public let base: Branch
  public let createdAt: Date
  public let updatedAt: Date
  public let closedAt: Date?
  public let mergedAt: Date?
  public let mergeCommit: String?
  public let authorAssociation: AuthorAssociation?

  public static let archive = ModelArchive("GHPull")

  public static let properties = Properties(of: PullRequest.self) {
    Property(\.url, "url").required()
    Property(\.htmlURL, "html_url")
    Property(\.diffURL, "diff_url")
    Property(\.patchURL, "patch_url")
    Property(\.id, "id").identity()
    Property(\.number, "number")
    Property(\.state, "state", .cases)
    Property(\.title, "title")
    Property(\.body, "body")
    Property(\.user, "user").required()
    Property(\.assignee, "assignee")
    Property(\.assignees, "assignees").default([], for: .null)
    Property(\.requestedReviewers, "requested_reviewers").default([], for: .null)
    Property(\.labels, "labels").default([], for: .null)
    Property(\.milestone, "milestone")
    Property(\.locked, "locked").default(false)
    Property(\.draft, "draft").default(false)
    Property(\.head, "head")
    Property(\.base, "base")
    Property(\.createdAt, "created_at", .iso8601)
    Property(\.updatedAt, "updated_at", .iso8601)
    Property(\.closedAt, "closed_at", .iso8601)
    Property(\.mergedAt, "merged_at", .iso8601)
    Property(\.mergeCommit, "merge_commit_sha")
    Property(\.authorAssociation, "author_association", .cases)
  }
  public static let mapping = Mapping(PullRequest.init, properties)

  /// A branch that a pull request merges, or into which it is merged.
  public struct Branch: ArchivableModel, Hashable, Sendable {
    public let ref: String
    public let sha: String
    public let label: String?
    public let user: User?

    public static let archive = ModelArchive("GHBranch")

    public static let properties = Properties(of: Branch.self) {
      Property(\.ref, "ref")
      Property(\.sha, "sha").identity()
      Property(\.label, "label")
      Property(\.user, "user")
    }
    public static let mapping = Mapping(Branch.init, properties)
  }
}
