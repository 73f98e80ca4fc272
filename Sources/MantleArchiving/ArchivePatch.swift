import Mantle

/// The change of one archived value: its object, the JSON that the object was converted to, and
/// the edited JSON.
struct ArchivePatch {
  /// The archived object to change.
  let reference: ArchiveReference
  /// The JSON that the object was converted to, before the edit.
  let before: JSONNode
  /// The JSON of the object after the edit.
  let after: JSONNode
  /// A new object that was decoded from ``before``; nil if a model that contains the value cannot be decoded.
  let old: ArchiveReference?
  /// A new object that was decoded from ``after``; nil if a model that contains the value cannot be decoded.
  let new: ArchiveReference?

  /// Creates the change of one archived object.
  init(
    _ reference: ArchiveReference, _ before: JSONNode, _ after: JSONNode, old: ArchiveReference? = nil,
    new: ArchiveReference? = nil
  ) {
    self.reference = reference
    self.before = before
    self.after = after
    self.old = old
    self.new = new
  }

  /// Whether the JSON after the edit is equivalent to the JSON before it.
  var isEmpty: Bool { before.isEquivalent(to: after) }

  /// Returns a change of another object with the same JSON before and after.
  func of(_ reference: ArchiveReference) -> ArchivePatch {
    ArchivePatch(reference, before, after, old: old, new: new)
  }
}

/// The state while edited JSON is applied to an archive: shared objects, copies and parts changed so far.
struct ArchivePatching {
  /// The archive before the edits.
  let original: ArchiveGraph
  /// The positions that the edited values had in the JSON before the edits; nil if unknown.
  var origins: ValueOrigins?
  /// The parts of objects that edits replaced so far, each with its new JSON and the path of the edit.
  private var written: [Part: (text: [UInt8], path: JSONKeyPath)] = [:]
  /// The fields of the objects that migrations upgraded, by the index of the object.
  var upgraded: [Int: [ArchiveField]] = [:]

  /// Whether an edit of a shared object changes a copy of the object, which only the edited reference gets. Otherwise
  /// the edit changes the object for all references.
  let copiesShared: Bool
  /// For each object, by index, the number of references to it that the JSON shows.
  private let counts: [Int32]
  /// The shared objects that are being changed: the current value and its enclosing values, as far as they are shared,
  /// the outermost first.
  private var around: [SharedObject] = []
  /// The shared objects that were changed, by the index of the object.
  private(set) var changedShared: [Int: SharedObject] = [:]
  /// The object of the original archive that each new object stands for, by the index of the new object. The new
  /// objects were decoded from the edited JSON.
  var existing: [Int: ArchiveReference] = [:]

  /// A part of an object that an edit replaces as a whole.
  enum Part: Hashable {
    /// All elements of a collection or all entries of a dictionary, given the index of its object.
    case contents(Int)
    /// A field of an object, given the index of the object and the key of the field.
    case field(Int, ArchiveKey)
  }

  /// Creates the state before any edit is applied.
  ///
  /// - Parameters:
  ///   - origins: the positions that the edited values had in the JSON before the edits; nil if unknown.
  ///   - counts: the numbers of references to each object that the JSON shows.
  ///   - copiesShared: whether an edit of a shared object changes a copy of the object.
  init(
    _ original: ArchiveGraph, _ origins: ValueOrigins? = nil, counts: [Int32] = [],
    copiesShared: Bool = false
  ) {
    self.original = original
    self.origins = origins
    self.counts = counts
    self.copiesShared = copiesShared
  }

  /// Whether the current value is copied before it is changed, because it or an enclosing value is shared.
  var copies: Bool { copiesShared && !around.isEmpty }

  /// Begins the change of an archived object at a path of the JSON.
  ///
  /// - Returns: whether the object is shared. Call ``leaveShared()`` afterwards in this case.
  mutating func enter(_ reference: ArchiveReference, at path: [JSONKeyPath.Component]) -> Bool {
    guard reference.index < counts.count, counts[reference.index] > 1 else { return false }
    let (name, count) = (original.description(of: reference), Int(counts[reference.index]))
    around.append(SharedObject(name: name, path: JSONKeyPath(path), count: count, index: reference.index))
    return true
  }

  /// Ends the change of the innermost shared object.
  mutating func leaveShared() { around.removeLast() }

  /// Records that an edit replaces a part of an object by a JSON node, or removes the part if the node is nil.
  ///
  /// - Throws: a ``DecodingProblem`` if the part was replaced by another value before, through
  ///   another reference to the object.
  mutating func claim(_ part: Part, _ node: JSONNode?, at path: [JSONKeyPath.Component]) throws {
    if !copiesShared, let shared = around.last, changedShared[shared.index] == nil {
      changedShared[shared.index] = shared
    }
    let text = node.map { JSONFormatter(.compact).format($0) } ?? []
    guard let known = written.updateValue((text, JSONKeyPath(path)), forKey: part), known.text != text else {
      return
    }
    throw DecodingProblem(
      .archive,
      detail: "the object is shared with `\(known.path)`, where it was changed to another value")
  }
}

/// An object that the JSON shows at several locations, and that an edit changed at all of them.
package struct SharedObject: Sendable, Hashable {
  /// The class of the object if it is a model, or the kind of the value.
  let name: String
  /// The location of the edit in the JSON.
  package let path: JSONKeyPath
  /// The number of references to the object that the JSON shows.
  let count: Int
  /// The index of the shared object in the archive.
  let index: Int

  /// A sentence about the edit for a message: the object, its location and the number of references.
  package var words: String {
    "the \(name) at \(path.isEmpty ? "the root" : "`\(path)`") is shared by \(count): the edit changes it for all of them"
  }
}

extension ArchiveGraph {
  /// Returns, for each object by index, the number of references to it that the JSON of the archive shows; 0 for values
  /// without contents. References in unmapped fields are not shown. If migrations upgrade an object, all of its fields
  /// count, because migrations may rename them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of references.
  func shownReferences(from root: ArchiveReference, _ models: ArchivedModelTable) -> [Int32] {
    var shownKeys: [Int32: (keys: Set<ArchiveKey>, archive: ModelArchive)] = [:]
    for (index, archiveClass) in classes.enumerated() {
      guard let model = models.model(for: archiveClass), let archiving = model.archiving else { continue }
      let names = model.properties.filter { !$0.keyPaths.isEmpty }.compactMap {
        archiving.keysByProperty[$0.name]
      }
      shownKeys[Int32(truncatingIfNeeded: index)] = (Set(names.compactMap { key($0) }), archiving.archive())
    }
    var counts = Array(repeating: Int32(0), count: objects.count)
    counts[root.index] = 1
    var isOpen = Array(repeating: false, count: objects.count)
    var stack = [(reference: root, isDone: false)]
    while let (reference, isDone) = stack.popLast() {
      isOpen[reference.index] = !isDone
      guard !isDone else { continue }
      stack.append((reference, true))
      let object = objects[reference.index]
      var parts = object.value.parts
      let fields = object.value.fields
      if let shown = shownKeys[object.classIndex],
        shown.archive.migrations(from: modelVersion(fields) ?? 0).isEmpty
      {
        parts = fields.filter { shown.keys.contains($0.key) }.map(\.value)
      }
      // JSON shows a reference back to an enclosing object as null.
      for part in parts where !objects[part.index].value.isLeaf && !isOpen[part.index] {
        counts[part.index] += 1
        if counts[part.index] == 1 { stack.append((part, false)) }
      }
    }
    return counts
  }
}
