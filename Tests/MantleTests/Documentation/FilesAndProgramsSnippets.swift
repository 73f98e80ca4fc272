import Foundation
import Mantle
import MantleFiles
import Testing

/// The code about files and lines.
enum FilesAndProgramsArticle {
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

  @Test static func files() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "readings-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"[{"sensor":"a","value":1.5},{"sensor":"b","value":2}]"#.utf8).write(to: file)
    // snippet
    let readings = try [Reading].decode(contentsOf: file)
    // end
    #expect(readings == [Reading(sensor: "a", value: 1.5), Reading(sensor: "b", value: 2)])
    // snippet
    var sum = 0.0
    for element in try Reading.elements(contentsOf: file) {
      switch element.result {
      case .success(let reading): sum += reading.value
      case .failure(let failure): print(failure)
      }
    }
    // end
    #expect(sum == 3.5)
    // snippet
    var values: [Double] = []
    try Reading.elements(contentsOf: file).forEach(threads: 4) { element in
      values.append(try element.result.get().value)
    }
    // end
    #expect(values == [1.5, 2])
    let text = #"[{"sensor": "a", "value": 1.5}]"#
    // snippet
    let all = try [Reading].decode(json: JSONBytes(text), threads: 4)
    // end
    #expect(all == readings.dropLast())
    try lines(readings)
  }

  private static func lines(_ readings: [Reading]) throws {
    // snippet
    var text: [UInt8] = []
    var lines = JSONLinesWriter { text += $0 }
    for reading in readings { try lines.write(reading) }
    try lines.flush()
    // end
    #expect(try Reading.elements(of: JSONBytes(text)).map(\.value) == readings)
  }
}
