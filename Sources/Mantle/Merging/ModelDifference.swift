/// One change between two values of a model.
public struct ModelChange: Sendable, Hashable, CustomStringConvertible {
  /// The property's Swift name.
  public let property: String
  /// Where the change is in JSON, e.g. `assignee.login`.
  public let path: JSONKeyPath
  /// The JSON before; nil where there was nothing.
  public let before: String?
  /// The JSON after; nil where there is nothing.
  public let after: String?

  public var description: String { "\(path): \(before ?? "absent") → \(after ?? "absent")" }
}

extension Model {
  /// The changes that lead from this model to another one, in the order of the mapping, as far down as both
  /// sides are objects.
  ///
  ///     for change in try task.changes(to: edited) {
  ///       print(change.property, change.before ?? "", change.after ?? "")  // title "Paint" "Paint the lamps"
  ///     }
  ///
  /// - Parameter profile: the mapping whose JSON is compared.
  /// - Throws: what encoding either model throws.
  public func changes(to other: Self, profile: String? = nil) throws -> [ModelChange] {
    let names = Self.mapping(for: profile).propertyNamesByPath
    return (try difference(to: other, profile)?.parts ?? []).map { part in
      ModelChange(
        property: names.first { part.path.components.starts(with: $0.path.components) }?.name ?? "",
        path: part.path, before: part.before?.rawText, after: part.after?.rawText)
    }
  }

  /// The RFC 7396 merge patch that leads from this model's JSON to another one's.
  ///
  /// A nil property that was set becomes null in the patch, which is also how RFC 7396 removes a key. A patch can
  /// therefore not say that a member of a dictionary or a `JSONValue` is null from now on: applying it removes the member.
  /// Nor does it tell null from absent, as `Field` and an optional of an optional do: those become absent.
  ///
  ///     var edited = task
  ///     edited.title = "Paint the lamps"
  ///     let patch = try task.mergePatch(to: edited)  // {"title":"Paint the lamps"}
  ///     let same = try task.applying(mergePatch: patch)
  ///
  /// - Parameter profile: the mapping whose JSON is compared.
  /// - Throws: what encoding either model throws.
  public func mergePatch(to other: Self, profile: String? = nil) throws -> JSONValue {
    var writer = JSONWriter()
    if let difference = try difference(to: other, profile) {
      difference.writePatch(to: &writer)
    } else {
      writer.beginObject()
      writer.endObject()
    }
    return JSONValue(try JSONDocument(writer.finish()))
  }

  /// This model with an RFC 7396 merge patch applied: its JSON is patched and decoded, and what JSON does not hold, such as
  /// local and decode-only properties, stays as it is here, in nested models too. A key of the patch may be an alias of a
  /// property.
  ///
  /// - Parameter profile: the mapping whose JSON is patched.
  /// - Throws: what decoding the patched JSON throws, with every problem.
  public func applying(mergePatch patch: JSONValue, profile: String? = nil) throws -> Self {
    var base = try JSONDocument(try jsonBytes(EncodingContext(of: profile)))
    for move in AliasMoves(of: patch.node, base.root, Self.shape, profile).all {
      base = try JSONDocument(MergePatch.apply(JSONDocument(move).root, to: base.root))
    }
    let patched = try JSONDocument(MergePatch.apply(patch.node, to: base.root))
    let context = DecodingContext(profile: profile, leastSeverity: .error)
    return try patched.root.withCursor(context) { json in
      do { return try self.patched(by: json, patch.node) } catch {
        throw json.failure(from: error, in: patched)
      }
    }
  }

  private func difference(to other: Self, _ profile: String?) throws -> JSONDifference? {
    let context = EncodingContext(of: profile)
    let (a, b) = (try JSONDocument(try jsonBytes(context)), try JSONDocument(try other.jsonBytes(context)))
    return JSONDifference(from: a.root, to: b.root)
  }
}

extension Mapping {
  fileprivate var propertyNamesByPath: [(path: JSONKeyPath, name: String)] {
    properties.flatMap { property in property.writtenPaths.map { ($0, property.name) } }
  }
}

extension EncodingContext {
  /// Nil, the fast way, without a profile.
  fileprivate convenience init?(of profile: String?) {
    guard let profile else { return nil }
    self.init(profile: profile)
  }
}
