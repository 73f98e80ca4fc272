import Mantle
import MantleArchiving

/// The archive settings of a model: its class, version and migrations.
struct DefinedArchive: Sendable, Hashable {
  /// The name of the class in the app that writes the archives.
  var className: String
  /// The superclasses that are models too, nearest first.
  var superclasses: [String] = []
  /// The names of further classes that are decoded as the model, such as former names.
  var aliases: [String] = []
  /// The archive version of the current properties.
  var version = 0
  /// The migrations from older versions, at most one for each version.
  var migrations: [DefinedMigration] = []

  /// The archive settings in the form that mappings use.
  var archive: ModelArchive {
    ModelArchive(
      className, superclasses: superclasses, aliases: aliases, version: version,
      migrations: migrations.map(\.migration))
  }
}

/// The form of the archive settings in a definition file, the member `archive` of a model.
extension DefinedArchive: Model {
  /// The members of the JSON object for archive settings, with their defaults.
  static let mapping = Mapping(
    DefinedArchive.init(className:superclasses:aliases:version:migrations:),
    Properties(of: DefinedArchive.self) {
      Property(\.className, "class").documented("The name of the class in the archives.")
      Property(\.superclasses, "superclasses").default([])
        .documented("The model superclasses, nearest first, without MTLModel.")
      Property(\.aliases, "aliases").default([]).documented("Further classes that are decoded as the model.")
      Property(\.version, "version").default(0).documented("The version of the current properties.")
      Property(\.migrations, "migrations").default([])
        .documented("How older archives are read: at most one step from each older version.")
    }
  ).named("Archive")
}
