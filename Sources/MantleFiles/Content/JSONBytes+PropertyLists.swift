import Mantle
import MantleDocuments

extension JSONBytes {
  /// Returns an OpenStep property list as an XML property list, and any other text unchanged.
  ///
  /// - Throws: A `FileReadError` with the place of a mistake.
  package func withModernPropertyList(named name: String) throws(FileReadError) -> JSONBytes {
    do throws(UnreadableText) { return try OpenStepText.xml(of: self, named: name) ?? self } catch {
      throw FileReadError(path: nil, cause: .system(error.lines.joined(separator: "\n")))
    }
  }
}
