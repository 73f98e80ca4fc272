/// The conversion of keys into names of models and properties.
enum Names {
  /// Returns the words of a key. The key is divided where the case changes and at all characters other than letters and digits.
  /// The sign of a number becomes a word.
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
      // The plural of an acronym, as in `userIDs`, is not a new word.
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
    // The capitals of a key such as `CLI_VERSION` carry no meaning.
    return words.count > 1 && !key.contains(where: \.isLowercase) ? words.map { $0.lowercased() } : words
  }

  /// Returns the property name for a key: `html_url` → `htmlUrl`, `userId` → `userId`; `key`
  /// for a key without letters and digits.
  static func property(_ key: String) -> String {
    let words = words(key)
    guard let first = words.first else { return "key" }
    let head =
      first.allSatisfy(\.isUppercase) || isPluralOfLetters(first) || words.count > 1
      ? first.lowercased() : lowercasedFirst(first)
    let name = words.dropFirst().reduce(head) { name, word in
      // Keeps the names for `1-0` and `10` different.
      name + (name.last?.isNumber == true && startsWithDigit(word) ? "_" : "") + uppercasedFirst(word)
    }
    return identifier(name)
  }

  /// Returns the model name for a key: `search_metadata` → `SearchMetadata`, `0001-events` →
  /// `Events`.
  static func model(_ key: String) -> String {
    let words = words(key)
    let named = words.drop { $0.allSatisfy(\.isNumber) }
    let name = (named.isEmpty ? words[...] : named).map(uppercasedFirst).joined()
    if name.isEmpty { return "Model" }
    let model = identifier(name)
    // Without capitals, the model's name equals the property's name for the same key; `UUID` is the name of a
    // type in definitions.
    return model == property(key) || DefinedType.isWord(model) ? model + "Model" : model
  }

  /// Returns whether a text is a valid model name. A name that people chose is used unchanged if it is valid.
  static func isModel(_ text: String) -> Bool {
    SwiftName.isIdentifier(text) && (text.first == "_" || text.first?.isUppercase == true)
      && !DefinedType.isWord(text)
  }

  /// Returns the key with its last word in the singular, if the word is certainly a plural.
  static func singular(_ key: String) -> String {
    guard let last = words(key).last, let cut = singularWord(last) else { return key }
    return String(key.dropLast(last.count)) + cut
  }

  /// Returns the name for an element of a list with a key: the singular, or the key with
  /// `Item` appended.
  static func element(_ key: String) -> String {
    let one = singular(key)
    return one == key && words(key).last?.lowercased() != "item" ? key + "Item" : one
  }

  /// Words that end like a regular plural, but are singular or have no singular.
  private static let unchanged: Set<String> = [
    "physics", "mathematics", "politics", "economics", "electronics", "analytics", "thanks", "series", "news",
    "canvas", "species", "alias", "atlas", "bias", "lens", "details", "settings", "stats", "https", "chaos",
    "cosmos", "kudos", "texas", "always", "pants", "scissors", "headquarters",
  ]

  /// Irregular plurals with their singulars.
  private static let irregular: [String: String] = [
    "movies": "movie", "cookies": "cookie", "canvases": "canvas", "statuses": "status", "aliases": "alias",
    "buses": "bus", "children": "child", "people": "person", "men": "man", "women": "woman",
    "indices": "index", "vertices": "vertex", "matrices": "matrix", "axes": "axis", "analyses": "analysis",
    "criteria": "criterion", "ties": "tie", "pies": "pie", "lies": "lie", "zombies": "zombie",
    "calories": "calorie", "heroes": "hero", "potatoes": "potato", "tomatoes": "tomato", "echoes": "echo",
    "lenses": "lens", "leaves": "leaf", "shelves": "shelf", "halves": "half", "wolves": "wolf",
    "knives": "knife", "lives": "life", "gases": "gas", "viruses": "virus", "bonuses": "bonus",
    "campuses": "campus", "censuses": "census", "focuses": "focus", "quizzes": "quiz", "crises": "crisis",
    "theses": "thesis", "ids": "id", "menus": "menu", "caches": "cache", "headaches": "headache",
    "avalanches": "avalanche", "niches": "niche", "aches": "ache", "oases": "oasis", "appendices": "appendix",
    "octopuses": "octopus", "diagnoses": "diagnosis",
  ]

  /// Returns whether a word is the plural of an acronym, such as `URLs`.
  private static func isPluralOfLetters(_ word: String) -> Bool {
    word.count > 2 && word.last == "s" && word.dropLast().allSatisfy(\.isUppercase)
  }

  /// Returns the singular of a word; nil if the word is not certainly a plural.
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
    // `sizes` is the plural of `size`, but `waltzes` is that of `waltz`.
    for ending in ["sses", "shes", "ches", "xes", "tzes", "uzzes"] where low.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return String(word.dropLast())
  }

  /// Returns the word with an uppercase first letter.
  static func uppercasedFirst(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
  /// Returns the word with a lowercase first letter.
  private static func lowercasedFirst(_ word: String) -> String {
    word.prefix(1).lowercased() + word.dropFirst()
  }

  /// Returns whether a character is a letter or digit that names may contain.
  private static func isPart(_ character: Character) -> Bool {
    (character.isLetter || character.isNumber) && character.unicodeScalars.allSatisfy(SwiftName.isPart)
  }

  private static func identifier(_ name: String) -> String {
    name.unicodeScalars.first.map(SwiftName.isFirst) == true ? name : "_" + name
  }

  private static func startsWithDigit(_ name: String) -> Bool { name.first?.isNumber == true }
}

extension String {
  /// Returns whether the bytes of the string precede those of another string. Unlike `<`, this order also distinguishes strings
  /// that are canonically equivalent in Unicode.
  func precedesByBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

/// A set of names in use, from which distinct names are taken.
struct NameSpace {
  /// The set of names in use.
  private var taken: Set<String> = []

  /// Returns whether a name is not in use yet.
  func isFree(_ name: String) -> Bool { !taken.contains(name) }

  /// Returns the first candidate that is not in use; otherwise the last candidate with a numeric suffix. The returned
  /// name is then in use.
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
  /// Returns a model name: `search_metadata` → `SearchMetadata`.
  package static func modelName(for text: String) -> String { Names.model(text) }

  /// Returns a model name for the elements of a list: `issues` → `Issue`.
  package static func modelName(forElementsOf text: String) -> String { Names.model(Names.singular(text)) }

  /// Returns whether a file name describes its contents well enough to name a model, unlike `d`, `flat2`, `a3f9c0`
  /// or `tmp`.
  package static func isNamed(_ text: String) -> Bool {
    Names.words(text).contains { word in
      guard word.allSatisfy(\.isLetter) else { return false }
      return !word.allSatisfy(\.isASCII)
        || word.count > 2 && word.lowercased().contains(where: "aeiouy".contains)
    }
  }
}
