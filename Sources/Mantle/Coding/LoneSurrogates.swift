/// A check for strings with an unpaired surrogate escape, whether or not a model decodes the strings.
///
/// The JSON grammar allows such escapes, but they do not represent any character. Some parsers reject the
/// string, as serde_json and PostgreSQL do, and others lose the character (RFC 8259 §8.2); I-JSON forbids it
/// (RFC 7493 §2.1). Such a string causes a warning, as a repeated key does; decoding the string as text is an
/// error.
package enum LoneSurrogates {
  static let detail = "the string has half of a surrogate pair as an escape"
  static let hint: Hint =
    "write both halves, such as \\ud83d\\ude00, or \\ufffd: the text was probably cut inside of a character"

  /// Returns a warning for each string with an unpaired surrogate escape.
  ///
  /// - Complexity: O(nodes + bytes of strings with escapes).
  package static func diagnostics(in document: JSONDocument) -> [Diagnostic] {
    var paths = PathWalk(document)
    var found: [Diagnostic] = []
    for index in 0..<document.nodeCount where document.word(at: index).flag {
      let node = JSONNode(document: document, index: index)
      guard node.kind == .string, mayHold(node) else { continue }
      do throws(LoneSurrogateError) { _ = try node.stringValue } catch {
        found.append(
          Diagnostic(
            .warning, .invalidValue, path: paths.path(of: index), location: node.location,
            detail: detail, hint: hint))
      }
    }
    return found
  }

  /// Returns whether the string has a surrogate escape, paired or not.
  private static func mayHold(_ string: JSONNode) -> Bool {
    string.document.bytes.withBytes(in: string.byteRange) { text in
      var position = 0
      while position + 6 < text.count {
        guard text[position] == ASCII.backslash else {
          position += 1
          continue
        }
        if text[position + 1] == 0x75, text[position + 2] | 0x20 == 0x64, text[position + 3] > 0x37 {
          return true
        }
        position += 2
      }
      return false
    }
  }
}
