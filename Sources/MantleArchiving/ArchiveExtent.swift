import Mantle

/// The size of the JSON text of an object, in which a shared object is repeated for each reference to it.
///
/// The numbers are floating-point, because a hundred nested objects with two references each
/// exceed every integer type.
struct ArchiveExtent {
  /// The number of bytes of the JSON with one line for each value, without the indentation of the object itself.
  private var bytes: Float = 0
  /// The number of lines of the JSON with one line for each value.
  private var lines: Float = 0

  /// Returns the number of bytes of the formatted JSON of an object, without creating the JSON. A recursive reference
  /// counts as zero bytes.
  ///
  /// - Complexity: O(*n*) in time and memory, where *n* is the number of references.
  static func bytes(
    of root: ArchiveReference, in graph: ArchiveGraph, _ models: ArchivedModelTable
  ) -> Float {
    // A model writes its keys even for absent values.
    let keys = graph.classes.map { archiveClass in
      models.model(for: archiveClass)?.properties.reduce(0) { $0 + $1.name.utf8.count + 10 } ?? 0
    }
    var extents: [ArchiveExtent?] = Array(repeating: nil, count: graph.count)
    var stack = [(reference: root, isMeasured: false)]
    while let (reference, isMeasured) = stack.popLast() {
      let object = graph.objects[reference.index]
      let parts = object.value.parts
      if isMeasured {
        let own = graph.jsonSize(of: reference) + (object.classIndex < 0 ? 0 : keys[Int(object.classIndex)])
        var extent = ArchiveExtent(bytes: Float(own), lines: parts.isEmpty ? 1 : 2)
        for part in parts { if let inner = extents[part.index] { extent.add(inner) } }
        extents[reference.index] = extent
      } else if extents[reference.index] == nil {
        extents[reference.index] = ArchiveExtent()
        stack.append((reference, true))
        for part in parts where extents[part.index] == nil { stack.append((part, false)) }
      }
    }
    return extents[root.index]?.bytes ?? 0
  }

  /// Adds the size of a child of the object, which is indented by one level.
  private mutating func add(_ part: ArchiveExtent) {
    bytes += part.bytes + 2 * part.lines + 2
    lines += part.lines
  }
}
