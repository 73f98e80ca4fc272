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
    guard depth < ArchiveDepth.limit else { throw ArchiveDepth.error }
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
  /// An object as JSON: dates in ISO 8601, data in base64, models as objects of their fields.
  ///
  /// - Throws: an ``ArchiveProblem`` where there is no JSON for it: objects that hold themselves, nesting or
  ///   repetition beyond reason, keys that are not text, numbers that are not finite.
  func writeJSON(_ reference: ArchiveReference, to writer: inout JSONWriter) throws {
    var allowance = ArchiveAllowance(64 * count + 100_000 + 2 * payload)
    try writeJSON(reference, &allowance, to: &writer)
  }

  /// - Parameter meter: hears of every value before it is written, and ends what has no end.
  func writeJSON(
    _ reference: ArchiveReference, depth: Int = 0, _ meter: inout some ArchiveMeter,
    to writer: inout JSONWriter
  ) throws {
    guard depth < ArchiveDepth.limit else {
      throw ArchiveProblem(.limit, expected: "a value that ends", found: "objects that hold each other")
    }
    try meter.pass(reference, in: self)
    switch self[reference] {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .unsigned(let value): writer.integer(value)
    case .real(let value): try writer.number(value)
    case .string(let value): writer.string(value)
    case .data(let value): writer.string(Data(value).base64EncodedString())
    case .date(let value):
      do { try writer.iso8601(value) } catch { writer.string(value.formatted(.iso8601)) }
    case .uuid(let value): writer.string(value.uuidString)
    case .url:
      guard let url = url(reference) else { throw ArchiveProblem(.invalidValue, expected: "URL") }
      writer.string(url.absoluteString)
    case .array(let items), .set(let items), .orderedSet(let items):
      writer.beginArray()
      for item in items {
        writer.element()
        try writeJSON(item, depth: depth + 1, &meter, to: &writer)
      }
      writer.endArray()
    case .dictionary(let entries):
      writer.beginObject()
      for entry in entries {
        guard case .string(let key) = self[entry.key] else {
          throw ArchiveProblem(expected: "keys that are strings", found: description(of: entry.key))
        }
        writer.key(key)
        try writeJSON(entry.value, depth: depth + 1, &meter, to: &writer)
      }
      writer.endObject()
    case .object(let fields):
      writer.beginObject()
      for field in fields where field.key != KnownKey.modelVersion.key {
        writer.key(name(of: field.key))
        try writeJSON(field.value, depth: depth + 1, &meter, to: &writer)
      }
      writer.endObject()
    }
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
