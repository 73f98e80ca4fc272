import Mantle
import MantleFiles

/// A request to write edited values to where they were read, such as the rows of a table.
struct RowsOrder: WriteOrder {
  let name: String
  /// The values as they were read or written last.
  let before: JSONBytes
  let after: SplicedBytes
  let write: DocumentSource.RowWriter
  /// A short summary of the changes.
  let changes: String?
  /// Whether to leave once they are written.
  let quits: Bool

  var size: Int { after.count }

  func report(_ progress: (Double) -> Bool) -> Report {
    .attempting("\(name): not saved") {
      try write(before, after.text())
      return .rowsSaved(self)
    }
  }
}
