import Mantle
import MantleArchiving
import MantleDocuments

extension ArchivedDocument {
  /// The models wherever they are; the elements of a list are all read as one. What could not be read as a model is shown as
  /// plain fields.
  package var pick: ModelPick {
    guard isReadable else { return .none }
    var seen: Set<JSONKeyPath> = []
    return ModelPick(
      found.compactMap { found in
        let path = found.path.components
        let list = path.prefix((path.firstIndex(of: .each) ?? path.count - 1) + 1)
        return seen.insert(JSONKeyPath(Array(list))).inserted ? ModelPlace(found.model, at: found.path) : nil
      })
  }

  /// The first reason why the archive cannot be written from the text; nil when it can.
  package var readOnlyReason: String? {
    diagnostics.first { $0.severity == .error }.map { error in
      (error.path.isEmpty ? "" : "\(error.path): ") + error.message
    }
  }

  /// The description of the file, in a sentence.
  var words: String {
    switch (graph.kind, format) {
    case (.keyedArchive, let format): format.words
    case (.propertyList, .binary): "binary property list"
    case (.propertyList, .xml): "XML property list"
    }
  }
}

extension ArchiveFormat {
  /// The form's name in a sentence.
  var words: String {
    switch self {
    case .binary: "binary archive"
    case .xml: "XML archive"
    }
  }
}

extension ArchivedDocument {
  /// A line for every class found: chain, version, number, place.
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
