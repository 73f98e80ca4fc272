import Mantle
import MantleArchiving
import MantleChecking

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
