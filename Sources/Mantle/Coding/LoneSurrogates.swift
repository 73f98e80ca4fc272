/// Finds strings that have half of a surrogate pair as an escape, whether a model reads them or not.
///
/// The grammar of JSON allows it, and there is no text that it stands for: some programs refuse the string, as decoding does
/// here, serde_json and PostgreSQL, others lose the character (RFC 8259 §8.2), and I-JSON forbids it. So it is an error.
enum LoneSurrogates {
  static let detail = "the string has half of a surrogate pair as an escape"
  static let hint: Hint =
    "write both halves, such as \\ud83d\\ude00, or \\ufffd: the text was probably cut inside of a character"

  /// - Complexity: O(nodes and bytes of strings with escapes).
  static func diagnostics(in document: JSONDocument) -> [Diagnostic] {
    var paths = PathWalk(document)
    var found: [Diagnostic] = []
    for index in 0..<document.nodeCount where document.word(at: index).flag {
      let node = JSONNode(document: document, index: index)
      guard node.kind == .string, mayHold(node) else { continue }
      do throws(LoneSurrogateError) { _ = try node.stringValue } catch {
        found.append(
          Diagnostic(
            .error, .invalidValue, path: paths.path(of: index), location: node.location,
            detail: detail, hint: hint))
      }
    }
    return found
  }

  /// Whether there is an escape of a surrogate, paired or not.
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
