/// Names of models and properties, made from the keys of the data and from nothing else.
enum Names {
  /// The words of a key: divided where the case changes and at everything that is neither letter nor digit. The sign of a
  /// number is a word of its own.
  static func words(_ key: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character?
    let characters = Array(key)
    if characters.count > 1, characters[1].isNumber {
      if characters[0] == "+" { words.append("plus") }
      if characters[0] == "-" { words.append("minus") }
    }
    for (index, character) in characters.enumerated() {
      guard isPart(character) else {
        if !word.isEmpty { words.append(word) }
        (word, previous) = ("", nil)
        continue
      }
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let after = index + 2 < characters.count ? characters[index + 2] : nil
      // The plural of letters, as in `userIDs`, is no new word.
      let isPlural = next == "s" && after?.isLowercase != true && previous?.isUppercase == true
      let startsWord =
        previous.map { before in
          character.isUppercase
            && (before.isLowercase || before.isNumber || next?.isLowercase == true && !isPlural)
        } ?? false
      if startsWord, !word.isEmpty {
        words.append(word)
        word = ""
      }
      word.append(character)
      previous = character
    }
    if !word.isEmpty { words.append(word) }
    // `CLI_VERSION` is written in capitals as a whole: they say nothing of its words.
    return words.count > 1 && !key.contains(where: \.isLowercase) ? words.map { $0.lowercased() } : words
  }

  /// `html_url` → `htmlUrl`, `userId` → `userId`; a key without a letter or digit is `key`.
  static func property(_ key: String) -> String {
    let words = words(key)
    guard let first = words.first else { return "key" }
    let head =
      first.allSatisfy(\.isUppercase) || isPluralOfLetters(first) || words.count > 1
      ? first.lowercased() : lowercasedFirst(first)
    let name = words.dropFirst().reduce(head) { name, word in
      // `1-0` is not `10`.
      name + (name.last?.isNumber == true && startsWithDigit(word) ? "_" : "") + uppercasedFirst(word)
    }
    return identifier(name)
  }

  /// `search_metadata` → `SearchMetadata`, `0001-events` → `Events`.
  static func model(_ key: String) -> String {
    let words = words(key)
    let named = words.drop { $0.allSatisfy(\.isNumber) }
    let name = (named.isEmpty ? words[...] : named).map(uppercasedFirst).joined()
    if name.isEmpty { return "Model" }
    let model = identifier(name)
    // Where a name has no capitals, a property of the same key has it too; `UUID` is a type in definitions.
    return model == property(key) || DefinedType.isWord(model) ? model + "Model" : model
  }

  /// Whether a text is the name of a model as it is: one that people have given is not changed.
  static func isModel(_ text: String) -> Bool {
    SwiftName.isIdentifier(text) && (text.first == "_" || text.first?.isUppercase == true)
      && !DefinedType.isWord(text)
  }

  /// The last word of a key in the singular, where the plural is a regular one beyond doubt.
  static func singular(_ key: String) -> String {
    guard let last = words(key).last, let cut = singularWord(last) else { return key }
    return String(key.dropLast(last.count)) + cut
  }

  /// Whether an element of a list needs a name other than the list's.
  static func element(_ key: String) -> String {
    let one = singular(key)
    return one == key && words(key).last?.lowercased() != "item" ? key + "Item" : one
  }

  private static let unchanged: Set<String> = [
    "physics", "mathematics", "politics", "economics", "electronics", "analytics", "thanks", "gas",
    "series", "news", "status", "data", "address", "canvas", "species", "bus", "alias", "atlas", "bias",
    "lens",
    "analysis", "basis", "axis", "process", "access", "progress", "success", "class", "business", "details",
    "settings", "stats", "metadata", "media", "dns", "https", "css", "js", "os", "ios", "aws", "gps", "sms",
    "tls", "chaos", "cosmos", "kudos", "texas", "always", "pants", "scissors", "headquarters",
  ]

  private static let irregular: [String: String] = [
    "movies": "movie", "cookies": "cookie", "canvases": "canvas", "statuses": "status",
    "addresses": "address", "aliases": "alias", "buses": "bus", "children": "child", "people": "person",
    "men": "man", "women": "woman", "indices": "index", "vertices": "vertex", "matrices": "matrix",
    "axes": "axis", "analyses": "analysis", "geometries": "geometry", "criteria": "criterion", "ties": "tie",
    "pies": "pie", "lies": "lie", "zombies": "zombie", "calories": "calorie", "houses": "house",
    "purchases": "purchase", "responses": "response", "databases": "database", "releases": "release",
    "heroes": "hero", "potatoes": "potato", "tomatoes": "tomato", "echoes": "echo", "lenses": "lens",
    "leaves": "leaf", "shelves": "shelf", "halves": "half", "wolves": "wolf", "knives": "knife",
    "lives": "life",
    "gases": "gas", "viruses": "virus", "bonuses": "bonus", "campuses": "campus", "censuses": "census",
    "focuses": "focus", "quizzes": "quiz", "crises": "crisis", "bases": "base", "theses": "thesis",
    "ids": "id", "menus": "menu", "caches": "cache", "headaches": "headache", "avalanches": "avalanche",
    "niches": "niche", "aches": "ache", "phases": "phase", "causes": "cause", "courses": "course",
    "licenses": "license", "exercises": "exercise", "oases": "oasis", "appendices": "appendix",
    "octopuses": "octopus",
    "diagnoses": "diagnosis",
  ]

  /// Whether a word is one such as `URLs`.
  private static func isPluralOfLetters(_ word: String) -> Bool {
    word.count > 2 && word.last == "s" && word.dropLast().allSatisfy(\.isUppercase)
  }

  /// Nil where the word is no plural, or it cannot be told.
  private static func singularWord(_ word: String) -> String? {
    if isPluralOfLetters(word) { return String(word.dropLast()) }
    let low = word.lowercased()
    if unchanged.contains(low) { return nil }
    if let one = irregular[low] { return word.first?.isUppercase == true ? uppercasedFirst(one) : one }
    guard low.count > 3, low.hasSuffix("s"), !low.hasSuffix("ss"), !low.hasSuffix("us"), !low.hasSuffix("is")
    else {
      return nil
    }
    if low.hasSuffix("ies") { return low.count > 4 ? String(word.dropLast(3)) + "y" : nil }
    // `sizes` is of `size`; `waltzes` of `waltz`.
    for ending in ["sses", "shes", "ches", "xes", "tzes", "uzzes"] where low.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return String(word.dropLast())
  }

  static func uppercasedFirst(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
  private static func lowercasedFirst(_ word: String) -> String {
    word.prefix(1).lowercased() + word.dropFirst()
  }

  /// Whether a character is a letter or digit that names may contain.
  private static func isPart(_ character: Character) -> Bool {
    (character.isLetter || character.isNumber) && character.unicodeScalars.allSatisfy(SwiftName.isPart)
  }

  private static func identifier(_ name: String) -> String {
    name.unicodeScalars.first.map(SwiftName.isFirst) == true ? name : "_" + name
  }

  private static func startsWithDigit(_ name: String) -> Bool { name.first?.isNumber == true }
}

extension String {
  /// The order of the bytes: texts that are the same to Unicode have one too, whichever was met first.
  func precedesByBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

/// Names that were given, so that none is given twice.
struct NameSpace {
  private var taken: Set<String> = []

  func isFree(_ name: String) -> Bool { !taken.contains(name) }

  /// The first free one of the candidates; where none is, the last one with a number.
  mutating func take(_ candidates: [String]) -> String {
    for name in candidates where taken.insert(name).inserted { return name }
    var base = candidates.last ?? "name"
    if base.last?.isNumber == true { base += "_" }
    var number = 2
    while !taken.insert("\(base)\(number)").inserted { number += 1 }
    return "\(base)\(number)"
  }
}

extension Definition {
  /// A name for a model: `search_metadata` → `SearchMetadata`.
  package static func modelName(for text: String) -> String { Names.model(text) }

  /// A name for the model of what a list of this name holds: `issues` → `Issue`.
  package static func modelName(forElementsOf text: String) -> String { Names.model(Names.singular(text)) }

  /// Whether the name of a file says something of its content: not `d`, `flat2`, `a3f9c0` or `tmp`.
  package static func isNamed(_ text: String) -> Bool {
    Names.words(text).contains { word in
      guard word.allSatisfy(\.isLetter) else { return false }
      return !word.allSatisfy(\.isASCII)
        || word.count > 2 && word.lowercased().contains(where: "aeiouy".contains)
    }
  }
}
