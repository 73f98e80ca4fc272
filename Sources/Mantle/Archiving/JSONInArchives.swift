import Foundation

/// JSON values as the leaves and collections of an archive, and back.
enum JSONInArchives {
  /// Adds a JSON value: null in a container is `NSNull`, at the outermost level nil.
  ///
  /// - Throws: a syntax error, a ``LoneSurrogateError`` for a text no archive can hold, or an ``ArchiveError`` for
  ///   nesting it cannot be read from.
  static func reference(for json: [UInt8], in builder: inout ArchiveBuilder) throws -> ArchiveReference {
    let root = try JSONDocument(parsing: JSONBytes(json)).root
    return root.kind == .null ? .null : try reference(for: root, in: &builder)
  }

  /// As above, with null as `NSNull` wherever it stands.
  static func reference(
    for node: JSONNode, depth: Int = 0, in builder: inout ArchiveBuilder
  ) throws -> ArchiveReference {
    guard depth < ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    func inner(_ node: JSONNode) throws -> ArchiveReference {
      try reference(for: node, depth: depth + 1, in: &builder)
    }
    switch node.kind {
    case .null: return builder.append(.null, class: ArchiveLeaf.null.archiveClass)
    case .true: return builder.bool(true)
    case .false: return builder.bool(false)
    case .number: return try number(node.rawText, in: &builder)
    case .string: return builder.string(try node.stringValue ?? "")
    case .array: return builder.array(try node.elements.map(inner))
    case .object:
      let entries = try node.members.map { key, value in
        ArchiveEntry(
          key: builder.string(try key.stringValue ?? ""), value: try inner(value))
      }
      return builder.dictionary(entries)
    }
  }

  /// Whole numbers of 64 bits and doubles are what archives have: a fraction is rounded to the nearest double, as
  /// everywhere; what would become infinite, or a whole number that would become another one, is an error.
  private static func number(
    _ text: String, in builder: inout ArchiveBuilder
  ) throws(ArchiveProblem) -> ArchiveReference {
    if let value = Int64(text) { return builder.integer(value) }
    if let value = UInt64(text) { return builder.unsigned(value) }
    let isWhole = text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
    guard let value = Double(text), value.isFinite, !isWhole || Self.isExactly(value, text) else {
      throw ArchiveProblem(
        .archive, expected: "a number of 64 bits", found: "number \(Shortened.text(text))")
    }
    return builder.real(value)
  }

  private static func isExactly(_ value: Double, _ whole: String) -> Bool {
    let digits = String(format: "%.0f", value)
    return JSONDecimal.areEqual(Array(digits.utf8), Array(whole.utf8))
  }
}

extension ArchiveGraph {
  /// What an object is, in a few words for diagnostics: `string "bug"`, `GHLabel`, `array`.
  func description(of reference: ArchiveReference) -> String {
    switch self[reference] {
    case .null: "nil"
    case .bool(let value): "boolean \(value)"
    case .integer(let value): "number \(value)"
    case .unsigned(let value): "number \(value)"
    case .real(let value): "number \(value)"
    case .string(let value): "string \"\(Shortened.text(value))\""
    case .data(let value): "data of \(value.count) bytes"
    case .date: "date"
    case .url: "URL"
    case .uuid: "UUID"
    case .array: "array"
    case .set: "set"
    case .orderedSet: "ordered set"
    case .dictionary: "dictionary"
    case .object: archiveClass(of: reference)?.name ?? "object without a class"
    }
  }
}
