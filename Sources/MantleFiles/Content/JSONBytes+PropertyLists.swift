import Mantle
import MantleArchiving
import MantleChecking
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

extension ArchivedDocument {
  /// The diagnostics in numbers.
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
