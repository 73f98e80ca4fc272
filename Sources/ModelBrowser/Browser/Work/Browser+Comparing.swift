import Mantle
import MantleFiles

extension Browser {
  /// Shows how the text differs from that of another file.
  mutating func compare(with path: String, _ bytes: JSONBytes) {
    let now = editor.currentText
    guard max(bytes.count, now.count) <= 1 << 26 else {
      return editor.message = .warning("\(path): files of more than 64 MB are compared by `mantle diff`")
    }
    do {
      let text = try now.text()
      let differences = try Differences(from: bytes, to: text)
      let words = "\(path) → \(document.name)"
      guard !differences.entries.isEmpty else { return editor.message = .note("\(words): the same values") }
      mode = .reading(differences.screen(words, width: size.columns, noun: "difference"))
    } catch {
      editor.message = .error("Not compared: both must be JSON: \(error)")
    }
  }
}

extension Report {
  /// Reads a file to compare with, or says why not.
  ///
  /// - Parameter models: what an archive is read as, whose text is that of its models.
  static func comparing(with path: String, models: [ModelDescription]) -> Report {
    attempting("not compared") {
      .toCompare(path: path, try DocumentSource.reading(.map(path: path), name: path, models: models).bytes)
    }
  }
}
