import Testing

@testable import Mantle
@testable import MantleArchiving

/// What is written is never deeper than what is read.
@Suite struct ArchiveDepthTests {
  struct Holder: Model {
    let value: JSONValue

    static let properties = Properties(of: Holder.self) { Property(\.value, "value") }
    static let mapping = Mapping(Holder.init, properties)
  }

  final class Link: Model {
    let next: [Link]

    init(_ next: [Link]) { self.next = next }

    static let properties = Properties(of: Link.self) { Property(\.next, "next") }
    static let mapping = Mapping(Link.init, properties)
  }

  private static func chain(_ length: Int) -> Link {
    (1..<length).reduce(Link([])) { inner, _ in Link([inner]) }
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test(arguments: [1, 2, 511, ArchiveBudget.depth]) func chainsOfModelsRoundTrip(_ length: Int) throws {
    let first = try Archive.decode(Link.self, from: try Archive.bytes(of: Self.chain(length)))
    let links = sequence(first: first) { $0.next.first }
    #expect(links.reduce(0) { count, _ in count + 1 } == length)
  }

  @Test(arguments: [ArchiveBudget.depth + 1, 900]) func archivingRejectsLongerChains(_ length: Int) {
    #expect(throws: (any Error).self) { try Archive.bytes(of: Self.chain(length)) }
  }

  @Test(arguments: [1, 511, ArchiveBudget.depth]) func nestedJSONRoundTrips(_ depth: Int) throws {
    let text = Self.nested(depth)
    let holder = try Holder.decode(json: "{\"value\":\(text)}")
    let again = try Archive.decode(Holder.self, from: try Archive.bytes(of: holder))
    #expect(try again.value.json() == text)
    let graph = try ArchiveGraph(json: [try JSONDocument(text).root], models: [], model: nil)
    let document = try ArchivedDocument(reading: try graph.bytes(), models: [])
    #expect(document.isReadable)
    #expect(document.json.text(0..<document.json.count) == text)
  }

  @Test(arguments: [ArchiveBudget.depth + 1, 1000]) func archivingRejectsDeeperJSON(_ depth: Int) throws {
    let text = Self.nested(depth)
    let holder = try Holder.decode(json: "{\"value\":\(text)}")
    #expect(throws: (any Error).self) { try Archive.bytes(of: holder) }
    let root = try JSONDocument(text).root
    #expect(throws: ArchiveError.self) { try ArchiveGraph(json: [root], models: [], model: nil) }
  }
}
