import Synchronization
import Testing

@testable import Mantle
@testable import MantleArchiving

/// The code of a mapping's author runs once for each reading of a model, also when the reading fails.
@Suite(.serialized) struct HookCountTests {
  @Test(arguments: [
    (#"{"name":"a","count":1}"#, true), (#"{"name":"a","count":"x"}"#, false),
    (#"{"name":1,"count":"x"}"#, false),
    (#"{"name":"bad","count":1}"#, false),
  ])
  func hooksRunOncePerObject(_ text: String, _ succeeds: Bool) throws {
    Calls.reset()
    let decoded = try? Counted.decode(json: text)
    #expect((decoded != nil) == succeeds)
    let expected =
      text.contains("\"name\":1") ? [1, 0, 0] : [1, 1, succeeds || text.contains("bad") ? 1 : 0]
    #expect(Calls.counts == expected, "before, rule, after")
    Calls.reset()
    let elements = try Counted.elements(of: JSONBytes(text)).map { $0 }
    #expect(elements.count == 1 && (elements[0].value != nil) == succeeds)
    #expect(Calls.counts == expected)
  }

  @Test("Hooks run once for an archive that fails to decode")
  func hooksRunOncePerFailingArchive() throws {
    Calls.reset()
    let bytes = try Archive.bytes(of: Counted(name: "bad", count: 1))
    #expect(throws: DecodingFailure.self) { try Archive.decode(Counted.self, from: bytes) }
    #expect(Calls.counts == [0, 1, 1])
  }
}

private enum Calls {
  private static let calls = Mutex([0, 0, 0])
  static var counts: [Int] { calls.withLock { $0 } }
  static func reset() { calls.withLock { $0 = [0, 0, 0] } }
  static func add(_ index: Int) { calls.withLock { $0[index] += 1 } }
}

private struct Counted: Model, Sendable {
  let name: String
  let count: Int
  static let properties = Properties(of: Counted.self) {
    Property(\.name, "name").validated { _ in
      Calls.add(1)
    }
    Property(\.count, "count")
  }
  static let mapping = Mapping(Counted.init, properties)
    .beforeDecoding { _ in
      Calls.add(0)
      return nil
    }
    .afterDecoding { model, _ in
      Calls.add(2)
      if model.name == "bad" { throw TransformError(expected: "a good name") }
    }
}
