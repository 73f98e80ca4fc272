import Mantle

/// A text with replaced ranges, such as an edited file before it is saved.
package struct SplicedBytes: Sendable {
  /// The text before the replacements.
  package let original: JSONBytes
  /// The ranges of the original text and their replacements, in any order.
  package let splices: [JSONSplice]

  /// Creates a text from an original text and its replacements.
  package init(_ original: JSONBytes, splices: [JSONSplice] = []) {
    self.original = original
    self.splices = splices
  }

  /// Returns the whole text after the replacements. If there are any, it is a copy in memory.
  package func text() throws(JSONSpliceError) -> JSONBytes {
    splices.isEmpty ? original : JSONBytes(try original.applying(splices), isNDJSON: original.isNDJSON)
  }

  /// The size in bytes of the text after the replacements.
  package var count: Int { splices.reduce(original.count) { $0 + $1.replacement.count - $1.range.count } }
}
