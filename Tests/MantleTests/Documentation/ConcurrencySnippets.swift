import Foundation
import Mantle
import MantleStore
import Observation
import Testing

/// The code of the article about concurrency.
struct ConcurrencyArticle {
  // snippet
  struct Issue: Model, Equatable, Sendable {
    let id: Int
    let title: String

    static let properties = Properties(of: Issue.self) {
      Property(\.id, "id").identity()
      Property(\.title, "title")
    }
    static let mapping = Mapping(Issue.init, properties)
  }
  // end

  private static let response = Data(#"[{"id":1,"title":"lamp"},{"id":2,"title":"chair"}]"#.utf8)

  enum Download {
    // snippet
    @concurrent static func issues(in response: Data) async throws -> [Issue] {
      try [Issue].decode(json: response)
    }
    // end
  }

  // snippet
  @MainActor @Observable final class IssueList {
    var titles: [String] = []

    func show(_ response: Data) async throws {
      titles = try await Download.issues(in: response).map(\.title)
    }
  }
  // end

  @Test @MainActor func issuesDecodeAwayFromTheMainActor() async throws {
    let list = IssueList()
    try await list.show(Self.response)
    #expect(list.titles == ["lamp", "chair"])
  }

  @Test func issuesDecodeOnSeveralThreads() throws {
    let response = Self.response
    // snippet
    let issues = try [Issue].decode(json: JSONBytes(response), threads: 4)
    // end
    #expect(issues.map(\.id) == [1, 2])
    // snippet
    var titles: [String] = []
    try Issue.elements(of: JSONBytes(response)).forEach(threads: 4) { element in
      titles.append(try element.result.get().title)
    }
    // end
    #expect(titles == ["lamp", "chair"])
  }

  @Test func chunkedElementsDecode() async throws {
    let chunks = AsyncStream { continuation in
      for part in [#"{"items":[{"id":1,"ti"#, #"tle":"lamp"}]}"#] { continuation.yield(Data(part.utf8)) }
      continuation.finish()
    }
    var found: [Issue] = []
    // snippet
    for try await element in Issue.elements(of: chunks, at: "items") {
      if let issue = element.value { found.append(issue) }
    }
    // end
    #expect(found == [Issue(id: 1, title: "lamp")])
  }

  @Test func loopsCheckCancellation() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let bytes = JSONBytes(Self.response)
      var count = 0
      // snippet
      for element in try Issue.elements(of: bytes) {
        try Task.checkCancellation()
        count += try element.result.get().title.isEmpty ? 0 : 1
      }
      // end
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func storeOperationsRunInTasks() async throws {
    let store = try Store.temporary()
    try store.save(contentsOf: [Issue].decode(json: Self.response))
    // snippet
    let found = try await store.perform {
      try $0.fetchAll(Issue.self, where: "title ~ lamp", limit: 20)
    }
    // end
    #expect(found == [Issue(id: 1, title: "lamp")])
    // snippet
    try await store.perform { store in
      try store.transaction { transaction in
        guard let issue = try transaction.fetchOne(Issue.self, id: 1) else { return }
        try transaction.save(Issue(id: issue.id, title: issue.title.uppercased()))
      }
    }
    // end
    #expect(try store.fetchOne(Issue.self, id: 1)?.title == "LAMP")
    let task = Task { try await titlesUntilCanceled(of: store) }
    #expect(try await task.value == ["LAMP", "chair"])
  }

  /// Follows the store until its own task is canceled after the first titles.
  private func titlesUntilCanceled(of store: Store) async throws -> [String] {
    var titles: [String] = [] { didSet { withUnsafeCurrentTask { $0?.cancel() } } }
    // snippet
    for try await issues in store.updates(of: Issue.self, order: "title") {
      titles = issues.map(\.title)
    }
    // end
    return titles
  }
}
