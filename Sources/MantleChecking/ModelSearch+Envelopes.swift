import Mantle
import MantleDocuments

// The relation of an object to the models in it.

extension ModelSearch {
  /// Whether a model at a place has enough keys to count regardless of its share of
  /// the document.
  func isTelling(_ place: ModelPlace) -> Bool {
    fits.contains {
      $0.isTelling && $0.isConvincing && $0.path == place.path && $0.model.name == place.model.name
    }
  }

  /// Whether the values are envelopes that consist mainly of objects, at least two of which
  /// are models with many of their keys: `{"action": "created", "label": {…}, "repository":
  /// {…}, "sender": {…}}`. A single model may be the originator of the event.
  func envelope(
    _ values: [TextSampler.Value], at path: JSONKeyPath, isAround places: [ModelPlace]
  ) -> Bool {
    guard places.count > 1, let first = values.first, sampler.isObject(first) else { return false }
    let members = sampler.members(of: first)
    let containers = members.count { sampler.kind(of: $0.value) == .container }
    guard members.count - containers <= 2, !hasIdentity(members) else { return false }
    return places.allSatisfy { place in
      place.path.components.count == path.components.count + 1
        && fits.contains {
          $0.path == place.path && $0.model.name == place.model.name && $0.mapped.part >= 4
        }
    }
  }

  /// Whether an object has its own identity and contains others that belong to it, rather
  /// than being an envelope around another.
  func hasIdentity(_ members: [(key: String, value: TextSampler.Value)]) -> Bool {
    let total = members.reduce(0) { $0 + $1.value.count }
    let content =
      members.lazy.filter { self.sampler.kind(of: $0.value) == .container }.map(\.value.count).max() ?? 0
    let isMostlyOne = content * 3 >= total * 2
    let others = members.count - 1
    return members.contains { key, _ in
      if Self.identities.contains(key) { return !(isMostlyOne && others <= 2) }
      return Self.addresses.contains(key) && !(isMostlyOne && others <= 3)
    }
  }

  /// Keys of objects with an identity in the APIs that were examined.
  private static let identities: Set = ["id", "_id", "node_id", "uuid", "guid", "sha", "$id", "@id"]
  /// Keys that envelopes may have too: `{"status": 200, "url": "…", "headers": …, "data":
  /// …}`.
  private static let addresses: Set = ["url", "href", "self"]
}
