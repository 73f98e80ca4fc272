import Mantle

/// How a model stands in archives.
package struct DefinedArchive: Sendable, Hashable {
  /// The class as the app that writes the archives names it.
  package var className: String
  /// The model classes above it, nearest first.
  package var superclasses: [String] = []
  /// Further classes that are read as the model.
  package var aliases: [String] = []
  /// The version of the present properties.
  package var version = 0
  /// At most one from each older version.
  package var migrations: [DefinedMigration] = []

  package init(className: String) { self.className = className }

  private init(
    className: String, superclasses: [String], aliases: [String], version: Int, migrations: [DefinedMigration]
  ) {
    self.init(className: className)
    self.superclasses = superclasses
    self.aliases = aliases
    self.version = version
    self.migrations = migrations
  }

  var archive: ModelArchive {
    ModelArchive(
      className, superclasses: superclasses, aliases: aliases, version: version,
      migrations: migrations.map(\.migration))
  }
}

extension DefinedArchive: Model {
  package static let mapping = Mapping(
    DefinedArchive.init(className:superclasses:aliases:version:migrations:),
    Properties(of: DefinedArchive.self) {
      Property(\.className, "class").documented("The class as the app that writes the archives names it.")
      Property(\.superclasses, "superclasses").default([])
        .documented("The model classes above it, nearest first, without MTLModel.")
      Property(\.aliases, "aliases").default([]).documented("Further classes that are read as the model.")
      Property(\.version, "version").default(0).documented("The version of the present properties.")
      Property(\.migrations, "migrations").default([])
        .documented("How older archives are read: at most one step from each older version.")
    }
  ).named("Archive")
}
