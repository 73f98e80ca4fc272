import Mantle
import MantleArchiving
import MantlePlatform

/// A milestone of a repository, to which issues can be assigned.
public struct Milestone: ArchivableModel, Hashable, Sendable {
  public let id: Int
  public let number: Int
  public let state: IssueState
  public var title: String
  public var details: String?
  public let openIssues: Int
  public let closedIssues: Int
  public let creator: User?
  public let createdAt: Date
  public let updatedAt: Date?
  public var dueOn: Date?
  public let closedAt: Date?

  public static let archive = ModelArchive("GHMilestone")

  public static let properties = Properties(of: Milestone.self) {
    Property(\.id, "id").identity()
    Property(\.number, "number")
    Property(\.state, "state", .cases)
    Property(\.title, "title")
    Property(\.details, "description")
    Property(\.openIssues, "open_issues")
    Property(\.closedIssues, "closed_issues")
    Property(\.creator, "creator")
    Property(\.createdAt, "created_at", .iso8601)
    Property(\.updatedAt, "updated_at", .iso8601)
    Property(\.dueOn, "due_on", .iso8601)
    Property(\.closedAt, "closed_at", .iso8601)
  }
  public static let mapping = Mapping(Milestone.init, properties)
}
