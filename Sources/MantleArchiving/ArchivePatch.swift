import Mantle

/// The change of one archived value: its object, the JSON that the object was converted to, and
/// the edited JSON.
struct ArchivePatch {
  /// The object.
  let reference: ArchiveReference
  /// The JSON that the object was converted to.
  let before: JSONNode
  /// The edited JSON.
  let after: JSONNode
  /// A new object that was decoded from ``before``; nil if a model around it cannot be decoded.
  let old: ArchiveReference?
  /// A new object that was decoded from ``after``; nil if a model around it cannot be decoded.
  let new: ArchiveReference?

  /// Creates a change.
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

  /// Whether the JSON was not edited.
  var isEmpty: Bool { before.isEquivalent(to: after) }

  /// Returns the same change of another object.
  func of(_ reference: ArchiveReference) -> ArchivePatch {
    ArchivePatch(reference, before, after, old: old, new: new)
  }
}

/// The state of the changes to an archive.
struct ArchivePatching {
  /// The archive before the changes.
  let original: ArchiveGraph
  /// The origins of the edited values; nil if they are unknown.
  var origins: ValueOrigins?
  /// The JSON that was written to each part of an object so far, and the location of the edit.
  private var written: [Part: (text: [UInt8], path: JSONKeyPath)] = [:]
  /// The fields of the objects that were upgraded.
  var upgraded: [Int: [ArchiveField]] = [:]

  /// Whether an edit of a shared object changes a copy of the object.
  let copiesShared: Bool
  /// The numbers of references to each object that the JSON shows.
  private let counts: [Int32]
  /// The shared objects that contain the current value, the outermost first.
  private var around: [SharedObject] = []
  /// The shared objects that were changed, by their index.
  private(set) var changedShared: [Int: SharedObject] = [:]
  /// The existing objects, by the new objects that were decoded from their edited JSON.
  var existing: [Int: ArchiveReference] = [:]

  /// A part of an object that an edit replaces as a whole.
  enum Part: Hashable {
    /// The elements of a collection or the entries of a dictionary.
    case contents(Int)
    /// A field.
    case field(Int, ArchiveKey)
  }

  /// Creates the state before all changes.
  ///
  /// - Parameters:
  ///   - origins: the origins of the edited values; nil if they are unknown.
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

  /// Whether the current value is copied before it is changed, because it or a value around it is shared.
  var copies: Bool { copiesShared && !around.isEmpty }

  /// Begins the change of an object.
  ///
  /// - Returns: whether the object is shared. Call ``leaveShared()`` afterwards in this case.
  mutating func enter(_ reference: ArchiveReference, at path: [JSONKeyPath.Component]) -> Bool {
    guard reference.index < counts.count, counts[reference.index] > 1 else { return false }
    let (name, count) = (original.description(of: reference), Int(counts[reference.index]))
    around.append(SharedObject(name: name, path: JSONKeyPath(path), count: count, index: reference.index))
    return true
  }

  /// Ends the change of a shared object.
  mutating func leaveShared() { around.removeLast() }

  /// Records that a part of an object is replaced.
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
      detail: "the object is the same one as at `\(known.path)`, where it was changed to another value")
  }
}

/// An object to which the JSON of an archive shows several references, and which an edit
/// changed for all of them.
package struct SharedObject: Sendable, Hashable {
  /// The class of a model, or the kind of another value.
  let name: String
  /// The location of the edit.
  package let path: JSONKeyPath
  /// The number of references.
  let count: Int
  /// The index of the object.
  let index: Int

  /// The description of the edit, in a sentence.
  package var words: String {
    "the \(name) at \(path.isEmpty ? "the root" : "`\(path)`") is shared by \(count): the edit changes it for all of them"
  }
}

extension ArchiveGraph {
  /// Returns the number of references to each object that the JSON of the archive shows, 0 for values without
  /// contents. References in unmapped fields are not shown. If migrations upgrade an object, all of its fields
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
      // A reference back to an object around the value is null in JSON.
      for part in parts where !objects[part.index].value.isLeaf && !isOpen[part.index] {
        counts[part.index] += 1
        if counts[part.index] == 1 { stack.append((part, false)) }
      }
    }
    return counts
  }
}
