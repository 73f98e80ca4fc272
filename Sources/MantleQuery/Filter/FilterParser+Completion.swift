import Mantle

extension FilterParser {
  /// Returns the start of the word that is being typed and its possible completions; nil if there are no suggestions.
  package static func completion(
    of text: String, _ names: FilterNames
  ) -> (start: String.Index, words: [String])? {
    var parser = FilterParser(text, names)
    _ = try? parser.parse()
    func index(_ position: Int) -> String.Index {
      text.unicodeScalars.index(text.startIndex, offsetBy: position)
    }
    switch parser.unfinished {
    case .name(let parts, let start):
      let plain = names.names(after: parts).filter { $0 == $0.filterName }
      guard parts.isEmpty else { return (index(start), plain) }
      let words = plain + Filter.Flag.allCases.map(\.rawValue)
      let typed = text[index(start)...].lowercased()
      // Functions are for a word that begins no name.
      let isName = typed.isEmpty || words.contains { $0.lowercased().hasPrefix(typed) }
      return (index(start), isName ? words : Calculation.Function.allCases.map { "\($0.rawValue)(" })
    case .value(let path, let start): return (index(start), names.values(of: path))
    case .nothing: return nil
    }
  }

  /// Returns the suggested values for a comparison with a name.
  package static func values(of name: String, _ names: FilterNames) -> [String] {
    var parser = FilterParser(name + " = ", names)
    _ = try? parser.parse()
    guard case .value(let path, _) = parser.unfinished else { return [] }
    if case .date? = path.shape?.unwrapped { return ["today", "tomorrow", "yesterday", "+1d", "-1d", "+1w"] }
    return names.values(of: path).map { $0.withoutFilterQuotes }
  }
}

extension FilterNames {
  /// Returns the paths of all properties and keys of the values.
  ///
  /// - Parameter path: the path of objects inside the values, whose properties and keys are returned instead; nil for
  ///   the values themselves.
  package func paths(inside path: FilterPath? = nil) -> [FilterPath] {
    let start = path.map { $0.words + "." } ?? ""
    var parser = FilterParser(start, self)
    _ = try? parser.parse()
    var parts: [Part] = []
    if path != nil {
      guard case .name(let found, _) = parser.unfinished else { return [] }
      parts = found
    }
    if path == nil, let rows { return columns(ofArrays: rows.count) }
    return names(after: parts).compactMap { name in
      let part = Part(step: .key(name), position: 0)
      return try? self.path(start + name.filterName, parts + [part], isLiteral: false)
    }
  }
}
