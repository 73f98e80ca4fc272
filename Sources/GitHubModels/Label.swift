import Mantle
import MantleArchiving

/// A label of an issue.
public struct Label: ArchivableModel, Hashable, Sendable {
  public let id: Int?
  public var name: String
  public var color: String?
  public var details: String?
  public let isDefault: Bool?

  public static let archive = ModelArchive("GHLabel")

  public static let properties = Properties(of: Label.self) {
    Property(\.id, "id")
    Property(\.name, "name").default("").required().identity()
    Property(\.color, "color").required()
    Property(\.details, "description")
    Property(\.isDefault, "default")
  }
  public static let mapping = Mapping(Label.init, properties)
}
