import Mantle
import MantlePlatform

/// The state of an issue or a milestone: open or closed.
public enum IssueState: String, CaseIterable, Sendable {
  case open, closed
}

/// The relation between the author of an issue and the repository.
public enum AuthorAssociation: String, CaseIterable, Sendable {
  case collaborator = "COLLABORATOR"
  case contributor = "CONTRIBUTOR"
  case firstTimer = "FIRST_TIMER"
  case firstTimeContributor = "FIRST_TIME_CONTRIBUTOR"
  case mannequin = "MANNEQUIN"
  case member = "MEMBER"
  case none = "NONE"
  case owner = "OWNER"
}

/// An issue (or pull request) of a repository, as the REST API sends it.
public struct Issue: Model, Sendable {
  public let url: URL?
  public let htmlURL: URL?
  public let id: Int?
  public let number: Int
  public var state: IssueState
  public var title: String
  public var body: String?
  public let reporterLogin: String?
  public let user: User?
  public var assignee: User?
  public let assignees: [User]
  public var labels: [Label]
  public let milestone: Milestone?
  public let comments: Int?
  public var locked: Bool
  public let createdAt: Date?
  public let updatedAt: Date?
  public let closedAt: Date?
  public let authorAssociation: AuthorAssociation?
  public let pullRequest: PullRequestLinks?
  public let score: Double?
  public let reactions: JSONValue?
  public let retrievedAt: Date

  public static let properties = Properties(of: Issue.self) {
    Property(\.url, "url").required().archived(as: "URL")
    Property(\.htmlURL, "html_url").archived(as: "HTMLURL")
    Property(\.id, "id").required().identity()
    Property(\.number, "number").default(0).required()
    Property(\.state, "state", .cases).default(.open).required()
    Property(\.title, "title").default("").required()
    Property(\.body, "body")
    Property(\.reporterLogin, "user.login").decodeOnly().notArchived()
    Property(\.user, "user").required()
    Property(\.assignee, "assignee")
    Property(\.assignees, "assignees").default([], for: .null)
    Property(\.labels, "labels").default([], for: .null)
    Property(\.milestone, "milestone")
    Property(\.comments, "comments").required()
    Property(\.locked, "locked").default(false)
    Property(\.createdAt, "created_at", .iso8601).required()
    Property(\.updatedAt, "updated_at", .iso8601).required()
    Property(\.closedAt, "closed_at", .iso8601)
    Property(\.authorAssociation, "author_association", .cases)
    Property(\.pullRequest, "pull_request").encodeNil(as: .omitted)
    Property(\.score, "score").encodeNil(as: .omitted)
    Property(\.reactions, "reactions").encodeNil(as: .omitted)
    Property(local: \.retrievedAt) { Date() }.retention(.transient)
  }
  public static let mapping = Mapping(Issue.init, properties)
}
