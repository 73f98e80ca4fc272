import Foundation
import Mantle
import MantleArchiving
import MantleFiles
import Testing

/// The code of the article about files.
enum FilesArticle {
  // snippet
  struct Reading: Model, Equatable {
    let sensor: String
    let value: Double

    static let properties = Properties(of: Reading.self) {
      Property(\.sensor, "sensor")
      Property(\.value, "value")
    }
    static let mapping = Mapping(Reading.init, properties)
  }
  // end

  @Test static func modelsRoundTripThroughFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "readings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "readings.json")
    try Data(#"[{"sensor":"a","value":1.5},{"sensor":"b","value":2}]"#.utf8).write(to: file)
    // snippet
    let readings = try [Reading].decode(contentsOf: file)
    let report = try [Reading].report(contentsOf: file, options: .lenient)
    // end
    #expect(readings == [Reading(sensor: "a", value: 1.5), Reading(sensor: "b", value: 2)])
    #expect(report.value == readings)
    try missingFile(folder.appending(path: "missing.json"))
    // snippet
    try readings.write(to: file)
    try readings.write(to: file, .omittingNil)
    // end
    #expect(try [Reading].decode(contentsOf: file) == readings)
    // snippet
    var sum = 0.0
    for element in try Reading.elements(contentsOf: file) {
      switch element.result {
      case .success(let reading): sum += reading.value
      case .failure(let failure): print("element \(element.index): \(failure)")
      }
    }
    // end
    #expect(sum == 3.5)
    try lines(readings, folder.appending(path: "readings.ndjson"))
    let archive = folder.appending(path: "readings.archive")
    // snippet
    try Archive.write(readings, to: archive)
    let restored = try Archive.decode([Reading].self, contentsOf: archive)
    // end
    #expect(restored == readings)
  }

  private static func missingFile(_ missing: URL) throws {
    // snippet
    do {
      _ = try [Reading].decode(contentsOf: missing)
    } catch let error as FileReadError {
      print(error)
    }
    // end
    #expect(throws: FileReadError.self) { try [Reading].decode(contentsOf: missing) }
  }

  private static func lines(_ readings: [Reading], _ log: URL) throws {
    try Data().write(to: log)
    // snippet
    let output = try FileHandle(forWritingTo: log)
    var lines = JSONLinesWriter { try output.write(contentsOf: $0) }
    for reading in readings { try lines.write(reading) }
    try lines.flush()
    // end
    try output.close()
    #expect(try Reading.elements(contentsOf: log).map(\.value) == readings)
  }
}
