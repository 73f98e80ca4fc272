import Mantle

extension DefinitionCheck {
  /// Checks archive settings and migrations.
  mutating func check(_ archive: DefinedArchive, at place: String) {
    if archive.version < 0 { add("0 or more", "\(archive.version)", at: "\(place).version") }
    var versions: Set<Int> = []
    for (number, migration) in archive.migrations.enumerated() where archive.version >= 0 {
      let place = "\(place).migrations[\(number)]"
      if migration.from < 0 || migration.from >= archive.version {
        add("a version older than \(archive.version)", "\(migration.from)", at: "\(place).from")
      } else if !versions.insert(migration.from).inserted {
        add("one step from each version", "another", at: "\(place).from")
      }
      for (key, split) in migration.split.inOrder where split.separator.isEmpty || split.keys.isEmpty {
        let path = path(place).appending(key: "split").appending(key: key)
        add("a separator and keys", "an empty one", at: path)
      }
      let values =
        migration.defaults.map { (["defaults", $0], $1) }
        + migration.values.flatMap { key, table in table.map { (["values", key, $0], $1) } }
      for (keys, value) in values.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) })
      where value.archived == nil {
        let path = path(place).appending(JSONKeyPath(keys.map { .key($0) }))
        add("a text, number, boolean or null", value.text, at: path)
      }
    }
  }
}
