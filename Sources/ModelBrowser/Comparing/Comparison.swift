import Mantle
import MantleDocuments
import MantleFiles

/// The differences between a value of the document and another text that the user has neither taken nor dismissed.
struct Comparison: Sendable {
  /// The name of the other text.
  let name: String
  let other: JSONBytes
  /// The path of the compared value; empty for the whole document.
  let place: JSONKeyPath
  /// The revision of the document's edits for which the differences are valid.
  private(set) var revision: Int
  /// The difference from the other text to the document's value; nil if they are equal. Reverting the difference copies the
  /// values of the other text.
  private(set) var difference: JSONDifference?
  /// The first locations at which the texts differ, each with both values.
  private(set) var parts: [JSONDifference.Part] = []

  /// Compares the text of a value with the other text.
  ///
  /// - Parameters:
  ///   - isList: whether the document consists of values after each other, which are compared as the elements of a list.
  ///   - progress: receives the share that is done, from 0 to 1.
  init(
    of text: JSONBytes, at place: JSONKeyPath, isList: Bool, revision: Int, with name: String,
    _ other: JSONBytes, progress: (Double) -> Void
  ) throws {
    progress(0)
    let own = try Self.read(text, isList: isList)
    progress(0.2)
    let node = try Self.read(other, named: name, asComparedWith: own, isList: isList)
    progress(0.4)
    self.init(
      Self.difference(from: node, to: own), at: place, revision: revision, with: name, other)
  }

  init(
    _ difference: JSONDifference?, at place: JSONKeyPath, revision: Int, with name: String,
    _ other: JSONBytes
  ) {
    (self.name, self.other, self.place, self.revision) = (name, other, place, revision)
    keep(difference)
  }

  static func difference(from other: JSONNode, to own: JSONNode) -> JSONDifference? {
    JSONDifference(from: other, to: own, arrays: .elements(keys: JSONDifference.usualKeys))
  }

  /// Parses a text as one value. Values after each other become elements of a list; with `isList`, also a single value.
  static func read(_ bytes: JSONBytes, isList: Bool) throws -> JSONNode {
    if let list = bytes.valuesAsArray { return try JSONDocument(parsing: list).root }
    guard isList else { return try JSONDocument(parsing: bytes).root }
    return try JSONDocument(Array("[".utf8) + bytes.slice(bytes.textStart..<bytes.count) + Array("]".utf8))
      .root
  }

  /// Parses the other text so that an array and values after each other are compared as the same list.
  static func read(
    _ other: JSONBytes, named name: String, asComparedWith own: JSONNode, isList: Bool
  ) throws -> JSONNode {
    let isList = isList || own.kind == .array && FileSuffix(of: name) == .lines
    let node: JSONNode
    do { node = try read(other, isList: isList) } catch let error as JSONSyntaxError {
      // If the values were put into a list, the offset refers to the text of the list.
      let isWhole = !isList && other.valuesAsArray == nil
      let location = other.location(at: min(error.offset, other.count))
      let place = isWhole ? location.place(in: name) : name
      throw EditRefused(description: "\(place): \(error)")
    }
    if isList, node.count == 1, let array = node.elements.first(where: { $0.kind == .array }) { return array }
    guard own.kind == .array || other.valuesAsArray == nil else {
      throw EditRefused(description: "one file has several values, the other has one value")
    }
    return node
  }

  private mutating func keep(_ difference: JSONDifference?) {
    self.difference = difference
    parts = Array((difference?.parts ?? []).prefix(Differences.most))
  }

  /// Returns the names of both sides: the document's value, and the other text.
  func names(in document: Document) -> (own: String, other: String) {
    (place.isEmpty ? document.name : place.description, name)
  }

  /// Returns whether the values at a location are in conflict, because both texts have a value there.
  static func isConflict(_ part: JSONDifference.Part) -> Bool { part.before != nil && part.after != nil }

  /// Returns the comparison limited to conflicts: by default, to the values that a merge replaced or dropped.
  ///
  /// - Parameter revision: the revision after the merge.
  func conflicts(
    revision: Int, where isConflict: (JSONDifference.Part) -> Bool = { $0.before != nil }
  ) -> Comparison {
    var conflicts = self
    conflicts.keep(difference?.filtered(isConflict))
    conflicts.revision = revision
    return conflicts
  }

  /// Removes the differences that the user dismissed from the comparison.
  mutating func leaveOut(_ parts: Set<JSONDifference.Part>) {
    keep(difference?.filtered { !parts.contains($0) })
  }

  /// Removes the differences that were reverted from the comparison.
  ///
  /// - Returns: false if other differences have moved, so that the texts must be compared again.
  mutating func remove(_ taken: JSONDifference, revision: Int) -> Bool {
    let locations = Set(taken.parts)
    let lists = Set(locations.compactMap(\.changedList))
    let rest = difference?.filtered { !locations.contains($0) }
    let isMoved = rest?.parts.contains { part in
      part.path.components.indices.contains { lists.contains(Array(part.path.components.prefix($0))) }
    }
    guard isMoved != true else { return false }
    keep(rest)
    self.revision = revision
    return true
  }
}

extension JSONDifference.Part {
  /// The path of the list in which reverting the difference moves other elements; nil if there is none.
  fileprivate var changedList: [JSONKeyPath.Component]? {
    guard !Comparison.isConflict(self), case .index? = path.components.last else { return nil }
    return path.components.dropLast()
  }
}

/// The result of merging another text with the document, before the document is changed.
struct MergedText: Sendable {
  let name: String
  /// The difference from the merged text to the document; nil if they are equal.
  let difference: JSONDifference?
  /// The comparison of the merged text with the document.
  let comparison: Comparison

  init(
    _ newer: JSONBytes, named name: String, over text: JSONBytes, isList: Bool, revision: Int,
    by merge: (_ newer: JSONNode, _ older: JSONNode) throws -> [UInt8]
  ) throws {
    self.name = name
    let own = try Comparison.read(text, isList: isList)
    let node = try Comparison.read(newer, named: name, asComparedWith: own, isList: isList)
    let merged = try JSONDocument(merge(node, own)).root
    difference = Comparison.difference(from: merged, to: own)
    comparison = Comparison(
      Comparison.difference(from: own, to: merged), at: JSONKeyPath(), revision: revision,
      with: "before the merge", text)
  }
}
