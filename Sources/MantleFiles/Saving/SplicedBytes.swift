import Mantle

/// A text with replaced ranges, such as an edited file before it is saved.
package struct SplicedBytes: Sendable {
  /// The original text.
  package let original: JSONBytes
  /// The replacements, in any order.
  package let splices: [JSONSplice]

  /// Creates a text.
  package init(_ original: JSONBytes, splices: [JSONSplice] = []) {
    self.original = original
    self.splices = splices
  }

  /// Returns the whole text; if it was edited, as a copy in memory.
  package func text() throws(JSONSpliceError) -> JSONBytes {
    splices.isEmpty ? original : JSONBytes(try original.applying(splices), isNDJSON: original.isNDJSON)
  }

  /// The size of the text in bytes.
  package var count: Int { splices.reduce(original.count) { $0 + $1.replacement.count - $1.range.count } }
}
