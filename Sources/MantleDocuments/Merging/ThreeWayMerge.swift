import Mantle

/// A value that was edited in one version of a text and changed differently in the other version.
package struct MergeConflict: Sendable, Hashable {
  /// The path of the conflicting value in the merged text.
  package let path: JSONKeyPath
  /// The JSON of the value with the unsaved edits; nil if the edits deleted the value, in which case the merged text
  /// has the file's value.
  package let edited: String?
  /// The JSON of the value in the file; nil if it was deleted there.
  let file: String?
}

/// A merge of unsaved edits into another version of the file, as splices of the file's text.
///
/// A value that only one side changed gets the text of that side. If both sides changed a value, the merged text
/// contains the edited value, and the value is listed as a conflict. The file's value is only used if the edits deleted
/// a value that the file changed.
package struct ThreeWayMerge {
  package private(set) var splices: [JSONSplice] = []
  package private(set) var conflicts: [MergeConflict] = []
  private let edited: JSONBytes
  private let file: JSONBytes

  /// Merges unsaved edits into the current text of the file.
  ///
  /// - Parameters:
  ///   - base: the text that was last read or saved.
  ///   - edited: the base with the unsaved edits.
  ///   - file: the current text of the file.
  package init(base: JSONBytes, edited: JSONBytes, file: JSONBytes) throws(JSONSyntaxError) {
    (self.edited, self.file) = (edited, file)
    let values = (try base.values, try edited.values, try file.values)
    if values.0.count == 1, values.1.count == 1, values.2.count == 1 {
      merge(values.0[0], values.1[0], values.2[0], at: JSONKeyPath())
      return
    }
    let index = JSONChildIndex(file, .concatenated(in: file.textStart..<file.count))
    let isMerged = mergeElements(values.0, values.1, values.2, of: index) { JSONKeyPath([.index($0)]) }
    guard !isMerged else { return }
    splices = [JSONSplice(0..<file.count, with: edited.slice(0..<edited.count))]
    conflicts = [
      MergeConflict(
        path: JSONKeyPath(), edited: edited.text(0..<edited.count), file: file.text(0..<file.count))
    ]
  }

  private mutating func merge(_ base: JSONNode?, _ edited: JSONNode, _ file: JSONNode, at path: JSONKeyPath) {
    let (old, mine, theirs) = (base?.rawBytes, edited.rawBytes, file.rawBytes)
    if old == mine || theirs == mine { return }
    if let base, old != theirs, base.kind == edited.kind, base.kind == file.kind {
      if base.kind == .object, mergeMembers(base, edited, file, at: path) { return }
      if base.kind == .array,
        mergeElements(
          Array(base.elements), Array(edited.elements), Array(file.elements), of: self.file.index(of: file),
          at: { path.appending(index: $0) })
      {
        return
      }
    }
    if base?.isEquivalent(to: file) != true { addConflict(edited, file, at: path) }
    splices.append(file.replacing(with: mine))
  }

  private mutating func addConflict(_ edited: JSONNode?, _ file: JSONNode?, at path: JSONKeyPath) {
    conflicts.append(MergeConflict(path: path, edited: edited?.rawText, file: file?.rawText))
  }

  // MARK: - Elements

  /// Merges the edited elements of a list, or values of a sequence, into those of the file.
  ///
  /// - Parameters:
  ///   - index: the elements in the text of the file.
  ///   - place: returns the path of an element of the merged list.
  /// - Returns: false if the edits reordered the list, which can only be replaced as a whole.
  private mutating func mergeElements(
    _ base: [JSONNode], _ edited: [JSONNode], _ file: [JSONNode], of index: JSONChildIndex,
    at place: (Int) -> JSONKeyPath
  ) -> Bool {
    let (mine, theirs) = Self.alignments(of: base, edited, file)
    guard mine.moved.isEmpty else { return false }
    let plan = ListPlan(base, edited, file, mine, theirs)
    var editor = JSONContainerEditor(index)
    var (position, child) = (0, JSONChild?.none)
    for to in -1..<file.count {
      if to >= 0 {
        child = child.map { index.next(after: $0) } ?? index.first()
        switch plan.fates[to] {
        case .removed: if let child { editor.remove(child) }
        case .kept(let pair, let isDeleted):
          if let (old, new) = pair { merge(old, new, file[to], at: place(position)) }
          if isDeleted { addConflict(nil, file[to], at: place(position)) }
          position += 1
        }
      }
      for (new, isConflict) in plan.insertions[to] ?? [] {
        editor.insert(new.rawBytes, after: child)
        if isConflict { addConflict(new, nil, at: place(position)) }
        position += 1
      }
    }
    splices += editor.splices
    return true
  }

  /// Returns the correspondences between the elements of three lists: by a usual key that is unique in each list, or
  /// else by text. Elements between the same neighbors also correspond to each other. An element of which only the
  /// key was edited remains the same.
  private static func alignments(
    of base: [JSONNode], _ edited: [JSONNode], _ file: [JSONNode]
  ) -> (mine: Alignment, theirs: Alignment) {
    for key in JSONDifference.usualKeys {
      guard let old = Alignment.identities(base, key), let mine = Alignment.identities(edited, key),
        let theirs = Alignment.identities(file, key)
      else { continue }
      let mineByKey = Alignment(old, mine) { base[$0].isEquivalent(to: edited[$1], exceptFor: key) }
      return (mineByKey, Alignment(old, theirs))
    }
    let (old, mine, theirs) = (base.map(\.rawBytes), edited.map(\.rawBytes), file.map(\.rawBytes))
    return (
      Alignment(old, mine) { _, _ in true }, Alignment(old, theirs) { _, _ in true }
    )
  }

  /// The plan for merging two versions of a list: the outcome for each element of the file, and the elements to insert.
  private struct ListPlan {
    /// The outcome of the merge for an element of the file.
    enum Fate {
      case removed
      /// The element remains in the merged list. `pair` is its base and its edited value, or nil if it was not edited.
      /// `isDeleted` is true if the edits deleted the element but the file changed it.
      case kept(pair: (JSONNode, JSONNode)?, isDeleted: Bool)
    }

    private(set) var fates: [Fate]
    /// The elements to insert after the element of the file with an index, or at the start for -1. An edited element
    /// that the file no longer has is a conflict.
    private(set) var insertions: [Int: [(JSONNode, isConflict: Bool)]] = [:]

    init(
      _ base: [JSONNode], _ edited: [JSONNode], _ file: [JSONNode], _ mine: Alignment, _ theirs: Alignment
    ) {
      fates = file.map { _ in .kept(pair: nil, isDeleted: false) }
      let pairs = theirs.origins.enumerated().compactMap { to, from in from.map { ($0, to) } }
      let targets = Dictionary(uniqueKeysWithValues: pairs)
      for origin in mine.removed {
        guard let to = targets[origin] else { continue }
        let isChanged = !file[to].isEquivalent(to: base[origin])
        fates[to] = isChanged ? .kept(pair: nil, isDeleted: true) : .removed
      }
      // An element that both sides have inserted is only inserted once.
      var common = file.indices.filter { theirs.origins[$0] == nil }
        .reduce(into: [:]) { $0[file[$1].rawBytes, default: 0] += 1 }
      var last = -1
      for (index, origin) in mine.origins.enumerated() {
        let element = edited[index]
        if let origin, let to = targets[origin] {
          fates[to] = .kept(pair: (base[origin], element), isDeleted: false)
          last = to
        } else if origin == nil, let count = common[element.rawBytes], count > 0 {
          common[element.rawBytes] = count - 1
        } else if origin.map({ base[$0].rawBytes != element.rawBytes }) ?? true {
          insertions[last, default: []].append((element, isConflict: origin != nil))
        }
      }
    }
  }

  // MARK: - Members

  /// Merges the edited members of an object into those of the file.
  ///
  /// - Returns: false if keys are repeated or if the edits reordered the keys, because such objects can only be
  ///   replaced as a whole.
  private mutating func mergeMembers(
    _ base: JSONNode, _ edited: JSONNode, _ file: JSONNode, at path: JSONKeyPath
  ) -> Bool {
    let (old, mine, theirs) = (
      DistinctMembers(of: base), DistinctMembers(of: edited), DistinctMembers(of: file)
    )
    guard [(old, base), (mine, edited), (theirs, file)].allSatisfy({ $0.all.count == $1.count }),
      mine.all.map(\.id).filter({ old[$0] != nil }) == old.all.map(\.id).filter({ mine[$0] != nil })
    else { return false }
    let index = self.file.index(of: file)
    var children: [[UInt8]: JSONChild] = [:]
    var child = index.first()
    for member in theirs.all {
      children[member.id] = child
      child = child.flatMap { index.next(after: $0) }
    }
    var editor = JSONContainerEditor(index)
    var last: JSONChild?
    for member in mine.all {
      let (former, here) = (old[member.id], path.appending(key: member.key.displayText))
      if let other = theirs[member.id] {
        merge(former, member.value, other, at: here)
        last = children[member.id]
      } else if former?.rawBytes != member.value.rawBytes {
        editor.insert(member.value.rawBytes, key: member.key.rawBytes, after: last)
        if former != nil { addConflict(member.value, nil, at: here) }
      }
    }
    for member in old.all where mine[member.id] == nil {
      guard let other = theirs[member.id], let child = children[member.id] else { continue }
      if other.isEquivalent(to: member.value) {
        editor.remove(child)
      } else {
        addConflict(nil, other, at: path.appending(key: member.key.displayText))
      }
    }
    splices += editor.splices
    return true
  }
}

extension JSONNode {
  /// Returns whether two objects are equivalent except for the value of one key.
  fileprivate func isEquivalent(to other: JSONNode, exceptFor key: String) -> Bool {
    count == other.count
      && members.allSatisfy { member in
        let name = member.key.displayText
        return name == key || other[name]?.isEquivalent(to: member.value) == true
      }
  }
}

extension JSONBytes {
  /// The values that the text contains: one value, or those of a sequence.
  fileprivate var values: [JSONNode] {
    get throws(JSONSyntaxError) {
      let index = JSONChildIndex(self, .concatenated(in: textStart..<count))
      var values: [JSONNode] = []
      var child = index.first()
      while let here = child {
        values.append(try JSONDocument(parsing: self, in: index.measured(here).value).root)
        child = index.next(after: here)
      }
      return values
    }
  }

  fileprivate func index(of node: JSONNode) -> JSONChildIndex {
    let range = node.byteRange
    return JSONChildIndex(
      self, node.kind == .array ? .array(at: range.lowerBound) : .object(at: range.lowerBound),
      end: range.upperBound)
  }
}
