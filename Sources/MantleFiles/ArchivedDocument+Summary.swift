import Mantle
import MantleArchiving
import MantleChecking

extension ArchivedDocument {
  /// The diagnostics in numbers.
  package var summary: Checker.Summary {
    var summary = Checker.Summary(errors: diagnostics.errors.count)
    if let first = found.first {
      let alike = found.filter { $0.model.name == first.model.name && $0.path == first.path }
      summary.places = [.init(model: first.model.name, path: first.path)]
      summary.add(models: [alike.reduce(0) { $0 + $1.count }])
    }
    summary.warnings = diagnostics.count { $0.severity == .warning }
    var places: [JSONKeyPath: Int] = [:]
    for diagnostic in diagnostics where diagnostic.code == .unmappedKey {
      let path = diagnostic.path.withoutIndices
      if let place = places[path] {
        summary.unmapped[place].count += 1
      } else {
        places[path] = summary.unmapped.count
        summary.unmapped.append((path, 1))
      }
    }
    return summary
  }
}
