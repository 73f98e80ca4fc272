import Mantle
import MantleDocuments

extension JSONDifference.Part {
  /// Returns a line of text that describes this part of a difference, such as `~ title: "a" → "b"  (old.json:1:11 →
  /// new.json:1:11)`.
  ///
  /// - Parameters:
  ///   - oldName: The name of the first file, for its locations.
  ///   - newName: The name of the second file.
  package func line(from oldName: String, to newName: String) -> String {
    let place = path.isEmpty ? "the value" : "\(path)"
    let places = [before?.location.place(in: oldName), after?.location.place(in: newName)]
    let end = "  (\(places.compactMap(\.self).joined(separator: " → ")))"
    return switch (before.map(Self.shown), after.map(Self.shown)) {
    case (nil, nil): "> \(place)  moved from [\(movedFrom ?? 0)]"
    case (nil, let new?): "+ \(place): \(new)\(end)"
    case (let old?, nil): "- \(place): \(old)\(end)"
    case (let old?, let new?): "~ \(place): \(old) → \(new)\(end)"
    }
  }

  private static func shown(_ node: JSONNode) -> String {
    let text = JSONFormatter.compact.text(node)
    return text.count > 100 ? text.prefix(99) + "…" : text
  }

  fileprivate var kind: String {
    switch (before, after) {
    case (nil, nil): "moved"
    case (nil, _): "added"
    case (_, nil): "removed"
    default: "changed"
    }
  }
}

extension [JSONDifference.Part] {
  /// Returns the differences as a JSON array, for programs.
  ///
  /// - Parameters:
  ///   - oldName: The name of the first file, for its locations.
  ///   - newName: The name of the second file.
  package func json(from oldName: String, to newName: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    for part in self {
      writer.beginElement()
      writer.object {
        $0.member("change", part.kind)
        $0.member("pointer", part.path.pointer ?? "")
        for (name, node, text) in [("before", part.before, oldName), ("after", part.after, newName)] {
          guard let node else { continue }
          $0.writeKey(name)
          JSONFormatter.compact.write(node, to: &$0)
          $0.member(name + "At", node.location.place(in: text))
        }
        if let from = part.movedFrom { $0.member("from", from) }
      }
    }
    writer.endArray()
    return [UInt8]((JSONText.visible(writer.text) + "\n").utf8)
  }
}
