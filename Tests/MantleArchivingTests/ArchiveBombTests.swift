import Testing

@testable import Mantle
@testable import MantleArchiving

/// Small archives that say the same things over and over: each is refused in words, not written out.
struct ArchiveBombTests {
  struct Owner: Model {
    let name: String
    let labels: [String]
    let notes: JSONValue?

    static let properties = Properties(of: Owner.self) {
      Property(\.name, "name").default("")
      Property(\.labels, "labels").default([])
      Property(\.notes, "notes")
    }
    static let mapping = Mapping(Owner.init, properties)
  }

  /// Values that hold the one before `width` times, `depth` levels of them.
  private static func tower(
    _ depth: Int, _ width: Int, _ wrap: (inout ArchiveBuilder, [ArchiveReference]) -> ArchiveReference
  ) -> ArchiveGraph {
    var builder = ArchiveBuilder()
    var value = builder.string("ha")
    for _ in 0..<depth { value = wrap(&builder, Array(repeating: value, count: width)) }
    builder.setTop(value)
    return builder.graph
  }

  private static func entries(_ builder: inout ArchiveBuilder, _ items: [ArchiveReference]) -> [ArchiveEntry]
  {
    items.enumerated().map { ArchiveEntry(key: builder.string("k\($0)"), value: $1) }
  }

  private static func owner(
    _ builder: inout ArchiveBuilder, _ fields: [(String, ArchiveReference)]
  ) -> ArchiveReference {
    let owner = builder.reserve(.model("Owner"))
    builder.fill(owner, fields.map { ArchiveField(builder.key($0.0), $0.1) })
    return owner
  }

  /// Owners that share one property's value.
  private static func sharing(
    _ key: String, _ count: Int, _ value: ArchiveReference, _ builder: ArchiveBuilder
  )
    -> ArchiveGraph
  {
    var builder = builder
    let owners = (0..<count).map { _ in owner(&builder, [(key, value)]) }
    builder.setTop(builder.array(owners))
    return builder.graph
  }

  /// Limits that small archives reach.
  private static let tight = ArchiveLimits(base: 4 << 20, perByte: 10)

  static let bombs: [(name: String, graph: ArchiveGraph)] = {
    var long = ArchiveBuilder()
    let text = long.string(String(repeating: "x", count: 20_000))
    let texts = long.array(Array(repeating: text, count: 2_000))
    var dictionary = ArchiveBuilder()
    let notes = (0..<1_000).map {
      ArchiveEntry(key: dictionary.string("k\($0)"), value: dictionary.integer(1))
    }
    let shared = dictionary.dictionary(notes)
    var nested = dictionary
    let owners = (0..<3_000).map { _ in
      let own = nested.dictionary([ArchiveEntry(key: nested.string("all"), value: shared)])
      return owner(&nested, [("notes", own)])
    }
    nested.setTop(nested.array(owners))
    return [
      ("arrays", tower(40, 2) { $0.array($1) }), ("sets", tower(12, 12) { $0.set($1) }),
      ("dictionaries", tower(40, 2) { $0.dictionary(entries(&$0, $1)) }),
      (
        "strangers",
        tower(40, 2) { builder, items in
          let fields = items.enumerated().map { ArchiveField(builder.key("f\($0)"), $1) }
          return builder.append(.object(fields), class: ArchiveClass("XYThing", chain: ["NSObject"]))
        }
      ),
      ("one long text", sharing("labels", 1, texts, long)),
      ("one dictionary", sharing("notes", 3_000, shared, dictionary)), ("inside others", nested.graph),
    ]
  }()

  @Test(arguments: bombs.indices) func conversionRejectsArchiveBombs(_ index: Int) throws {
    let (name, graph) = Self.bombs[index]
    let bytes = try graph.bytes()
    #expect(bytes.count < 400_000, "\(name)")
    do {
      let document = try ArchivedDocument(
        reading: bytes, models: [Owner.modelDescription], limits: Self.tight)
      Issue.record("\(name): \(document.json.count) bytes of JSON")
    } catch let error as ArchiveError {
      #expect(error.description.contains("repeat"), "\(name): \(error)")
    }
  }

  /// Deep lines are long lines: the blanks in front of them count.
  @Test func indentationCountsAgainstTheBudget() throws {
    var builder = ArchiveBuilder()
    var value = builder.array(Array(repeating: builder.integer(1), count: 40_000))
    for _ in 0..<400 { value = builder.array([value]) }
    builder.setTop(value)
    let bytes = try builder.graph.bytes()
    #expect(throws: ArchiveError.self) {
      try ArchivedDocument(reading: bytes, models: [], limits: Self.tight)
    }
  }

  /// Decoding into types is bounded too.
  @Test(.timeLimit(.minutes(30))) func typedDecodingRejectsArchiveBombs() throws {
    let nested = try #require(Self.bombs.last)
    let bytes = try nested.graph.bytes()
    let failure = #expect(throws: DecodingFailure.self) { try Archive.decode([Owner].self, from: bytes) }
    #expect(failure?.diagnostics.allSatisfy { $0.code == .limit } == true)
  }

  /// A collection that several objects hold is made once: sharing it costs nothing, within any limits.
  @Test func sharedCollectionsAreDecodedOnce() throws {
    var builder = ArchiveBuilder()
    let texts = builder.array((0..<2_000).map { builder.string("label \($0)") })
    let bytes = try Self.sharing("labels", 4_000, texts, builder).bytes()
    let limits = ArchiveLimits(base: 1 << 20, perByte: 0)
    let owners = try Archive.decode([Owner].self, from: bytes, limits: limits)
    #expect(owners.allSatisfy { $0.labels.last == "label 1999" })
  }

  enum Color: String, CaseIterable {
    case red, green
  }

  struct Paint: Model {
    let color: Color

    static let properties = Properties(of: Paint.self) { Property(\.color, "color", .cases) }
    static let mapping = Mapping(Paint.init, properties)
  }

  private static func paints(_ colors: [ArchiveReference], _ builder: ArchiveBuilder) -> ArchiveGraph {
    var builder = builder
    let paints = colors.map { color in
      let paint = builder.reserve(.model("Paint"))
      builder.fill(paint, [ArchiveField(builder.key("color"), color)])
      return paint
    }
    builder.setTop(builder.array(paints))
    return builder.graph
  }

  /// What cannot be read is not tried again and again: of many lists that each hold one tower, the first few
  /// use up what reading may cost, and the others are refused without a look.
  @Test func failuresShareOneBudget() throws {
    var builder = ArchiveBuilder()
    var tower = builder.string("ha")
    for _ in 0..<14 { tower = builder.array([tower, tower]) }
    let graph = Self.paints((0..<60).map { _ in builder.array([tower]) }, builder)
    let decoded = try Archive.report(
      [Paint].self, in: graph, limits: ArchiveLimits(base: 4 << 20, perByte: 0))
    let codes = decoded.diagnostics.map(\.code)
    #expect(codes.contains(.limit))
    #expect(codes.count { $0 != .limit } < 30)
  }

  /// Once nothing is left, not a byte is written for what was written before.
  @Test func conversionWritesNothingBeyondTheBudget() throws {
    let graph = Self.tower(12, 2) { $0.array($1) }
    let root = try #require(graph.root)
    let converter = ArchiveToJSON(graph, ArchiveBudget(1 << 20, exceeded: .limit("a megabyte")))
    let lengths = (0..<100).map { _ in
      var writer = JSONWriter()
      try? converter.write(root, to: &writer)
      return writer.count
    }
    #expect(lengths[0] > 10_000)
    #expect(lengths.reduce(0, +) < 2 << 20)
    #expect(lengths.last == 0)
  }

  /// One object that cannot be read is read once, and its problem is every holder's.
  @Test func sharedInvalidObjectIsReportedForEveryHolder() throws {
    var builder = ArchiveBuilder()
    let list = builder.array((0..<1_000).map { _ in builder.integer(7) })
    let graph = Self.paints(Array(repeating: list, count: 600), builder)
    let decoded = try Archive.report([Paint].self, in: graph)
    #expect(decoded.diagnostics.map(\.code) == Array(repeating: .typeMismatch, count: 600))
    #expect(decoded.diagnostics.map(\.path) == (0..<600).map { JSONKeyPath([.index($0), .key("color")]) })
  }

  /// A long key is as long in every member that has it.
  @Test func repeatedLongKeysCountAgainstTheBudget() throws {
    var builder = ArchiveBuilder()
    let key = builder.string(String(repeating: "k", count: 100_000))
    let entry = ArchiveEntry(key: key, value: builder.integer(1))
    let notes = builder.dictionary(Array(repeating: entry, count: 2_000))
    let graph = Self.sharing("notes", 1, notes, builder)
    let decoded = try Archive.report([Owner].self, in: graph)
    #expect(decoded.diagnostics.filter { $0.severity == .error }.map(\.code) == [.limit])
  }

  /// Moderate sharing of objects is not refused.
  @Test func moderateSharingIsAccepted() throws {
    var builder = ArchiveBuilder()
    let texts = builder.array((0..<20).map { builder.string("label \($0)") })
    let graph = Self.sharing("labels", 1_000, texts, builder)
    #expect(try Archive.decode([Owner].self, from: try graph.bytes()).count == 1_000)
    let document = try ArchivedDocument(reading: try graph.bytes(), models: [Owner.modelDescription])
    #expect(document.isReadable)
  }

  @Test func conversionReportsReferenceCycles() throws {
    var builder = ArchiveBuilder()
    let thing = builder.reserve(ArchiveClass("XYThing", chain: ["NSObject"]))
    let items = builder.array([thing, thing])
    builder.fill(thing, [ArchiveField(builder.key("items"), items)])
    builder.setTop(items)
    let document = try ArchivedDocument(reading: try builder.graph.bytes(), models: [])
    #expect(document.json.text(0..<document.json.count) == #"[{"items":null},{"items":null}]"#)
    #expect(
      document.diagnostics.filter { $0.severity == .error }.map(\.path.description) == [
        "[0].items", "[1].items",
      ])
    #expect(document.diagnostics.contains { "\($0)".contains("reference cycle") })
  }

  /// A million errors are one line too many.
  @Test func numberOfDiagnosticsIsLimited() throws {
    var builder = ArchiveBuilder()
    let owners = (0..<60_000).map { _ in builder.null() }
    builder.setTop(builder.array(owners))
    let failure = #expect(throws: DecodingFailure.self) {
      try Archive.decode([Owner].self, from: try builder.graph.bytes())
    }
    #expect((failure?.diagnostics.count ?? 0) < 50_000)
    #expect(failure?.diagnostics.last?.message.contains("more") == true)
  }
}

extension ArchiveBuilder {
  /// NSNull, the same object wherever it is met.
  fileprivate mutating func null() -> ArchiveReference { graph.root ?? .null }
}
