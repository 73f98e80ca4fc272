import Mantle
import MantleArchiving
import MantleDocuments

extension ArchivedDocument {
  /// The models of the archive's objects as a pick. All elements of a list are interpreted as the first model found in it.
  package var pick: ModelPick {
    var seen: Set<JSONKeyPath> = []
    return ModelPick(
      found.compactMap { found in
        let path = found.path.components
        let list = path.prefix((path.firstIndex(of: .each) ?? path.count - 1) + 1)
        return seen.insert(JSONKeyPath(Array(list))).inserted ? ModelPlace(found.model, at: found.path) : nil
      })
  }

  /// The kind of the file in words, such as `XML property list`.
  var words: String {
    switch (graph.kind, format) {
    case (.keyedArchive, let format): format.words
    case (.propertyList, .binary): "binary property list"
    case (.propertyList, .xml): "XML property list"
    }
  }
}

extension ArchiveFormat {
  /// The archive format in words, such as `binary archive`.
  var words: String {
    switch self {
    case .binary: "binary archive"
    case .xml: "XML archive"
    }
  }
}

extension ArchivedDocument {
  /// Returns the errors and warnings that `check` reports, with their locations in the JSON text of the archive.
  func problems(in text: JSONBytes) -> [Diagnostic] {
    guard !problems.isEmpty, let root = try? JSONDocument(parsing: text).root else { return [] }
    return problems.map { problem in
      var located = problem
      var path = problem.path
      while located.location == nil {
        located.location = root.find(path)?.location
        if path.isEmpty { break }
        path.components.removeLast()
      }
      return located
    }
  }
}

extension ArchivedDocument {
  /// A line for each class that was found, with its superclasses, version, number of objects and key path.
  var facts: [String] {
    found.map { found in
      let chain = found.archiveClass.chain.joined(separator: " : ")
      let supported = found.model.archive?.version ?? found.version
      let version =
        found.version == supported ? "version \(found.version)" : "version \(found.version), now \(supported)"
      let place = found.path.isEmpty ? "" : " at \(found.path)"
      return "\(found.count) × \(chain), \(version)\(place)"
    }
  }
}
