import Mantle
import MantleArchiving
import MantleChecking
import MantleDocuments

extension JSONBytes {
  /// Returns an OpenStep property list as an XML property list, delimited text (CSV) as JSON, and any other text
  /// unchanged.
  ///
  /// - Parameter name: the name of the text, whose suffix may indicate its format, for messages.
  /// - Throws: a `FileReadError` with the location of an error.
  package func converted(named name: String) throws(FileReadError) -> JSONBytes {
    do throws(UnreadableText) {
      if DelimitedText.isTable(self, named: name) {
        return try DelimitedText(self, named: name).spooledJSON(named: name)
      }
      return try OpenStepText.xml(of: self, named: name) ?? self
    } catch {
      throw FileReadError(path: nil, cause: .system(error.lines.joined(separator: "\n")))
    }
  }
}

extension DelimitedText {
  /// Returns the table as JSON, which is written to a temporary file. The JSON of a table without records is in memory
  /// and has the titles only.
  ///
  /// - Throws: the message of a failed write.
  fileprivate func spooledJSON(named name: String) throws(UnreadableText) -> JSONBytes {
    if isEmpty { return Self.emptyList(titles) }
    do {
      let spool = try FileDraft.temporary()
      try writeJSON { piece throws(WriteFailure) in try spool.append(piece) }
      return try spool.text()
    } catch { throw UnreadableText(lines: ["\(name): \(error)"], isUnusable: true) }
  }
}

extension ArchivedDocument {
  /// The summary of the archive for reports: the number of its errors, and its models with their paths, counts and
  /// keys.
  package var summary: Checker.Summary {
    var summary = Checker.Summary(errors: diagnostics.errors.count)
    for found in found {
      let known = summary.places.firstIndex { $0.model == found.model.name && $0.path == found.path }
      if known == nil { summary.places.append(.init(model: found.model.name, path: found.path)) }
      summary.places[known ?? summary.places.count - 1].count += found.count
    }
    summary.warnings = diagnostics.count { $0.severity == .warning }
    var unmapped = PathCounts()
    for diagnostic in diagnostics where diagnostic.code == .unmappedKey { unmapped.add(diagnostic.path) }
    summary.unmapped = unmapped.list
    return summary
  }
}
