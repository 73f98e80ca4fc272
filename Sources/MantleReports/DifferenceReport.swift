import Mantle
import MantleDocuments

/// The report of the differences between two texts.
package struct DifferenceReport {
  private let oldName: String
  private let newName: String

  /// - Parameters:
  ///   - oldName: The name of the first text, for the places in it.
  ///   - newName: The name of the second text.
  package init(from oldName: String, to newName: String) {
    (self.oldName, self.newName) = (oldName, newName)
  }

  /// Returns the line about a difference, such as `~ title: "a" → "b"  (old.json:1:11 → new.json:1:11)`.
  package func line(for part: JSONDifference.Part) -> String {
    let place = part.path.isEmpty ? "the value" : "\(part.path)"
    let places = [part.before?.location.place(in: oldName), part.after?.location.place(in: newName)]
    let end = "  (\(places.compactMap(\.self).joined(separator: " → ")))"
    return switch (part.before.map(Self.shown), part.after.map(Self.shown)) {
    case (nil, nil): "> \(place)  moved from [\(part.movedFrom ?? 0)]"
    case (nil, let new?): "+ \(place): \(new)\(end)"
    case (let old?, nil): "- \(place): \(old)\(end)"
    case (let old?, let new?): "~ \(place): \(old) → \(new)\(end)"
    }
  }

  private static func shown(_ node: JSONNode) -> String {
    let text = JSONFormatter.compact.text(node)
    return text.count > 100 ? text.prefix(99) + "…" : text
  }

  /// Returns the differences as a JSON array, for programs.
  package func json(_ parts: [JSONDifference.Part]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    for part in parts {
      writer.element()
      writer.object {
        $0.member("change", part.kind)
        $0.member("pointer", part.path.pointer ?? "")
        for (name, node, text) in [("before", part.before, oldName), ("after", part.after, newName)] {
          guard let node else { continue }
          $0.key(name)
          JSONFormatter.compact.write(node, to: &$0)
          $0.member(name + "At", node.location.place(in: text))
        }
        if let from = part.movedFrom { $0.member("from", from) }
      }
    }
    writer.endArray()
    return Array((JSONText.visible(writer.text) + "\n").utf8)
  }
}

extension JSONDifference.Part {
  fileprivate var kind: String {
    switch (before, after) {
    case (nil, nil): "moved"
    case (nil, _): "added"
    case (_, nil): "removed"
    default: "changed"
    }
  }
}
