import Foundation
import TestSupport

/// A form of the same rows, as operands or on standard input.
struct DocumentForm {
  let name: String
  var operands: [String] = []
  var input: String?
  /// The place of the list in the file; nil if edits of the form are not compared byte by byte.
  var prefix: String?
  /// Returns the text of the file with other rows.
  var write: (([RandomValue]) -> String)?
  /// Whether the rows are the values of the file, without an object around them.
  var isList: Bool { ["array.json", "lines.ndjson", "packed.json.gz"].contains(name) }
  /// Whether numbers keep their spelling.
  var keepsNumbers = true

  /// Writes all forms that can hold the rows.
  static func all(of rows: [RandomValue], in scratch: Scratch) throws -> [DocumentForm] {
    func array(_ rows: [RandomValue]) -> String { RandomValue.list(rows).text() }
    func lines(_ rows: [RandomValue]) -> String { rows.map { $0.text() + "\n" }.joined() }
    func object(_ rows: [RandomValue]) -> String { "{\"meta\": {\"page\": 1}, \"rows\": \(array(rows))}" }
    let half = (rows.count + 1) / 2
    let (first, rest) = (Array(rows[..<half]), Array(rows[half...]))
    func file(_ name: String, _ text: String) throws -> String { try scratch.file(name, text) }
    var forms = [
      DocumentForm(
        name: "array.json", operands: [try file("array.json", array(rows))], prefix: "", write: array),
      DocumentForm(
        name: "lines.ndjson", operands: [try file("lines.ndjson", lines(rows))], prefix: "", write: lines),
      DocumentForm(
        name: "object.json", operands: [try file("object.json", object(rows))], prefix: "rows", write: object
      ),
      DocumentForm(
        name: "files", operands: [try file("1.json", array(first)), try file("2.ndjson", lines(rest))]),
      DocumentForm(
        name: "objects", operands: [try file("3.json", object(first)), try file("4.json", object(rest))]),
      DocumentForm(name: "standard input", input: lines(rows)),
      DocumentForm(name: "standard input, array", input: array(rows)),
    ]
    let folder = scratch.folder.appendingPathComponent("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(lines(first).utf8).write(to: folder.appendingPathComponent("1.ndjson"))
    try Data(object(rest).utf8).write(to: folder.appendingPathComponent("2.json"))
    forms.append(DocumentForm(name: "folder", operands: [folder.path]))
    let packed = try file("packed.json", array(rows))
    _ = try Executable.run(Executable.find("gzip"), ["--force", packed])
    forms.append(DocumentForm(name: "packed.json.gz", operands: [packed + ".gz"]))
    let table = scratch.path("rows.sqlite")
    let made = try Executable.outcome(
      of: MantleBinary.url(), ["convert", forms[1].operands[0], table, "--quiet"])
    if made.status == 0 { forms.append(DocumentForm(name: "SQLite", operands: [table], keepsNumbers: false)) }
    return forms
  }
}

/// An edit of one row.
enum RowEdit: CaseIterable {
  case set, delete, rename

  /// The arguments of the program.
  func words(_ file: String, at place: String, value: String) -> [String] {
    switch self {
    case .set: ["set", file, place + ".new", RandomValue.string(value).text(), "--create"]
    case .delete: ["delete", file, place + ".id"]
    case .rename: ["rename", file, place + ".id", "key"]
    }
  }

  /// The row after the edit.
  func apply(to row: RandomValue, value: String) -> RandomValue {
    guard case .object(var members) = row else { return row }
    switch self {
    case .set: members.append(("new", .string(value)))
    case .delete: members.removeAll { $0.key == "id" }
    case .rename: members[0].key = "key"
    }
    return .object(members)
  }
}
