import Mantle

/// The page of a diagnostic code: what it means and what to do about it.
package struct Explanation: Sendable {
  package let code: Diagnostic.Code
  /// In a few words.
  package let title: String
  package let meaning: String
  package let remedy: String
  /// Data that has the problem, and the name of the model it is read as.
  package let example: (json: String, model: String?)?

  init(
    _ code: Diagnostic.Code, _ title: String, meaning: String, remedy: String,
    example: String? = nil, as model: String? = nil
  ) {
    self.code = code
    self.title = title
    self.meaning = meaning
    self.remedy = remedy
    self.example = example.map { ($0, model) }
  }

  /// The page of a code; nil for one that is not known.
  package static func of(_ code: String) -> Explanation? {
    all.first { $0.code.rawValue == code.lowercased() }
  }

  /// The page as it is printed.
  package var lines: [String] {
    var lines = ["\(code.rawValue): \(title)", "", meaning, "", "What to do: \(remedy)"]
    if let example {
      lines += ["", "Example\(example.model.map { ", read as \($0)" } ?? ""):", "", "  \(example.json)"]
    }
    return lines
  }
}
