import Mantle

/// An edit that removes members and elements, or renames members.
package enum ChildEdit: Sendable {
  case remove
  /// Changes the keys of members to the given key.
  case rename(String)
}

extension TextReading {
  /// Returns the splices that apply an edit to the values of search results.
  ///
  /// - Throws: The error for the first value that cannot be edited.
  package func splices(_ edit: ChildEdit, of results: [JSONPlaceFinder.Result]) throws -> [JSONSplice] {
    var splices: [JSONSplice] = []
    var records: Set<Int> = []
    for result in results where !result.isEmpty {
      let result = if case .remove = edit { result.outermost } else { result }
      if isSequence, case .remove = edit, result.containsAll {
        records.insert(result.record.lowerBound)
      } else {
        splices += try self.splices(edit, of: result, in: bytes)
      }
    }
    guard !records.isEmpty, let sequence else { return splices }
    let index = JSONChildIndex(bytes, sequence)
    var editor = JSONContainerEditor(index)
    for child in index.all where records.contains(child.value.lowerBound) { editor.remove(child) }
    return splices + editor.splices
  }

  /// Returns the splices that apply an edit to the values of one search result, including values in strings that contain JSON.
  ///
  /// - Parameter string: The offset in the file of the string that contains the bytes; nil for the bytes of the file.
  private func splices(
    _ edit: ChildEdit, of result: JSONPlaceFinder.Result, in bytes: JSONBytes, at string: Int? = nil
  ) throws -> [JSONSplice] {
    guard !result.containsAll else {
      throw problem(at: string ?? result.record.lowerBound, "the place is the whole document")
    }
    let starts = Set(result.values.map(\.lowerBound))
    let document =
      try string == nil
      ? self.document(result.record, limits: Self.deep)
      : JSONDocument(parsing: bytes, in: result.record, limits: Self.deep)
    var splices = starts.isEmpty ? [] : try self.splices(edit, of: starts, in: document.root, at: string)
    for nested in result.nested where !nested.result.isEmpty {
      let inner = try self.splices(
        edit, of: nested.result, in: nested.bytes, at: string ?? nested.string.lowerBound)
      let text = try JSONDocument(parsing: bytes, in: nested.string).root
      splices.append(text.replacing(withNested: try nested.bytes.applying(inner)))
    }
    return splices
  }

  /// Returns the splices that apply an edit to the children of a value that begin at given offsets.
  ///
  /// - Parameter string: the offset in the file of the string that contains the value; nil for a value of the file.
  private func splices(
    _ edit: ChildEdit, of starts: Set<Int>, in root: JSONNode, at string: Int?
  ) throws(UnreadableText) -> [JSONSplice] {
    var (open, splices): ([JSONNode], [JSONSplice]) = ([root], [])
    while let container = open.popLast() {
      let children = container.childValues
      var found = children.filter { starts.contains($0.byteRange.lowerBound) }
      if !found.isEmpty {
        let members = container.members.filter { member in
          found.contains { $0.byteRange == member.value.byteRange }
        }
        // If a key is repeated, all of its members are edited, because otherwise the previous member would take effect.
        let same = container.members.filter { other in
          members.contains { $0.key.isEquivalent(to: other.key) }
        }
        if container.kind == .object { found = same.map(\.value) }
        switch edit {
        case .remove: splices += container.removing(found)
        case .rename(let key):
          if let first = found.first, container.kind == .array || container[key] != nil {
            let reason = container.kind == .array ? "an element has no key" : "there is a `\(key)` already"
            throw problem(at: string ?? first.byteRange.lowerBound, "not renamed: \(reason)")
          }
          splices += same.map { JSONSplice($0.key.byteRange, with: Array(JSONText.quoted(key).utf8)) }
        }
      }
      let removed = if case .remove = edit { Set(found.map(\.byteRange.lowerBound)) } else { Set<Int>() }
      open += children.filter { $0.kind.isContainer && !removed.contains($0.byteRange.lowerBound) }
    }
    return splices
  }

  private func problem(at offset: Int, _ words: String) -> UnreadableText {
    UnreadableText(lines: ["\(bytes.location(at: offset).place(in: name)): error: \(words)"])
  }
}
