import Foundation

@testable import Mantle
@testable import MantleArchiving

/// The graph of objects that an archive's entry points reach, as one line for each object: its class and its
/// fields, with references as the numbers of the objects. Two archives with equal lines are isomorphic.
struct ArchiveShape: Equatable, CustomStringConvertible {
  /// The fields of each object in the order of their discovery; the field without a name is the class.
  private(set) var objects: [[String: String]] = []

  /// Describes an archive.
  init(_ graph: ArchiveGraph) {
    var numbers: [Int: Int] = [:]
    var waiting: [ArchiveReference] = []
    func name(_ reference: ArchiveReference) -> String {
      let archiveClass = graph.archiveClass(of: reference)?.name ?? ""
      switch graph[reference] {
      case .url: return "\(archiveClass) \(graph.url(reference)?.absoluteString ?? "?")"
      case let value where value.isLeaf: return "\(archiveClass) \(value)"
      default: break
      }
      if let number = numbers[reference.index] { return "#\(number)" }
      numbers[reference.index] = numbers.count
      waiting.append(reference)
      return "#\(numbers.count - 1)"
    }
    objects.append(Dictionary(graph.top.map { ($0.name, name($0.value)) }) { $1 })
    var next = 0
    while next < waiting.count {
      let reference = waiting[next]
      var members = ["": graph.archiveClass(of: reference)?.chain.joined(separator: ":") ?? ""]
      switch graph[reference] {
      // The order of discovery must not depend on the order of the fields.
      case .object(let fields):
        for field in fields.sorted(by: { graph.name(of: $0.key) < graph.name(of: $1.key) }) {
          members[graph.name(of: field.key)] = name(field.value)
        }
      case .dictionary(let entries):
        for entry in entries.sorted(by: { graph.description(of: $0.key) < graph.description(of: $1.key) }) {
          let key = if case .string(let text) = graph[entry.key] { text } else { name(entry.key) }
          members[key] = name(entry.value)
        }
      case let list:
        for (index, item) in (list.items ?? []).enumerated() { members["\(index)"] = name(item) }
      }
      objects.append(members)
      next += 1
    }
  }

  /// The shape after the trees of a ``RandomArchive`` were upgraded to their current version.
  var upgraded: ArchiveShape {
    var shape = self
    for index in objects.indices where objects[index][""]?.hasSuffix("Tree:MTLModel:NSObject") == true {
      if let title = shape.objects[index].removeValue(forKey: "title") {
        shape.objects[index]["name"] = title
      }
      shape.objects[index]["MTLModelVersion"] = " integer(1)"
    }
    return shape
  }

  /// The differences to the shape of another archive: the number of the object and the name of the field.
  func differences(from other: ArchiveShape) -> [String] {
    guard objects.count == other.objects.count else {
      return ["\(other.objects.count) objects before, \(objects.count) after"]
    }
    var found: [String] = []
    for (number, (after, before)) in zip(objects, other.objects).enumerated() {
      for key in Set(after.keys).union(before.keys).sorted() where after[key] != before[key] {
        found.append("\(number).\(key): \(before[key] ?? "nothing") -> \(after[key] ?? "nothing")")
      }
    }
    return found
  }

  var description: String {
    objects.map { object in object.keys.sorted().map { "\($0)=\(object[$0] ?? "")" }.joined(separator: " ") }
      .joined(separator: "\n")
  }
}
