/// A reader of the declarations in a Swift file: types and their members, level by level. It reads tokens and skips
/// unknown syntax, because the compiler reads the same source and reports errors.
struct DeclarationReader {
  private let tokens: [SwiftToken]
  private let file: String
  private var position = 0
  private(set) var types: [String: DeclaredType] = [:]
  private(set) var lists: [PropertyList] = []
  private(set) var mappings: [DeclaredMapping] = []
  private(set) var openClasses: [OpenClass] = []

  init(tokens: [SwiftToken], file: String) {
    self.tokens = tokens
    self.file = file
  }

  /// The names of the protocols that a type declares conformance to if it is a model.
  private static let modelProtocols: Set<String> = [
    "Model", "MappedEquatable", "MappedHashable", "MappedDescription", "ArchivableModel", "CodableModel",
  ]
  private static let typeKeywords: Set<String> = [
    "struct", "class", "actor", "enum", "extension", "protocol",
  ]
  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private", "open", "final", "indirect", "static", "class",
    "lazy",
    "weak", "unowned", "nonisolated", "override", "required", "convenience", "dynamic", "mutating",
    "nonmutating",
  ]
  private static let declarationKeywords = typeKeywords.union(modifiers).union([
    "let", "var", "func", "init", "deinit", "subscript", "case", "typealias", "associatedtype", "import",
    "operator",
    "prefix", "infix", "postfix", "@",
  ])

  private var current: SwiftToken? { position < tokens.count ? tokens[position] : nil }

  /// Reads the members of a type up to its closing brace, or the declarations of a file up to its end.
  ///
  /// - Parameter scope: the full name of the type; nil for the file.
  mutating func readMembers(of scope: String?, isExtension: Bool = false) {
    var seen: Set<String> = []
    while let token = current, token.text != "}" {
      let start = position
      switch token.text {
      case "let", "var": readVariables(of: scope, seen)
      case "init": readInitializer(of: scope, isExtension: isExtension)
      case "class" where isBeforeMember: seen.insert("static")
      case let word where Self.typeKeywords.contains(word):
        readType(in: scope, isFinal: seen.contains("final"))
      case let word where Self.modifiers.contains(word): seen.insert(word)
      case "(", "[", "{": skipGroup()
      default: break
      }
      if !Self.modifiers.contains(token.text) && token.text != "(" { seen = [] }
      if position == start { position += 1 }
    }
  }

  /// Whether the word `class` at the current position is a modifier of a member and does not declare a class.
  private var isBeforeMember: Bool {
    position + 1 < tokens.count && ["let", "var", "func", "subscript"].contains(tokens[position + 1].text)
  }

  private mutating func readType(in scope: String?, isFinal: Bool) {
    let keyword = current?.text
    position += 1
    let start = position
    let name = qualifiedName()
    guard !name.isEmpty else { return }
    let isGeneric = current?.text == "<"
    while let token = current, token.text != "{" {
      guard !(token.beginsLine && Self.declarationKeywords.contains(token.text)), token.text != "}" else {
        return
      }
      position += 1
    }
    let full = [scope, name].compactMap { $0 }.joined(separator: ".")
    if keyword == "class", !isFinal, !Self.modelProtocols.isDisjoint(with: inherited(in: start..<position)) {
      openClasses.append(
        OpenClass(name: full, file: file, line: tokens[start].line, column: tokens[start].column))
    }
    if keyword == "struct" { types[full, default: DeclaredType()].isStruct = true }
    if keyword != "extension" { types[full, default: DeclaredType()].count += 1 }
    if isGeneric { types[full, default: DeclaredType()].isGeneric = true }
    position += 1
    readMembers(of: full, isExtension: keyword == "extension")
    position += 1
  }

  /// Returns the names of the types after the colon of a type declaration, without those in its generic parameters and
  /// conditions.
  private func inherited(in head: Range<Int>) -> [String] {
    let head = tokens[head].prefix { $0.text != "where" }
    var angles = 0
    var isAfterColon = false
    var names: [String] = []
    for token in head {
      switch token.text {
      case "<": angles += 1
      case ">": angles -= 1
      case ":" where angles == 0: isAfterColon = true
      default: if isAfterColon, angles == 0 { names.append(token.text) }
      }
    }
    return names
  }

  private mutating func readInitializer(of scope: String?, isExtension: Bool) {
    while let token = current, token.text != "(", token.text != "{", token.text != "}" { position += 1 }
    guard current?.text == "(", let scope else { return }
    let group = groupRange()
    if isExtension {
      types[scope, default: DeclaredType()].isExtendedByInitializers = true
    } else {
      types[scope, default: DeclaredType()].initializers.append(parameterNames(in: group))
    }
    position = min(group.upperBound + 1, tokens.count)
  }

  /// Returns the internal names of an initializer's parameters: `name` for `_ name: Type`.
  ///
  /// - Parameter group: the range of the tokens between the parentheses.
  private func parameterNames(in group: Range<Int>) -> [String] {
    split(group).compactMap { part in
      guard let colon = part.first(where: { tokens[$0].text == ":" }) else { return nil }
      return tokens[part.lowerBound..<colon].last { $0.isWord }.map(\.text)
    }
  }

  private mutating func readVariables(of scope: String?, _ modifiers: Set<String>) {
    let isConstant = current?.text == "let"
    let start = position + 1
    position = start
    while let token = current, token.text != "}", token.text != ";", !beginsDeclaration(token) {
      if "([{".contains(token.text) { skipGroup() } else { position += 1 }
    }
    let all = start..<position
    if modifiers.contains("static") {
      readList(all, in: scope)
      readMapping(all, in: scope)
    } else if let scope, !modifiers.contains("lazy") {
      for part in split(all, types: true) { addVariable(part, isConstant: isConstant, to: scope) }
    }
  }

  private func beginsDeclaration(_ token: SwiftToken) -> Bool {
    token.beginsLine && Self.declarationKeywords.contains(token.text)
  }

  private mutating func addVariable(_ part: Range<Int>, isConstant: Bool, to scope: String) {
    guard let name = part.first, tokens[name].isWord else { return }
    let hasValue = part.contains { tokens[$0].text == "=" && depth(of: $0, from: part.lowerBound) == 0 }
    let body = part.first { tokens[$0].text == "{" }
    let isObserved = body.map { ["willSet", "didSet"].contains(tokens[($0 + 1)...].first?.text) } ?? true
    guard hasValue || isObserved else { return }
    types[scope, default: DeclaredType()].stored.insert(tokens[name].text)
    if isConstant && hasValue { return }
    types[scope, default: DeclaredType()].memberwise.append(tokens[name].text)
  }

  private mutating func readList(_ all: Range<Int>, in scope: String?) {
    guard let begin = find("Properties", "(", "of", ":", in: all), tokens[all.lowerBound].isWord else {
      return
    }
    guard let open = all.first(where: { $0 > begin && tokens[$0].text == "{" }) else { return }
    let name = tokens[all.lowerBound]
    lists.append(
      PropertyList(
        name: name.text, scope: scope, file: file, line: name.line, column: name.column,
        isStored: !tokens[all.lowerBound..<begin].contains { $0.text == "{" },
        lines: lines(in: open + 1..<groupEnd(from: open))))
  }

  private func lines(in body: Range<Int>) -> [PropertyList.Line]? {
    var lines: [PropertyList.Line] = []
    for index in body where tokens[index].isWord && depth(of: index, from: body.lowerBound) == 0 {
      guard index == body.lowerBound || tokens[index - 1].text != "." else { continue }
      guard let name = propertyName(ofLineAt: index, in: body) else { return nil }
      lines.append(PropertyList.Line(property: name, line: tokens[index].line, column: tokens[index].column))
    }
    return lines
  }

  /// Returns the name of the property that a line of a list refers to: `a` for `Property(\.a` and `Property(local:
  /// \.a`; nil for any other line.
  private func propertyName(ofLineAt index: Int, in body: Range<Int>) -> String? {
    let texts = tokens[index..<body.upperBound].prefix(8).map(\.text)
    guard let dot = texts.firstIndex(of: "."), texts.count > dot + 2,
      texts[..<dot] == ["Property", "(", "\\"] || texts[..<dot] == ["Property", "(", "local", ":", "\\"],
      [",", ")"].contains(texts[dot + 2])
    else { return nil }
    return texts[dot + 1]
  }

  private mutating func readMapping(_ all: Range<Int>, in scope: String?) {
    guard let begin = find("Mapping", "(", in: all) else { return }
    let parts = split(begin + 2..<groupEnd(from: begin + 1))
    guard parts.count == 2, parts[1].count == 1,
      let last = parts[0].first(where: { tokens[$0].text == "init" })
    else {
      return
    }
    let type = tokens[parts[0].lowerBound..<last].map(\.text).joined()
    guard type.hasSuffix("."), tokens[parts[0].lowerBound].isWord else { return }
    let labels = tokens[last + 1..<parts[0].upperBound].filter(\.isWord).map(\.text)
    mappings.append(
      DeclaredMapping(
        type: String(type.dropLast()), labels: labels.isEmpty ? nil : labels,
        list: tokens[parts[1].lowerBound].text, scope: scope))
  }

  private func find(_ texts: String..., in all: Range<Int>) -> Int? {
    all.first { start in
      tokens[start..<all.upperBound].prefix(texts.count).elementsEqual(texts) { $0.text == $1 }
    }
  }

  /// Reads a type name such as `A.B`, without its generic parameters.
  private mutating func qualifiedName() -> String {
    var name = ""
    while let token = current, token.isWord || token.text == "." {
      if token.isWord && !name.isEmpty && !name.hasSuffix(".") { break }
      name += token.text
      position += 1
    }
    return name
  }

  /// Splits a range of tokens at its commas.
  ///
  /// - Parameter types: whether commas between generic arguments are ignored.
  private func split(_ all: Range<Int>, types: Bool = false) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, depth, angles) = (all.lowerBound, 0, 0)
    for index in all {
      switch tokens[index].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "<": angles += 1
      case ">" where angles > 0 && tokens[index - 1].text != "-": angles -= 1
      case "," where depth == 0 && (angles == 0 || !types):
        parts.append(start..<index)
        start = index + 1
      default: break
      }
    }
    if start < all.upperBound { parts.append(start..<all.upperBound) }
    return parts
  }

  private func depth(of index: Int, from start: Int) -> Int {
    tokens[start..<index].reduce(0) { $0 + ("([{".contains($1.text) ? 1 : ")]}".contains($1.text) ? -1 : 0) }
  }

  /// Returns the range of the tokens between the bracket at the current position and the matching closing
  /// bracket.
  private func groupRange() -> Range<Int> { position + 1..<groupEnd(from: position) }

  private func groupEnd(from open: Int) -> Int {
    var depth = 0
    for index in open..<tokens.count {
      if "([{".contains(tokens[index].text) { depth += 1 }
      if ")]}".contains(tokens[index].text) { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count
  }

  private mutating func skipGroup() { position = min(groupEnd(from: position) + 1, tokens.count) }
}
