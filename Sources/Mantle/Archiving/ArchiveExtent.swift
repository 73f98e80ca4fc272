/// How much JSON an object of an archive becomes, when what several hold is written once for each of them.
///
/// Floating point, since a hundred objects that hold each other twice are more than any integer.
struct ArchiveExtent {
  var bytes: Float = 0
  var lines: Float = 0
  /// By how many levels all lines are indented together.
  var indentation: Float = 0

  /// Measures an object's JSON without making it. Objects that hold themselves end where they are met again.
  ///
  /// - Complexity: O(references), in time and memory.
  static func measure(
    _ root: ArchiveReference, in graph: ArchiveGraph, _ models: ArchivedModelTable
  ) -> ArchiveExtent {
    var measure = ArchiveMeasure(graph, models)
    return measure.measure(root.index)
  }

  /// Of the text with a line for each value.
  var formatted: Float { bytes + 2 * indentation + lines }

  static func leaf(_ bytes: Int) -> ArchiveExtent { ArchiveExtent(bytes: Float(bytes), lines: 1) }

  /// Brackets and nothing in between.
  static let container = ArchiveExtent(bytes: 4, lines: 2)

  /// Takes in a member, one level further in.
  mutating func add(_ member: ArchiveExtent, key: Int = 0) {
    bytes += member.bytes + Float(key) + 2
    lines += member.lines
    indentation += member.indentation + member.lines
  }
}

private struct ArchiveMeasure {
  private let graph: ArchiveGraph
  /// By class: its model, and what every object of it takes.
  private let models: [(model: ModelDescription, overhead: ArchiveExtent)?]
  private var extents: [ArchiveExtent]
  private var states: [State]

  private enum State: UInt8 {
    case new, open, measured
  }

  fileprivate init(_ graph: ArchiveGraph, _ models: ArchivedModelTable) {
    self.graph = graph
    self.models = graph.classes.map { archiveClass in
      models.model(for: archiveClass).map { ($0, Self.overhead(of: $0)) }
    }
    extents = Array(repeating: ArchiveExtent(), count: graph.count)
    states = Array(repeating: .new, count: graph.count)
  }

  /// Depth first; an object that is met open has had all its members measured.
  fileprivate mutating func measure(_ root: Int) -> ArchiveExtent {
    var stack = [UInt32(truncatingIfNeeded: root)]
    while let top = stack.last {
      let index = Int(top)
      switch states[index] {
      case .new:
        states[index] = .open
        forEachMember(index) { member, _ in
          if states[member.index] == .new { stack.append(UInt32(truncatingIfNeeded: member.index)) }
        }
      case .open:
        stack.removeLast()
        extents[index] = sum(index)
        states[index] = .measured
      case .measured: stack.removeLast()
      }
    }
    return extents[root]
  }

  private func sum(_ index: Int) -> ArchiveExtent {
    guard var extent = emptyExtent(index) else { return .leaf(graph.objects[index].value.jsonSize) }
    forEachMember(index) { member, key in extent.add(extents[member.index], key: key) }
    return extent
  }

  /// Nil for leaves.
  private func emptyExtent(_ index: Int) -> ArchiveExtent? {
    switch graph.objects[index].value {
    case .array, .set, .orderedSet, .dictionary: .container
    case .object: model(index)?.overhead ?? .container
    default: nil
    }
  }

  private func forEachMember(_ index: Int, _ act: (ArchiveReference, _ key: Int) -> Void) {
    switch graph.objects[index].value {
    case .array(let items), .set(let items), .orderedSet(let items): for item in items { act(item, 0) }
    case .dictionary(let entries):
      for entry in entries { act(entry.value, graph[entry.key].jsonSize) }
    case .object(let fields):
      // An older version has its fields under other names: all of them count.
      let model = model(index)?.model
      let keys = model?.archive?.version == graph.modelVersion(fields) ? model?.archiving?.keys : nil
      for field in fields {
        let name = graph.name(of: field.key)
        if keys?.contains(name) != false { act(field.value, name.utf8.count + 4) }
      }
    case .url(let relative, let base):
      act(relative, 0)
      act(base, 0)
    default: break
    }
  }

  private func model(_ index: Int) -> (model: ModelDescription, overhead: ArchiveExtent)? {
    let classIndex = Int(graph.objects[index].classIndex)
    return classIndex < 0 ? nil : models[classIndex]
  }

  /// A model writes a key for every property, whatever its object has.
  private static func overhead(of model: ModelDescription) -> ArchiveExtent {
    var extent = ArchiveExtent.container
    for property in model.properties { extent.add(.leaf(4), key: property.name.utf8.count + 4) }
    return extent
  }
}

extension ArchiveValue {
  /// About how many bytes of JSON a leaf is.
  var jsonSize: Int {
    switch self {
    case .string(let text): text.utf8.count + 2
    case .data(let bytes): bytes.count / 3 * 4 + 6
    case .uuid: 38
    case .date: 26
    default: 8
    }
  }
}
