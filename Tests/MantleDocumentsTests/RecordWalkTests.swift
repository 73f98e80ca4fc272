import Mantle
import MantleDocuments
import Testing

@Suite struct RecordWalkTests {
  /// The steps of a walk that enters every container of an outer level.
  private func steps(_ text: String, depth: Int) -> [String] {
    let bytes = JSONBytes(text)
    var walk = RecordWalk(bytes, JSONLayout.detect(bytes), place: 0)
    var steps: [String] = []
    while let step = walk.next() {
      switch step {
      case .value(let child):
        let level = walk.container.place
        if level < depth, walk.enter(child, place: level + 1) { continue }
        steps.append(bytes.text(walk.record(child, level).range))
      case .end(let container):
        steps.append("\(container.place): \(container.count)\(container.isClosed ? "" : " open")")
      }
    }
    return steps
  }

  @Test(arguments: [
    (#"[1, [2, 3], 4]"#, 1, ["1", "[2, 3]", "4", "1: 3", "0: 1"]),
    (#"[1, [2, 3], 4]"#, 2, ["1", "2", "3", "2: 2", "4", "1: 3", "0: 1"]),
    (#"{"a": {"b": 5}, "c": []}"#, 2, ["5", "2: 1", "2: 0", "1: 2", "0: 1"]),
    ("{\"a\": 1}\n{\"a\": 2}\n", 0, ["{\"a\": 1}", "{\"a\": 2}", "0: 2"]),
    ("[1] [2]", 1, ["1", "1: 1", "2", "1: 1", "0: 2"]),
    ("[1, [2, 3", 2, ["1", "2", "3", "2: 2 open", "1: 2 open", "0: 1"]),
    ("7", 1, ["7", "0: 1"]),
    ("", 1, ["0: 0"]),
  ])
  func walkVisitsValuesInDocumentOrder(text: String, depth: Int, expected: [String]) {
    #expect(steps(text, depth: depth) == expected)
  }

  @Test func stoppedWalkStillEndsOpenContainers() throws {
    let bytes = JSONBytes("[[1, 2], 3]")
    var walk = RecordWalk(bytes, JSONLayout.detect(bytes), place: 0)
    for level in 1...2 {
      guard case .value(let child) = walk.next() else { throw CancellationError() }
      guard walk.enter(child, place: level) else { throw CancellationError() }
    }
    _ = walk.next()
    walk.stop()
    var ends: [Int] = []
    while let step = walk.next() {
      if case .end(let container) = step { ends.append(container.place) } else { Issue.record() }
    }
    #expect(ends == [2, 1, 0])
  }

  @Test func recordQueueKeepsTheOrderOfRecords() {
    let bytes = JSONBytes((0..<50_000).map(String.init).joined(separator: "\n"))
    var walk = RecordWalk(bytes, .lines(in: 0..<bytes.count), place: ())
    let queue = RecordQueue([0, 1, 2]) { (_: Int, records: ArraySlice<RecordWalk<Void>.Record>) in
      records.map { bytes.text($0.range) }
    }
    var found: [String] = []
    while let step = walk.next() {
      guard case .value(let child) = step else { continue }
      queue.append(walk.record(child, ()))
      if queue.isFull { found += queue.exchange().joined() }
    }
    found += (queue.exchange() + queue.exchange()).joined()
    #expect(found == (0..<50_000).map(String.init))
  }
}
