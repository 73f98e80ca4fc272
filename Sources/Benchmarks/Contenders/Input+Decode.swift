import Foundation
import Mantle
import MantleDefinitions

extension Input {
  func decodeContenders() throws -> [Contender] {
    let defined = try Issue.defined()
    let size = data.count
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return [
      .making(.decode, "Mantle: mapping", bytes: size, tally: { Tally($0) }) { [bytes] in
        try [Issue].decode(JSONDocument(parsing: bytes).root)
      },
      .making(.decode, "Mantle: all diagnostics", bytes: size, tally: Self.tally) { [bytes] in
        try [Issue].report(JSONDocument(parsing: bytes).root)
      },
      .making(.decode, "Mantle: model sequence", bytes: size, tally: { Tally($0) }) { [bytes] in
        try Issue.elements(of: bytes).compactMap(\.value)
      },
      .making(.decode, "Mantle: model sequence, two threads", bytes: size, tally: { Tally($0) }) { [bytes] in
        var issues: [Issue] = []
        try Issue.elements(of: bytes).forEach(threads: 2) { issues.append(try $0.result.get()) }
        return issues
      },
      .making(.decode, "Mantle: mapping, two threads", bytes: size, tally: { Tally($0) }) { [bytes] in
        try [Issue].decode(json: bytes, threads: 2)
      },
      .making(.decode, "Mantle: mapping, URL properties", bytes: size, tally: { Tally($0) }) { [bytes] in
        try [LinkedIssue].decode(JSONDocument(parsing: bytes).root)
      },
      .making(.decode, "Mantle: mapping of a definition", bytes: size, tally: { Tally($0) }) { [bytes] in
        let root = try JSONDocument(parsing: bytes).root
        return try root.elements.map { try defined.decode("Issue", from: $0) }
      },
      .making(.decode, "hand-written, same cursor", bytes: size, tally: { Tally($0.map(\.issue)) }) {
        [bytes] in
        try [HandWrittenIssue].decode(JSONDocument(parsing: bytes).root)
      },
      .making(.decode, "Mantle: Codable bridge", bytes: size, tally: { Tally($0) }) { [bytes] in
        try JSONTransformer<[Issue]>.codable(dates: .iso8601).forward(JSONDocument(parsing: bytes).root)
      },
      .making(.decode, "JSONDecoder", bytes: size, tally: { Tally($0) }) { [data] in
        try decoder.decode([Issue].self, from: data)
      },
    ]
  }

  private static func tally(_ decoded: DecodingReport<[Issue]>) throws -> Tally {
    guard let issues = decoded.value, decoded.diagnostics.isEmpty else {
      throw Race.Failure(description: "the data is not clean")
    }
    return Tally(issues)
  }
}
