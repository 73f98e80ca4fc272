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
  /// - Throws: what encoding either model throws.
  public func changes(to other: Self) throws -> [ModelChange] {
    let names = Self.mapping.propertyNamesByPath
    return (try difference(to: other)?.parts ?? []).map { part in
      ModelChange(
        property: names.first { part.path.components.starts(with: $0.path.components) }?.name ?? "",
        path: part.path, before: part.before?.rawText, after: part.after?.rawText)
    }
  }

  /// The RFC 7396 merge patch that leads from this model's JSON to another one's.
  ///
  /// A nil property that was set becomes null in the patch, which is also how RFC 7396 removes a key. A patch can
  /// therefore not say that a member of a dictionary or a `JSONValue` is null from now on: applying it removes the member.
  public func mergePatch(to other: Self) throws -> JSONValue {
    var writer = JSONWriter()
    if let difference = try difference(to: other) {
      difference.writePatch(to: &writer)
    } else {
      writer.beginObject()
      writer.endObject()
    }
    return JSONValue(try JSONDocument(writer.finish()))
  }

  /// This model with an RFC 7396 merge patch applied: its JSON patched, then decoded.
  ///
  /// - Throws: what decoding the patched JSON throws, with every problem.
  public func applying(mergePatch patch: JSONValue) throws -> Self {
    let base = try JSONDocument(try jsonBytes())
    return try Self.decode(json: MergePatch.apply(patch.node, to: base.root))
  }

  private func difference(to other: Self) throws -> JSONDifference? {
    let (a, b) = (try JSONDocument(try jsonBytes()), try JSONDocument(try other.jsonBytes()))
    return JSONDifference(from: a.root, to: b.root)
  }
}

extension Mapping {
  fileprivate var propertyNamesByPath: [(path: JSONKeyPath, name: String)] {
    properties.flatMap { property in property.writtenPaths.map { ($0, property.name) } }
  }
}
