/// One difference between two values of a model.
///
/// ```swift
/// for change in try known.changes(to: update) { print(change) }  // title: "One" → "One (live)", …
/// ```
public struct ModelChange: Sendable, Hashable, CustomStringConvertible {
  /// The Swift name of the changed property. If several properties of one JSON array change together, such as
  /// the properties at `pos[0]` and `pos[1]`, this is the name of the first property.
  public let property: String
  /// The path of the change in JSON, such as `assignee.login`.
  public let path: JSONKeyPath
  /// The JSON before the change; nil if the value was missing.
  public let before: JSONValue?
  /// The JSON after the change; nil if the value is missing.
  public let after: JSONValue?

  /// The path, and the JSON before and after the change, such as `title: "One" → "Two"`. The text `absent`
  /// represents a missing value.
  public var description: String { "\(path): \(before?.text ?? "absent") → \(after?.text ?? "absent")" }
}

extension Model {
  /// Returns the changes from this model to another one, in the order of the mapping. Values that are objects
  /// on both sides are compared by their members.
  ///
  ///     for change in try task.changes(to: edited) {
  ///       print(change.property, change.before ?? nil, change.after ?? nil)  // title "Paint" "Paint the lamps"
  ///     }
  ///
  /// The result is empty if the JSON of both models is equal.
  ///
  /// - Parameter profile: the mapping whose JSON is compared.
  /// - Throws: any error of encoding either model.
  public func changes(to other: Self, profile: String? = nil) throws -> [ModelChange] {
    let names = Self.mapping(for: profile).propertyNames(profile)
    return (try difference(to: other, profile)?.parts ?? []).map { part in
      let named =
        names.first { part.changes($0.path) } ?? names.first { $0.path.collides(with: part.path) }
      return ModelChange(
        property: named?.name ?? "", path: part.path,
        before: part.before.map(JSONValue.init(copying:)), after: part.after.map(JSONValue.init(copying:)))
    }
  }

  /// Returns the JSON Merge Patch (RFC 7396) that changes the JSON of this model into the JSON of another
  /// model.
  ///
  /// A property that becomes nil is null in the patch, which is also how RFC 7396 removes a key. A patch
  /// therefore cannot set a member of a dictionary or a `JSONValue` to null: applying it removes the member.
  /// A patch also cannot distinguish null from a missing key, as `Field` and nested optionals do: a property
  /// of such a type that becomes null is missing after the patch is applied. If every key of an optional
  /// model at the path `""` is removed, the model becomes nil.
  ///
  ///     var edited = task
  ///     edited.title = "Paint the lamps"
  ///     let patch = try task.mergePatch(to: edited)  // {"title":"Paint the lamps"}
  ///     let same = try task.applying(mergePatch: patch)
  ///
  /// - Parameter profile: the mapping whose JSON is compared.
  /// - Throws: any error of encoding either model.
  public func mergePatch(to other: Self, profile: String? = nil) throws -> JSONValue {
    var writer = JSONWriter()
    if let difference = try difference(to: other, profile) {
      difference.writePatch(to: &writer)
    } else if let own = try unpatchable(profile) {
      // An empty patch would make a value of another kind an object.
      return own
    } else {
      writer.beginObject()
      writer.endObject()
    }
    return JSONValue(try JSONDocument(writer.finish()))
  }

  /// Returns this model after applying a JSON Merge Patch (RFC 7396) to its JSON. A property that the patch
  /// does not name keeps its value.
  ///
  /// Null makes an optional property nil. Values that JSON does not contain, such as local and decode-only
  /// properties, are kept in every model that the patch changes, including models in optionals, dictionaries,
  /// fields and class clusters. A patch replaces arrays as a whole, and the new elements are decoded without
  /// values from the old elements. A key of the patch may be an alias of a property, unless another property
  /// is written to that key.
  ///
  /// ```swift
  /// let patch = try JSONValue(json: #"{"rating": null, "title": "Two"}"#)
  /// let patched = try track.applying(mergePatch: patch)  // title "Two", no rating
  /// ```
  ///
  /// - Parameter profile: the mapping whose JSON is patched.
  /// - Throws: a ``DecodingFailure`` with every problem of the patched JSON.
  public func applying(mergePatch patch: JSONValue, profile: String? = nil) throws -> Self {
    var base = try JSONDocument(try jsonBytes(EncodingOptions(of: profile)))
    let draft = try JSONDocument(MergePatch.apply(patch.node, to: base.root))
    let plan = PatchPlan(of: patch.node, draft.root, Self.shape, profile)
    for move in plan.moves {
      base = try JSONDocument(MergePatch.apply(JSONDocument(move).root, to: base.root))
    }
    let patched = try JSONDocument(MergePatch.apply(patch.node, to: base.root, keepingNullsAt: plan.nils))
    let context = DecodingContext(DecodingOptions(profile: profile), minimumSeverity: .error, patches: true)
    return try patched.root.withCursor(context) { json in
      json.context.expect(self, in: json, patch.node)
      do { return try Self.decodeInContext(json) } catch {
        throw json.failure(from: error, in: patched)
      }
    }
  }

  /// Returns the JSON of this model if it is not an object; nil if it is an object. A merge patch replaces
  /// JSON that is not an object as a whole.
  private func unpatchable(_ profile: String?) throws -> JSONValue? {
    let document = try JSONDocument(try jsonBytes(EncodingOptions(of: profile)))
    // A nil literal would be the value null.
    return document.root.kind == .object ? JSONValue?.none : JSONValue(document)
  }

  private func difference(to other: Self, _ profile: String?) throws -> JSONDifference? {
    let options = EncodingOptions(of: profile)
    let (a, b) = (try JSONDocument(try jsonBytes(options)), try JSONDocument(try other.jsonBytes(options)))
    return JSONDifference(from: a.root, to: b.root)
  }
}

extension Mapping {
  /// Returns the paths that the properties are written to, with the names of the properties. For a property
  /// at the empty path, the paths of its own model come after all other paths, and the empty path comes last.
  fileprivate func propertyNames(_ profile: String?) -> [(path: JSONKeyPath, name: String)] {
    let names = properties.flatMap { property in property.writtenPaths.map { ($0, property.name) } }
    let wholes = output.wholes.map { properties[$0] }
    return names.filter { !$0.0.isEmpty }
      + wholes.flatMap { whole in (whole.shape.writtenPaths(profile) ?? []).map { ($0, whole.name) } }
      + wholes.map { (JSONKeyPath(), $0.name) }
  }
}

extension JSONDifference.Part {
  /// Returns whether this part of a difference changes the value at a path. The part may be at that path,
  /// inside the value at the path, or at an enclosing value, because arrays are compared as a whole.
  fileprivate func changes(_ path: JSONKeyPath) -> Bool {
    let steps = path.components
    guard steps.count > self.path.components.count else { return self.path.components.starts(with: steps) }
    guard steps.starts(with: self.path.components) else { return false }
    let rest = JSONKeyPath(Array(steps.dropFirst(self.path.components.count)))
    let (old, new) = (before?.findAll(rest) ?? [], after?.findAll(rest) ?? [])
    return old.count != new.count || zip(old, new).contains { !$0.isEquivalent(to: $1) }
  }
}

extension EncodingOptions {
  /// Creates options for a profile; nil without a profile, because encoding without options is faster.
  fileprivate init?(of profile: String?) {
    guard let profile else { return nil }
    self.init(profile: profile)
  }
}
