import Mantle

/// The size of the JSON that an object becomes when every shared object is expanded for each
/// of its holders.
///
/// The numbers are floating-point, because a hundred nested objects with two references each
/// exceed every integer type.
struct ArchiveExtent {
  /// The number of bytes without whitespace.
  var bytes: Float = 0
  /// The number of lines.
  var lines: Float = 0
  /// The sum of the indentation levels of all lines.
  var indentation: Float = 0

  /// Measures the JSON of an object without creating it. A recursive reference has no size.
  ///
  /// - Complexity: O(*n*) in time and memory, where *n* is the number of references.
  static func measure(
    _ root: ArchiveReference, in graph: ArchiveGraph, _ models: ArchivedModelTable
  ) -> ArchiveExtent {
    var measure = ArchiveMeasure(graph, models)
    return measure.measure(root.index)
  }

  /// The size of the formatted text with one line for each value.
  var formatted: Float { bytes + 2 * indentation + lines }

  /// Returns the extent of a value on one line.
  static func leaf(_ bytes: Int) -> ArchiveExtent { ArchiveExtent(bytes: Float(bytes), lines: 1) }

  /// The extent of an empty container with its brackets.
  static let container = ArchiveExtent(bytes: 4, lines: 2)

  /// Adds a member, indented by one level.
  ///
  /// - Parameter key: the size of the key, in bytes.
  mutating func add(_ member: ArchiveExtent, key: Int = 0) {
    bytes += member.bytes + Float(key) + 2
    lines += member.lines
    indentation += member.indentation + member.lines
  }
}

/// The measurement of the objects of an archive.
private struct ArchiveMeasure {
  /// The archive.
  private let graph: ArchiveGraph
  /// For each class, its model and the extent of an object without values; nil without a
  /// model.
  private let models: [(model: ModelDescription, overhead: ArchiveExtent)?]
  /// The extents of the measured objects.
  private var extents: [ArchiveExtent]
  /// The states of the objects.
  private var states: [State]

  /// The progress of one object.
  private enum State: UInt8 {
    /// Not visited, with members being measured, or measured.
    case new, open, measured
  }

  /// Creates a measurement in which no object is measured.
  fileprivate init(_ graph: ArchiveGraph, _ models: ArchivedModelTable) {
    self.graph = graph
    self.models = graph.classes.map { archiveClass in
      models.model(for: archiveClass).map { ($0, Self.overhead(of: $0)) }
    }
    extents = Array(repeating: ArchiveExtent(), count: graph.count)
    states = Array(repeating: .new, count: graph.count)
  }

  /// Returns the extent of an object, by a depth-first traversal with an explicit stack. When
  /// an open object is on top of the stack, all its members are measured.
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

  /// Returns the sum of an object's members.
  private func sum(_ index: Int) -> ArchiveExtent {
    guard var extent = emptyExtent(index) else { return .leaf(graph.objects[index].value.jsonSize) }
    forEachMember(index) { member, key in extent.add(extents[member.index], key: key) }
    return extent
  }

  /// The extent of a container without members; nil for a leaf.
  private func emptyExtent(_ index: Int) -> ArchiveExtent? {
    switch graph.objects[index].value {
    case .array, .set, .orderedSet, .dictionary: .container
    case .object: model(index)?.overhead ?? .container
    default: nil
    }
  }

  /// Calls a closure for each member that is written as JSON, with the size of its key.
  private func forEachMember(_ index: Int, _ act: (ArchiveReference, _ key: Int) -> Void) {
    switch graph.objects[index].value {
    case .array(let items), .set(let items), .orderedSet(let items): for item in items { act(item, 0) }
    case .dictionary(let entries):
      for entry in entries { act(entry.value, graph[entry.key].jsonSize) }
    case .object(let fields):
      // The fields of an older version have other names, so all of them count.
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

  /// Returns the model of an object; nil for objects without a class or model.
  private func model(_ index: Int) -> (model: ModelDescription, overhead: ArchiveExtent)? {
    let classIndex = Int(graph.objects[index].classIndex)
    return classIndex < 0 ? nil : models[classIndex]
  }

  /// Returns the extent of the keys of a model, which are written even for absent values.
  private static func overhead(of model: ModelDescription) -> ArchiveExtent {
    var extent = ArchiveExtent.container
    for property in model.properties { extent.add(.leaf(4), key: property.name.utf8.count + 4) }
    return extent
  }
}

extension ArchiveValue {
  /// The approximate size of a leaf as JSON, in bytes.
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
