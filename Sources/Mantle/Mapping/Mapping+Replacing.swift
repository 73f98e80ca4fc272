// Decoding a text that hooks put in an object's place.

extension Mapping {
  /// What the hooks put in an object's place; nil where they keep it.
  func replacement(for json: JSONCursor) throws -> JSONDocument? {
    var replacement: JSONDocument?
    var original: JSONDocument?
    for hook in options.beforeDecoding {
      let document = try replacement ?? original ?? json.copiedDocument()
      if replacement == nil { original = document }
      if let bytes = try hook(document.root) { replacement = try JSONDocument(bytes) }
    }
    return replacement
  }

  /// Decodes a text of its own, with a context of its own: nodes are numbered anew in it.
  func decode(_ replacement: JSONDocument, inPlaceOf json: JSONCursor) throws -> Root {
    let context = try json.context.forReplacement(of: json)
    defer { json.context.absorb(context, readFrom: replacement, inPlaceOf: json.index) }
    do {
      return try replacement.root.withCursor(context) { try decodeFinished($0) }
    } catch let problem as DecodingProblem {
      var paths = PathWalk(replacement)
      throw problem.placed(at: json.index, insteadOf: replacement, &paths)
    }
  }
}

extension DecodingContext {
  /// How many texts may stand in each other's place: a hook whose text brings its own model up again would go on
  /// for ever.
  private static var mostReplacements: Int { 256 }

  fileprivate func forReplacement(of json: JSONCursor) throws -> DecodingContext {
    let part = forPart(outermost: reportsPresence(of: json) ? 0 : nil)
    part.replacements += 1
    guard part.replacements <= DecodingContext.mostReplacements else {
      throw json.mismatch(
        expected: "at most \(DecodingContext.mostReplacements) texts in each other's place", code: .limit)
    }
    return part
  }
}
