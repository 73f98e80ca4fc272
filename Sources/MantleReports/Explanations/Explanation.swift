import Mantle

/// The manual page of a diagnostic code: its meaning and the remedy.
///
/// ```swift
/// Explanation.of("unmapped-key")?.lines.forEach { print($0) }
/// ```
package struct Explanation: Sendable {
  /// The diagnostic code that the page explains.
  package let code: Diagnostic.Code
  /// The problem in a few words.
  package let title: String
  /// The meaning of the code in complete sentences.
  let meaning: String
  /// The remedy for the problem in complete sentences.
  let remedy: String
  /// An example: JSON with the problem, and the name of the model that it is decoded as. Nil if there is no short
  /// example. The model is nil for a problem of the JSON itself.
  let example: (json: String, model: String?)?

  /// Creates the manual page of a diagnostic code.
  ///
  /// - Parameters:
  ///   - example: JSON with the problem; nil if there is no short example.
  ///   - model: The name of the model for the example; nil for a problem of the JSON itself.
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

  /// Returns the manual page of a diagnostic code, ignoring case; nil for an unknown code.
  package static func of(_ code: String) -> Explanation? {
    all.first { $0.code.rawValue == code.lowercased() }
  }

  /// The lines of the page as plain text.
  package var lines: [String] {
    var lines = ["\(code.rawValue): \(title)", "", meaning, "", "Remedy: \(remedy)"]
    if let example {
      lines += ["", "Example\(example.model.map { ", read as \($0)" } ?? ""):", "", "  \(example.json)"]
    }
    return lines
  }
}
