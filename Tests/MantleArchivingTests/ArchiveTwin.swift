import Foundation

@testable import Mantle
@testable import MantleArchiving

/// Compares an archived object with the JSON that describes it: `$class`, `$url`, `$dateSince2001`, `$data`,
/// `$uuid`, `$set`; a null property has no key in the archive.
enum ArchiveTwin {
  /// - Returns: the places that differ.
  static func compare(
    _ graph: ArchiveGraph, _ reference: ArchiveReference, _ twin: JSONNode?, at path: String
  ) -> [String] {
    guard let twin, twin.kind != .null else { return graph[reference] == .null ? [] : ["\(path): not nil"] }
    let matches: Bool
    switch graph[reference] {
    case .array(let items), .orderedSet(let items):
      return compare(graph, items, Array(twin.elements), at: path)
    case .set(let items):
      return compare(graph, items, Array(twin["$set"]?.elements ?? twin.elements), at: path)
    case .dictionary(let entries): return compare(graph, entries, twin, at: path)
    case .object: return compareObject(graph, reference, twin, at: path)
    case .null: matches = false
    case .bool(let value): matches = twin.rawText == "\(value)" || twin.rawText == (value ? "1" : "0")
    case .integer(let value): matches = twin.rawText == "\(value)"
    case .unsigned(let value): matches = twin.rawText == "\(value)"
    case .real(let value): matches = Double(twin.rawText) == value
    case .string(let value): matches = (try? twin.stringValue) == value
    case .data(let value): matches = twin["$data"]?.displayText == Data(value).base64EncodedString()
    case .date(let value):
      matches = Double(twin["$dateSince2001"]?.rawText ?? "") == value.timeIntervalSinceReferenceDate
    case .uuid(let value): matches = twin["$uuid"]?.displayText == value.uuidString
    case .url:
      matches = graph.url(reference)?.absoluteString == twin["$url"]?.displayText
    }
    return matches ? [] : ["\(path): \(graph[reference]) is not \(twin.rawText)"]
  }

  private static func compare(
    _ graph: ArchiveGraph, _ items: [ArchiveReference], _ twins: [JSONNode], at path: String
  ) -> [String] {
    guard items.count == twins.count else { return ["\(path): \(items.count) items, not \(twins.count)"] }
    return items.indices.flatMap { compare(graph, items[$0], twins[$0], at: "\(path)[\($0)]") }
  }

  private static func compare(
    _ graph: ArchiveGraph, _ entries: [ArchiveEntry], _ twin: JSONNode, at path: String
  ) -> [String] {
    guard entries.count == twin.count else { return ["\(path): \(entries.count) keys, not \(twin.count)"] }
    return entries.flatMap { entry -> [String] in
      guard case .string(let key) = graph[entry.key] else { return ["\(path): a key that is no string"] }
      return compare(graph, entry.value, twin[key], at: "\(path).\(key)")
    }
  }

  private static func compareObject(
    _ graph: ArchiveGraph, _ reference: ArchiveReference, _ twin: JSONNode, at path: String
  ) -> [String] {
    var differences: [String] = []
    if graph.archiveClass(of: reference)?.name != twin["$class"]?.displayText {
      differences.append("\(path): class \(graph.archiveClass(of: reference)?.name ?? "none")")
    }
    for member in twin.members where member.key.displayText != "$class" {
      let name = member.key.displayText
      let value = graph.field(name, of: reference) ?? .null
      differences += compare(graph, value, member.value, at: "\(path).\(name)")
    }
    let known = Set(twin.members.map(\.key.displayText) + ["MTLModelVersion"])
    differences += graph.fields(of: reference).map { graph.name(of: $0.key) }
      .filter { !known.contains($0) }.map { "\(path).\($0): not in the twin" }
    return differences
  }
}
