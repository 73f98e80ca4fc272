// Decoding of documents that hooks provide in place of an object.

extension MappingOptions {
  /// Runs the hooks that may replace the JSON of an object before it is decoded. Returns the last
  /// replacement; nil if no hook replaces the object.
  func replacement(for json: JSONCursor) throws -> JSONDocument? {
    var replacement: JSONDocument?
    var original: JSONDocument?
    for hook in beforeDecoding {
      let document = try replacement ?? original ?? json.copiedDocument()
      if replacement == nil { original = document }
      if let bytes = try hook(document.root) { replacement = try JSONDocument(bytes) }
    }
    return replacement
  }
}

extension Mapping {
  /// Decodes the replacement that a hook returned for an object. It needs a separate context, because the
  /// nodes of the replacement have their own indices.
  func decode(_ replacement: JSONDocument, inPlaceOf json: JSONCursor) throws -> Root {
    let context = try json.context.forReplacement(of: json)
    defer { json.context.absorb(context, readFrom: replacement, inPlaceOf: json.index) }
    do {
      return try replacement.root.withCursor(context) { root in
        try context.enclosing(root.index, with: json.context.keysAround(json.index)) {
          try decodeFinished(root)
        }
      }
    } catch let problem as DecodingProblem {
      var paths = PathWalk(replacement)
      throw problem.placed(at: json.index, insteadOf: replacement, &paths)
    }
  }
}

extension DecodingContext {
  /// The maximum nesting depth of replacements. Without a limit, a hook whose replacement contains its own
  /// model would recurse forever.
  private static var maximumReplacements: Int { 256 }

  fileprivate func forReplacement(of json: JSONCursor) throws -> DecodingContext {
    let part = forPart(outermost: reportsPresence(of: json) ? 0 : nil)
    part.replacements += 1
    guard part.replacements <= DecodingContext.maximumReplacements else {
      throw json.mismatch(
        expected: "at most \(DecodingContext.maximumReplacements) nested replacements of a value",
        code: .limit)
    }
    return part
  }
}
