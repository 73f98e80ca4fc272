import Foundation
import Mantle

extension Input {
  var encodeContenders: [Contender] {
    let size = (try? issues.jsonBytes().count) ?? 0
    let handWritten = issues.map(HandWrittenIssue.init)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .withoutEscapingSlashes
    let mappingOutput = Output(), handWrittenOutput = Output()
    return [
      .making(.encode, "Mantle: mapping", bytes: size, tally: { try mappingOutput.tally() }) { [issues] in
        try mappingOutput.write(issues)
      },
      .making(.encode, "hand-written, same writer", bytes: size, tally: { try handWrittenOutput.tally() }) {
        try handWrittenOutput.write(handWritten)
      },
      .making(.encode, "Mantle: Codable bridge", bytes: size, tally: { try Self.tally($0) }) { [issues] in
        try BridgedIssues(issues: issues).jsonBytes()
      },
      .making(.encode, "JSONEncoder", bytes: size, tally: { try Self.tally(Array($0)) }) { [issues] in
        try encoder.encode(issues)
      },
    ]
  }

  /// Decodes the JSON that a contender has encoded, and returns its checksum for the comparison.
  fileprivate static func tally(_ json: [UInt8]) throws -> Tally { Tally(try [Issue].decode(json: json)) }
}

/// The issues encoded through `Codable`, with the same date format as the `JSONEncoder` contender.
private struct BridgedIssues: CodableConvertible {
  let issues: [Issue]

  static let codableOptions = CodableOptions(dates: .iso8601)

  init(issues: [Issue]) { self.issues = issues }
  init(from decoder: any Decoder) throws { issues = try [Issue](from: decoder) }
  func encode(to encoder: any Encoder) throws { try issues.encode(to: encoder) }
}

/// A writer that reuses its memory in every round.
private final class Output {
  private var writer = JSONWriter()

  func write(_ value: some JSONConvertible) throws {
    writer.removeAll()
    try value.encode(to: &writer)
  }

  func tally() throws -> Tally { try Input.tally(writer.finish()) }
}
