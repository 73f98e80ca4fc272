import Mantle
import MantlePlatform

extension ArchiveBuilder {
  /// Adds an object for a JSON scalar that replaces an archived scalar. The object keeps the archived type if JSON
  /// cannot express the type: the string that replaces a date becomes a date.
  ///
  /// - Returns: the new object; nil if the JSON alone determines the type.
  /// - Throws: a ``DecodingProblem`` for a string that is not a value of the type.
  private mutating func sameType(
    _ node: JSONNode, as old: ArchiveReference
  ) throws -> ArchiveReference? {
    switch (graph[old], node.kind) {
    case (.object, .string): return try attributed(try node.stringValue ?? "", replacing: old)
    case (.object, .number) where graph.decimal(old) != nil:
      guard let number = decimal(JSONDecimal(node.rawBytes)) else {
        throw DecodingProblem(expected: "a number of at most 38 digits", found: node.rawText)
      }
      return append(graph[number], class: graph.archiveClass(of: old))
    case (.real, .number):
      let number = JSONDecimal(node.rawBytes)
      return Double(node.rawText).flatMap { Self.isExactly($0, number) ? add(.real($0)) : nil }
    case (.real(let value), .string) where !value.isFinite:
      return try node.stringValue.flatMap(Double.init).map { add(.real($0)) }
    case (.date, .string):
      var text = try node.stringValue ?? ""
      guard let instant = text.withUTF8({ ISO8601.instant($0) }) else {
        throw DecodingProblem(expected: "a date such as 2024-01-02T03:04:05Z", found: node.rawText)
      }
      return add(.date(Date(instant)))
    case (.data, .string):
      guard let bytes = Data(base64Encoded: try node.stringValue ?? "") else {
        throw DecodingProblem(expected: "data in base64", found: Shortened.text(node.rawText))
      }
      return append(.data([UInt8](bytes)))
    case (.uuid, .string):
      guard let value = UUID(uuidString: try node.stringValue ?? "") else {
        throw DecodingProblem(expected: "a UUID", found: node.rawText)
      }
      return add(.uuid(value))
    case (.url, .string):
      guard let value = URL(string: try node.stringValue ?? "") else {
        throw DecodingProblem(expected: "a URL", found: node.rawText)
      }
      return url(value)
    default: return nil
    }
  }

  /// Adds an attributed string with new text and the same attributes; nil if the old value is not an attributed string.
  ///
  /// - Throws: a ``DecodingProblem`` if the attributes belong to ranges of the old text.
  private mutating func attributed(_ text: String, replacing old: ArchiveReference) throws
    -> ArchiveReference?
  {
    guard graph.attributedText(old) != nil, let key = graph.key("NSString") else { return nil }
    guard graph.field("NSAttributeInfo", of: old) == nil else {
      throw DecodingProblem(
        .archive, detail: "parts of the text have attributes, which an edit of the text cannot preserve")
    }
    let fields = graph.fields(of: old).map { field in
      guard field.key == key else { return field }
      return ArchiveField(key, graph.replacing(field.value, with: string(text)))
    }
    return append(.object(fields), class: graph.archiveClass(of: old))
  }

  /// Adds an object for a JSON value that replaces an archived value. The new object has the type and class of the old one, and
  /// is inline if the old one is.
  ///
  /// - Parameter new: the value that a property decodes from the JSON; nil for JSON without a property.
  /// - Throws: as ``json(_:depth:)``, and a ``DecodingProblem`` for a string that is not a value of the type.
  mutating func json(
    _ node: JSONNode, replacing old: ArchiveReference, new: ArchiveReference? = nil
  ) throws -> ArchiveReference {
    if let new, graph[new].isSameKind(as: graph[old]) { return graph.replacing(old, with: new) }
    return graph.replacing(old, with: try sameType(node, as: old) ?? new ?? json(node))
  }
}

extension ArchiveValue {
  /// Returns whether two archived scalars have the same type, such as two dates.
  fileprivate func isSameKind(as other: ArchiveValue) -> Bool {
    switch (self, other) {
    case (.bool, .bool), (.integer, .integer), (.unsigned, .unsigned), (.real, .real), (.string, .string),
      (.data, .data), (.date, .date), (.url, .url), (.uuid, .uuid):
      true
    default: false
    }
  }
}

extension ArchiveGraph {
  /// Returns the reference to store in place of `old` after a value was replaced. If both values are leaves (values
  /// without contents) of the same kind, the new leaf gets the class of the old leaf, and is inline if the old leaf is.
  /// Otherwise the result is `new`.
  ///
  /// `NSCoder` decodes an `int` only from an inline number.
  mutating func replacing(_ old: ArchiveReference, with new: ArchiveReference) -> ArchiveReference {
    switch (self[old], self[new]) {
    case (.string, .string), (.data, .data), (.date, .date), (.uuid, .uuid): break
    case (let before, let after): if before.number == nil || after.number == nil { return new }
    }
    let archiveClass = archiveClass(of: old) ?? archiveClass(of: new)
    let index =
      archiveClass == self.archiveClass(of: new) ? new.index : append(self[new], class: archiveClass).index
    return ArchiveReference(index, isInline: old.isInline)
  }
}
