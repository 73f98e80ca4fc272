import Mantle
import MantleArchiving
import MantleChecking

/// A report for programs: one line with a JSON object for each input, and a last line with the totals if there are
/// several inputs.
struct JSONForm: ReportForm {
  /// The version of the report's JSON format. It increases when a member is removed or changes its meaning, but not
  /// when a member is added.
  static let version = 1

  /// The version of the program, which the report contains.
  let toolVersion: String

  /// Returns the line with the JSON object of a checked file.
  func lines(for file: FileResult) -> [String] {
    var writer = JSONWriter()
    writer.object {
      begin(&$0)
      write(file, to: &$0)
    }
    return [JSONText.visible(writer.text)]
  }

  /// Returns the line with the totals if there are several inputs; otherwise no line.
  func lastLines(_ total: CheckTotal) -> [String] {
    guard total.files > 1 else { return [] }
    var writer = JSONWriter()
    writer.object {
      begin(&$0)
      $0.member("kind", "total")
      $0.member("files", total.files)
      $0.member("failed", total.failed)
      $0.member("unreadable", total.unreadable)
      $0.member("models", total.models)
      $0.object("counts") {
        $0.member("errors", total.errors)
        $0.member("warnings", total.warnings)
        $0.member("unmapped", total.unmapped)
        $0.member("suppressed", total.suppressed)
      }
    }
    return [JSONText.visible(writer.text)]
  }

  /// Writes the members that the JSON objects of all lines have in common: the version of the format, and the program.
  private func begin(_ writer: inout JSONWriter) {
    writer.member("version", Self.version)
    writer.object("tool") {
      $0.member("name", "mantle")
      $0.member("version", toolVersion)
    }
  }

  /// Writes the members of a checked file's JSON object.
  private func write(_ file: FileResult, to writer: inout JSONWriter) {
    writer.member("file", file.name)
    writer.member("kind", file.kind.rawValue)
    writer.member("format", file.format)
    writer.member("model", file.places.first?.model)
    writer.member("at", file.places.first?.path.description)
    writer.member("models", file.models)
    writer.array("places", file.places) { writer, place in
      writer.member("model", place.model)
      writer.member("at", place.path.description)
      writer.member("count", place.count)
    }
    if let closest = file.closest, closest.closestWords != nil { write(closest, to: &writer) }
    writer.member("failed", file.hasFailed)
    writer.member("complete", file.isComplete)
    writer.object("counts") {
      $0.member("errors", file.errors)
      $0.member("warnings", file.warnings)
      $0.member("notes", file.notes)
      $0.member("unmapped", file.unmapped.count)
      $0.member("suppressed", file.suppressed)
    }
    writer.array("diagnostics", file.problems) { write($1, file.bytes, to: &$0) }
    writer.member("omitted", file.errors + file.warnings + file.notes - file.problems.count)
    write("unmapped", file.unmapped, to: &writer)
    write("unread", file.unread, to: &writer)
  }

  /// Writes a member with an array of key paths and the number of occurrences of each.
  private func write(
    _ key: String, _ counts: [Checker.Summary.UnmappedCount], to writer: inout JSONWriter
  ) {
    writer.array(key, counts) { writer, counted in
      writer.member("path", counted.path.description)
      writer.member("count", counted.count)
    }
  }

  /// Writes a member with the model that fits a file best, although no model fits well enough.
  private func write(_ closest: ModelFit, to writer: inout JSONWriter) {
    writer.object("closest") {
      $0.member("model", closest.model.name)
      $0.member("at", closest.path.description)
      $0.member("properties", closest.mapped.whole)
      $0.member("decode", closest.typed.part)
      $0.member("against", closest.against)
      $0.writeKey("missing")
      $0.beginArray()
      for key in closest.missing {
        $0.beginElement()
        $0.writeString(key)
      }
      $0.endArray()
    }
  }

  /// Writes the members of a diagnostic's JSON object.
  ///
  /// - Parameter bytes: the content of the file, in which the end of the problem is found; nil if there is no content.
  private func write(_ diagnostic: Diagnostic, _ bytes: JSONBytes?, to writer: inout JSONWriter) {
    let range = SourceRange(diagnostic, in: bytes)
    writer.member("severity", diagnostic.severity.rawValue)
    writer.member("code", diagnostic.code.rawValue)
    writer.member("model", diagnostic.model)
    writer.member("property", diagnostic.property)
    writer.member("path", diagnostic.path.description)
    writer.member("pointer", diagnostic.path.pointer)
    writer.member("line", range?.start.line)
    writer.member("column", range?.start.column)
    write("start", range?.start, to: &writer)
    write("end", range?.end, to: &writer)
    writer.member("message", diagnostic.message)
    writer.member("expected", diagnostic.expected)
    writer.member("found", diagnostic.found)
    writer.member("detail", diagnostic.detail)
    writer.member("hint", diagnostic.hint?.description)
    writer.member("object", diagnostic.archivedObject)
  }

  /// Writes a member with a location in the file, or null if there is no location.
  private func write(_ key: String, _ place: SourceLocation?, to writer: inout JSONWriter) {
    guard let place else { return writer.member(key, nil as Int?) }
    writer.object(key) {
      $0.member("line", place.line)
      $0.member("column", place.column)
      $0.member("offset", place.offset)
    }
  }
}

extension Diagnostic {
  /// The number of the archived object that the diagnostic concerns; nil for diagnostics that do not concern an
  /// archive.
  fileprivate var archivedObject: Int? { (underlying as? ArchiveError)?.object }
}
