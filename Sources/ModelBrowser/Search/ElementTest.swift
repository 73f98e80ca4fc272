import Mantle

/// What a child must be like to be shown.
enum ElementTest: Sendable {
  /// It holds a text, in a key or a value.
  case text(SearchPattern)
  case property(PropertyTest)

  /// The test as it is shown.
  var words: String {
    switch self {
    case .text(let pattern): JSONText.quoted(pattern.text)
    case .property(let test): test.words
    }
  }

  /// Reads what was typed: `name=value` and the like for a property of the model, or for a path that begins with a
  /// dot; anything else is a text.
  ///
  /// - Returns: nil for an empty text.
  init?(_ text: String, model: ModelDescription?, keys: (String) -> [String]) {
    if let test = PropertyTest(text, model: model) {
      self = .property(test)
    } else if let pattern = SearchPattern(text, orKeys: keys(text)) {
      self = .text(pattern)
    } else {
      return nil
    }
  }
}
