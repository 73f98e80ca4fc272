import Mantle
import MantleArchiving
import MantlePlatform

/// A GitHub account, as far as it is embedded in other objects.
public struct User: ArchivableModel, Hashable, Sendable {
  public let login: String
  public let id: Int
  public let avatarURL: URL?
  public let htmlURL: URL?
  public let type: String?
  public let isSiteAdmin: Bool?

  public static let archive = ModelArchive("GHUser", version: 2)

  public static let properties = Properties(of: User.self) {
    Property(\.login, "login").default("").required()
    Property(\.id, "id").default(0).required().identity().archived(as: "userID")
    Property(\.avatarURL, "avatar_url")
    Property(\.htmlURL, "html_url")
    Property(\.type, "type")
    Property(\.isSiteAdmin, "site_admin")
  }
  public static let mapping = Mapping(User.init, properties)
}
