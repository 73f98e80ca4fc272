import Mantle
import MantleDocuments

// The relation between an object and the models inside it.

extension ModelSearch {
  /// Returns whether the model at a place has enough matching keys to be chosen although it is a small part of the
  /// document.
  func isTelling(_ place: ModelPlace) -> Bool {
    fits.contains {
      $0.isTelling && $0.isConvincing && $0.path == place.path && $0.model.name == place.model.name
    }
  }

  /// Returns whether the values are envelopes: objects that consist mainly of other objects, at least two of which are
  /// models with many matching keys, as in `{"action": "created", "label": {…}, "repository": {…}, "sender": {…}}`. A
  /// single model is not sufficient, because it may be only the sender of the event.
  ///
  /// - Parameters:
  ///   - values: the values, the first of which is inspected.
  ///   - places: the models found in the values, with their paths in the document.
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

  /// A model and its path relative to a value that contains it.
  private typealias Place = (rest: ArraySlice<JSONKeyPath.Component>, model: ModelKeys)

  /// Returns whether the found models describe at least half of the objects in the document's outermost lists, or the
  /// document itself if it has no lists. An object is described if the models decode at least as many of its members as
  /// they leave undecoded next to the models, because an inferred model would decode those members, too.
  func explains(_ found: [Found]) -> Bool {
    let places = found.map { Place($0.rest[...], models[$0.model]) }
    let counts =
      sampler.isSequence
      ? sampler.roots.map { members(of: [$0], places) } : sampler.roots.flatMap { records(in: $0, places) }
    return counts.count { $0.read >= $0.left } * 2 >= counts.count
  }

  /// Returns the numbers of decoded (`read`) and undecoded (`left`) members for each element of the outermost lists in
  /// a value, or for the value itself.
  private func records(in value: TextSampler.Value, _ places: [Place]) -> [(read: Int, left: Int)] {
    let lists = places.filter { $0.rest.contains(.each) }
    let others = places.filter { !$0.rest.contains(.each) }
    var found: [(read: Int, left: Int)] = others.isEmpty ? [] : [members(of: [value], others)]
    func inside(_ step: JSONKeyPath.Component) -> [Place] {
      lists.filter { $0.rest.first == step }.map { Place($0.rest.dropFirst(), $0.model) }
    }
    let each = inside(.each)
    if sampler.isArray(value) { found += sampler.elements(of: value).map { members(of: [$0], each) } }
    guard sampler.isObject(value) else { return found }
    for (key, member) in sampler.members(of: value) {
      if !each.isEmpty { found.append(members(of: [member], each)) }
      let keyed = inside(.key(key))
      if !keyed.isEmpty { found += records(in: member, keyed) }
    }
    return found
  }

  /// Returns the number of members that models decode (`read`), and the number of other members next to the models and
  /// their enclosing values (`left`).
  private func members(
    of values: [TextSampler.Value], _ places: [Place]
  ) -> (read: Int, left: Int) {
    var (read, left) = (0, 0)
    func add(_ values: [TextSampler.Value], where isNext: (JSONKeyPath.Component) -> Bool) -> Bool {
      let inner = places.filter { $0.rest.first.map(isNext) ?? false }
      let counts = members(of: inner.isEmpty ? [] : values, inner.map { ($0.rest.dropFirst(), $0.model) })
      (read, left) = (read + counts.read, left + counts.left)
      return !inner.isEmpty
    }
    for value in values {
      guard sampler.isObject(value) else {
        if sampler.isArray(value) { _ = add(sampler.elements(of: value)) { $0 == .each } }
        continue
      }
      let members = sampler.members(of: value)
      let sample = sample(value, members)
      let here = places.filter { $0.rest.isEmpty && $0.model.isAlike(sample) }
      if here.isEmpty {
        left += members.count { key, value in !add([value]) { $0 == .each || $0 == .key(key) } }
      } else {
        read += members.count { key, _ in here.contains { $0.model.maps(key) } }
      }
    }
    return (read, left)
  }

  /// Returns whether an object with the given members has its own identity, so that the objects inside it belong to it.
  /// Otherwise the object may be an envelope around another object.
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

  /// Keys that identify objects, collected from several public APIs.
  private static let identities: Set = ["id", "_id", "node_id", "uuid", "guid", "sha", "$id", "@id"]
  /// Keys whose value is the address of an object, which envelopes may have, too:
  /// `{"status": 200, "url": "…", "headers": …, "data": …}`.
  private static let addresses: Set = ["url", "href", "self"]
}
