import GitHubModels
import Mantle
import MantleChecking
import MantleDocuments
import MantleFiles

extension Input {
  /// The contenders that check a document with a model, next to those that only decode it; each runs on one
  /// thread.
  var checkContenders: [Contender] {
    let size = data.count
    let model = GitHubModels.Issue.modelDescription
    return [
      .making(.check, "Mantle: mapping, GitHub's issue", bytes: size, tally: { $0 }) { [bytes] in
        Tally(count: try [GitHubModels.Issue].decode(JSONDocument(parsing: bytes).root).count)
      },
      .making(.check, "mantle check", bytes: size, tally: { $0 }) { [bytes] in
        let checker = Checker(bytes, model: model, at: JSONKeyPath([.each]), minimumSeverity: .warning)
        return Tally(count: checker.run { _ in true }.models)
      },
      .making(.check, "mantle convert to NDJSON", bytes: size, tally: { $0 }) { [bytes] in
        let place = ModelPlace(model, at: JSONKeyPath([.each]))
        let export = ModelExport(bytes, name: nil, places: [place], as: .lines, workers: 1)
        let spool = try FileDraft.temporary()
        let summary = try export.run(into: { piece throws(WriteFailure) in try spool.append(piece) }) { _ in
          true
        }
        guard summary != nil else { throw Race.Failure(description: "the data is not clean") }
        let text = try spool.text()
        return Tally(count: text.countLineFeeds(in: 0..<text.count))
      },
    ]
  }
}
