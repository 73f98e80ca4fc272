import Mantle

extension ModelArchive {
  /// Returns the migrations from a version as a function on JSON objects, whose members are the fields.
  ///
  /// Members that no migration changes keep their source text.
  ///
  /// - Returns: the notes of the migrations, and a function that returns the JSON of an object after all migrations.
  package func jsonUpgrade(
    from version: Int
  ) -> (notes: [String], apply: (JSONNode) throws -> [UInt8]) {
    (
      migrations(from: version).map(\.note),
      { object in
        var builder = ArchiveBuilder()
        var texts: [ArchiveReference: JSONNode] = [:]
        let fields = object.members.map { key, node in
          // Migrations see the text of a number that no archive can hold.
          let value = (try? builder.json(node)) ?? builder.string(node.rawText)
          texts[value] = node
          return ArchiveField(builder.graph.intern(key.displayText), value)
        }
        let store = ArchiveStore(builder.graph)
        var writer = JSONWriter()
        writer.beginObject()
        for field in try upgraded(fields, from: version, in: store) {
          writer.writeKey(store.graph.name(of: field.key))
          if let node = texts[field.value] {
            writer.writeRawJSON(node)
          } else {
            let budget = ArchiveBudget(1 << 30, exceeded: .limit("1 GB"))
            try ArchiveToJSON(store.graph, budget).write(field.value, to: &writer)
          }
        }
        writer.endObject()
        return writer.finish()
      }
    )
  }
}
