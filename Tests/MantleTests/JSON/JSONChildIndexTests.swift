import TestSupport
import Testing

@testable import Mantle

/// An index finds by structure alone what the parser finds by parsing.
@Suite struct JSONChildIndexTests {
  /// A random container, as text, with what the parser says its children are.
  struct Sample {
    let bytes: JSONBytes
    let children: JSONChildren
    let keys: [Range<Int>?]
    let values: [Range<Int>]
  }

  static func container(seed: UInt64) throws -> Sample {
    var random = RandomJSON(seed: seed)
    random.whitespace = random.generator.pick([0, 20, 60])
    let size = random.generator.pick([0, 1, 2, 5, 40])
    let isObject = random.generator.chance(50)
    let lead = random.space()
    let text =
      lead + (isObject ? random.object(members: size) : random.array(elements: size)) + random.space()
    let root = try JSONDocument(text).root
    let open = lead.utf8.count
    return Sample(
      bytes: root.document.bytes, children: isObject ? .object(at: open) : .array(at: open),
      keys: isObject ? root.members.map(\.key.byteRange) : root.elements.map { _ in nil },
      values: isObject ? root.members.map(\.value.byteRange) : root.elements.map(\.byteRange))
  }

  @Test(arguments: UInt64(0)..<60) func childIndexMatchesParser(seed: UInt64) throws {
    let sample = try Self.container(seed: seed)
    try Self.check(sample, slice: 64)
    try Self.check(sample, slice: 1 << 20)
    try Self.check(sample, slice: 64, lookahead: 64)
  }

  /// White space of every length, which is passed in pieces of 16 and of 64 bytes, forwards and backwards.
  @Test(arguments: [0..<100, 100..<200, 4000..<4010]) func childIndexSkipsWhitespace(lengths: Range<Int>)
    throws
  {
    for length in lengths {
      let space = String((0..<length).map { [" ", "\n", "\t", "\r"][($0 * 7 + length) % 4] })
      let text = "\(space)[\(space)12\(space),\(space)\"x\"\(space)]\(space)"
      let root = try JSONDocument(text).root
      let sample = Sample(
        bytes: root.document.bytes, children: .array(at: length), keys: [nil, nil],
        values: [2 * length + 1..<2 * length + 3, 4 * length + 4..<4 * length + 7])
      #expect(root.elements.map(\.byteRange) == sample.values)
      try Self.check(sample, slice: 64)
    }
  }

  @Test(arguments: UInt64(200)..<230) func childIndexFindsLines(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    random.whitespace = 0
    var text = random.generator.pick(["", "\n", " \n\r\n"])
    var values: [Range<Int>] = []
    for _ in 0..<random.generator.below(30) {
      let value = random.value()
      values.append(text.utf8.count..<text.utf8.count + value.utf8.count)
      text += value + random.generator.pick(["\n", "\r\n", "\n\n", " \n \t\n"])
    }
    let bytes = JSONBytes(text)
    let sample = Sample(
      bytes: bytes, children: .lines(in: 0..<bytes.count), keys: values.map { _ in nil }, values: values)
    try Self.check(sample, slice: 64)
  }

  @Test(arguments: UInt64(300)..<330) func childIndexFindsConcatenatedValues(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    var text = random.space()
    var values: [Range<Int>] = []
    for _ in 0..<random.generator.below(30) {
      let value = random.value()
      values.append(text.utf8.count..<text.utf8.count + value.utf8.count)
      text += value + random.generator.pick(["\n", " ", value.hasSuffix("]") ? "" : "\t"])
    }
    let bytes = JSONBytes(text)
    let sample = Sample(
      bytes: bytes, children: .concatenated(in: 0..<bytes.count), keys: values.map { _ in nil },
      values: values)
    try Self.check(sample, slice: 64)
    try Self.check(sample, slice: 64, lookahead: 64)
    try Self.check(sample, slice: 1 << 20, lookahead: 64)
  }

  /// An index of a text that has grown finds what an index of the whole text finds, wherever the text was cut.
  @Test(arguments: UInt64(0)..<40) func childIndexContinuesAfterAppendedText(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    random.whitespace = 0
    var text: [UInt8] = []
    let isLines = seed.isMultiple(of: 2)
    for _ in 0..<2 + random.generator.below(400) {
      text += Array((random.value() + random.generator.pick(["\n", isLines ? "\r\n" : " "])).utf8)
    }
    var index: JSONChildIndex?
    var end = 0
    while end < text.count {
      end = min(text.count, end + 1 + random.generator.below(9000))
      let bytes = JSONBytes(Array(text[..<end]))
      let fresh = JSONChildIndex(bytes, isLines ? .lines(in: 0..<end) : .concatenated(in: 0..<end))
      let grown = index.map { JSONChildIndex(continuing: $0, in: bytes) } ?? fresh
      for _ in 0..<random.generator.below(3) { grown.extend(budgetBytes: 4000) }
      index = grown
      guard random.generator.chance(50) || end == text.count else { continue }
      while !fresh.extend(budgetBytes: .max).isComplete {}
      while !grown.extend(budgetBytes: .max).isComplete {}
      #expect(grown.count == fresh.count)
      for ordinal in 0..<(fresh.count ?? 0) {
        #expect(grown.child(at: ordinal)?.value == fresh.child(at: ordinal)?.value)
      }
    }
  }

  /// Neither the first nor the last child of malformed input requires reading all of it.
  @Test func childIndexStopsEarlyInMalformedInput() throws {
    for byte: UInt8 in [0, 0x37, 0x2C] {
      let bytes = JSONBytes([UInt8](repeating: byte, count: 1 << 20))
      let index = JSONChildIndex(bytes, .concatenated(in: 0..<bytes.count), lookahead: 4096)
      let first = try #require(index.first())
      #expect(!first.isMeasured && first.value.upperBound <= 2 * 4096)
      #expect(index.last(within: 4096) == nil)
      while !index.extend(budgetBytes: 1 << 16).isComplete {}
      #expect(index.count == 1)
    }
  }

  /// White space in front of an offset, of any length around the sixteen bytes that are looked at together.
  @Test func childIndexSkipsWhitespaceBackward() {
    for length in 0...70 {
      for white in [" ", "\n", "\t", "\r"] {
        let bytes = JSONBytes("[1" + String(repeating: white, count: length) + "]")
        let index = JSONChildIndex(bytes, .array(at: 0))
        #expect(index.last()?.value == 1..<2)
      }
    }
  }

  /// A value that goes on beyond the lookahead, between, before and after small ones: counted in slices, nothing
  /// after it is lost.
  @Test(arguments: [[200], [1, 200], [200, 1], [1, 200, 1], [1, 200, 300, 1, 200]], [64, 100, 1 << 20])
  func childIndexCountsPastLargeValues(_ sizes: [Int], _ slice: Int) throws {
    var text = ""
    var values: [Range<Int>] = []
    for size in sizes {
      let value = "{\"a\":[" + String(repeating: "[\"}\"], ", count: size - 1) + "[1]]}"
      values.append(text.utf8.count..<text.utf8.count + value.utf8.count)
      text += value + "\n"
    }
    let bytes = JSONBytes(text)
    for children: JSONChildren in [.concatenated(in: 0..<bytes.count), .lines(in: 0..<bytes.count)] {
      let sample = Sample(bytes: bytes, children: children, keys: values.map { _ in nil }, values: values)
      try Self.check(sample, slice: slice, lookahead: 64)
    }
    let cut = JSONChildIndex(
      bytes, .concatenated(in: 0..<bytes.count), end: bytes.count - 3, lookahead: 64)
    var rounds = 0
    while !cut.extend(budgetBytes: slice).isComplete {
      rounds += 1
      try #require(rounds <= bytes.count)
    }
    #expect(cut.count == values.count)
  }

  static func check(_ sample: Sample, slice: Int, lookahead: Int = 1 << 22) throws {
    let fresh = JSONChildIndex(sample.bytes, sample.children, lookahead: lookahead)
    #expect(fresh.count == nil || fresh.count == sample.values.count)
    #expect(forward(fresh).map(\.value) == sample.values)
    #expect(forward(fresh).map(\.key) == sample.keys)
    #expect(forward(fresh).map(\.ordinal) == sample.values.indices.map { $0 })
    #expect(backward(fresh).map(\.value) == sample.values.reversed())
    #expect(backward(fresh).map(\.key) == sample.keys.reversed())

    let index = JSONChildIndex(sample.bytes, sample.children, lookahead: lookahead)
    var rounds = 0
    while !index.extend(budgetBytes: slice).isComplete {
      rounds += 1
      try #require(rounds <= sample.bytes.count)
      let progress = index.progress
      for ordinal in 0..<progress.count {
        #expect(index.child(at: ordinal).map(index.measured)?.value == sample.values[ordinal])
      }
    }
    #expect(index.count == sample.values.count)
    #expect(index.isClosed(after: index.last()))
    #expect(backward(index).map(\.value) == sample.values.reversed())
    for (ordinal, value) in sample.values.enumerated() {
      let child = index.child(at: ordinal)
      #expect(child.map(index.measured)?.value == value)
      #expect(child?.ordinal == ordinal)
      #expect(index.ordinal(containing: value.lowerBound) == ordinal)
      #expect(index.ordinal(containing: value.upperBound - 1) == ordinal)
    }
    #expect(index.child(at: sample.values.count) == nil)
    #expect(index.child(at: -1) == nil)
  }

  static func forward(_ index: JSONChildIndex) -> [JSONChild] {
    Array(sequence(first: index.first()) { $0.flatMap { index.next(after: $0) } }.prefix { $0 != nil })
      .compactMap { $0.map(index.measured) }
  }

  static func backward(_ index: JSONChildIndex) -> [JSONChild] {
    Array(sequence(first: index.last()) { $0.flatMap(index.previous(before:)) }.prefix { $0 != nil })
      .compactMap { $0.map(index.measured) }
  }

  /// Strings that look like structure, at every distance from the borders of the blocks.
  @Test func stringsAreDistinguishedAtBlockBoundaries() throws {
    let tricky = ["\\\"", "\\\\", "]", "\\\\\\\"", ",", "\\\\\\\\", "[{", "\\u0022"]
    for padding in 0..<70 {
      for piece in tricky {
        let filler = String(repeating: "x", count: padding)
        let text = "[\"\(filler)\(piece)\",[\"\(piece)\(filler)\"],{\"\(filler)\(piece)\":\"\(piece)\"},1]"
        let root = try JSONDocument(text).root
        let index = JSONChildIndex(root.document.bytes, .array(at: 0))
        let values = root.elements.map(\.byteRange)
        #expect(Self.forward(index).map(\.value) == values)
        #expect(Self.backward(index).map(\.value) == values.reversed())
      }
    }
  }

  /// A run of backslashes longer than many blocks: told apart in both directions, in linear time.
  @Test(arguments: [126, 127, 128, 129, 1000, 100_000]) func childIndexHandlesBackslashRuns(count: Int) throws
  {
    let run = String(repeating: "\\", count: count / 2 * 2)
    let text = "[1,\"\(run)\",\"\(run)\\\"]\",2]"
    let bytes = JSONBytes(text)
    let index = JSONChildIndex(bytes, .array(at: 0))
    #expect(Self.forward(index).count == 4)
    #expect(Self.backward(index).count == 4)
  }

  static let damaged: [(text: String, values: [String])] = [
    ("[1, 2", ["1", "2"]),
    ("[1, {\"a\": [2", ["1", "{\"a\": [2"]),
    ("[1, \"ab, ]", ["1", "\"ab, ]"]),
    ("[1, 2}", ["1", "2"]),
    ("[1] x", ["1"]),
    ("[1, 2]]", ["1", "2"]),
    ("[", []),
    ("[1,", ["1", ""]),
  ]

  @Test(arguments: damaged) func childrenBeforeAnErrorAreKept(
    _ text: String, _ values: [String]
  ) {
    let bytes = JSONBytes(text)
    let index = JSONChildIndex(bytes, .array(at: 0))
    while !index.extend(budgetBytes: 64).isComplete {}
    #expect(Self.forward(index).map { bytes.text($0.value) } == values)
    #expect(index.count == values.count)
    #expect(!index.isClosed(after: index.last()))
    #expect(index.last().map { bytes.text($0.value) } == values.last)
  }

  /// Mistakes inside a container keep their place among its children.
  @Test func missingChildrenKeepTheirPlace() {
    let bytes = JSONBytes("[1,,nonsense,2 3,]")
    let index = JSONChildIndex(bytes, .array(at: 0))
    #expect(Self.forward(index).map { bytes.text($0.value) } == ["1", "", "nonsense", "2 3", ""])
    #expect(Self.backward(index).map { bytes.text($0.value) } == ["", "2 3", "nonsense", "", "1"])
    while !index.extend(budgetBytes: 64).isComplete {}
    #expect(index.count == 5)
  }

  @Test func childIndexReturnsLargeChildrenUnmeasured() {
    let large = "[" + String(repeating: "12345,", count: 100) + "0]"
    let bytes = JSONBytes("{\"a\": 1, \"large\": \(large), \"b\": 2}")
    let index = JSONChildIndex(bytes, .object(at: 0), lookahead: 128)
    guard let first = index.first(), let second = index.next(after: first) else {
      Issue.record("no children")
      return
    }
    #expect(!second.isMeasured)
    #expect(second.value.lowerBound == 18)
    #expect(bytes.text(index.measured(second).value) == large)
    #expect(index.next(after: second).map { bytes.text($0.value) } == "2")
    #expect(index.last().map { bytes.text($0.range) } == "\"b\": 2")
    while !index.extend(budgetBytes: 64).isComplete {}
    #expect(index.next(after: second).map { bytes.text($0.value) } == "2")
    #expect(index.count == 3)
  }

  /// Every query succeeds and every walk ends on arbitrary bytes.
  @Test(arguments: UInt64(400)..<440) func childIndexHandlesArbitraryBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("[]{},:\"\\ \n1a".utf8)
    let text = (0..<generator.below(300)).map { _ in generator.pick(alphabet) }
    let bytes = JSONBytes(text)
    for children: JSONChildren in [
      .array(at: 0), .object(at: 0), .lines(in: 0..<text.count), .concatenated(in: 0..<text.count),
    ] {
      let index = JSONChildIndex(bytes, children)
      let found = Self.forward(index)
      #expect(found.count <= text.count + 1)
      #expect(Self.backward(index).count <= text.count + 1)
      while !index.extend(budgetBytes: 64).isComplete {}
      #expect(index.count == found.count)
      #expect(Self.backward(index).count <= text.count + 1)
      for child in found {
        #expect(child.value.lowerBound >= 0 && child.value.upperBound <= text.count)
      }
    }
  }

  /// Checkpoints thin out instead of growing without bound, and still lead to the nearest child.
  @Test func checkpointsAreThinnedOut() {
    var checkpoints = JSONCheckpoints()
    for ordinal in 0..<600_000 { checkpoints.add(ordinal: ordinal, start: ordinal << 13) }
    #expect(checkpoints.interval > 1 << 13)
    let found = checkpoints.last(ordinal: 599_999)
    #expect(found.map { 599_999 - $0.ordinal <= 8 } == true)
    #expect(checkpoints.last(start: 0)?.ordinal == 0)
    #expect(checkpoints.last(ordinal: -1) == nil)
  }

  /// Counting on several threads and asking on others: every answer is right at any time.
  @Test func childIndexAnswersDuringCounting() async {
    let text = "[" + (0..<3000).map { "{\"n\": [\($0), \"]\"]}" }.joined(separator: ",\n") + "]"
    let bytes = JSONBytes(text)
    let index = JSONChildIndex(bytes, .array(at: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask { while !index.extend(budgetBytes: 128).isComplete { await Task.yield() } }
      }
      for reader in 0..<2 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(reader))
          for _ in 0..<300 {
            let count = index.progress.count
            let ordinal = generator.below(count)
            let child = index.child(at: ordinal)
            #expect(child.map { bytes.text($0.value) } == "{\"n\": [\(ordinal), \"]\"]}")
            #expect(index.last().map { bytes.text($0.value) } == "{\"n\": [2999, \"]\"]}")
          }
        }
      }
    }
    #expect(index.count == 3000)
  }

  /// A wrapper whose list goes on beyond every limit, with a member before and one or none behind it.
  private func wrapper(_ rest: String) -> JSONBytes {
    JSONBytes(#"{"count": 1, "items": ["# + String(repeating: "[1, 2], ", count: 2000) + "[3]]" + rest)
  }

  @Test func boundedScanStopsAtLargeChild() throws {
    let bytes = wrapper(#", "next": {"page": [2]}}"#)
    let index = JSONChildIndex(bytes, .object(at: 0), lookahead: 256)
    let items = try #require(index.first().flatMap { index.next(after: $0) })
    #expect(!items.isMeasured)
    #expect(index.next(after: items, within: 1024) == nil)
    let next = try #require(index.next(after: items))
    #expect(bytes.text(next.key ?? 0..<0) == "\"next\"")
    index.extend(budgetBytes: .max)
    #expect(index.next(after: items, within: 1024)?.value == next.value)
  }

  @Test func lastChildIsPresumedUntilMeasured() throws {
    let bytes = wrapper("}\n")
    let index = JSONChildIndex(bytes, .object(at: 0), lookahead: 256)
    let items = try #require(index.first().flatMap { index.next(after: $0) })
    #expect(index.presumedEnd(of: items) == bytes.count - 2)
    let last = try #require(index.last(within: 64))
    #expect(last.value.lowerBound == items.value.lowerBound)
    let inner = JSONChildIndex(
      bytes, .array(at: items.value.lowerBound), presumedClose: index.presumedEnd(of: items).map { $0 - 1 })
    #expect(inner.last().map { bytes.text($0.value) } == "[3]")
    #expect(index.next(after: items, within: 1024) == nil)
  }

  /// What small children follow is found from the end, and so is where it ends.
  @Test(arguments: [
    #", "next": null}"#, #", "tags": [], "meta": {"a": [1, "]"]}}"#, #","a":1,"b":2,"c":"x,y"}"#,
  ])
  func endOfLargeChildIsPresumedFromLaterChildren(rest: String) throws {
    // Beyond what is looked at backwards.
    let bytes = JSONBytes(
      "{\"n\": 1, \"items\": [" + String(repeating: "[3],", count: 600_000) + "[4]]" + rest)
    let index = JSONChildIndex(bytes, .object(at: 0), lookahead: 256)
    let counted = JSONChildIndex(bytes, .object(at: 0))
    counted.extend(budgetBytes: .max)
    let count = try #require(counted.count)
    let items = try #require(index.first().flatMap { index.next(after: $0) })
    #expect(!items.isMeasured)
    #expect(index.presumedEnd(of: items) == counted.child(at: 1)?.value.upperBound)
    var child = index.last()
    for ordinal in (0..<count).reversed() {
      #expect(child?.value.lowerBound == counted.child(at: ordinal)?.value.lowerBound)
      child = child.flatMap { index.previous(before: $0) }
    }
    #expect(child == nil)
  }

  /// Through strings longer than the lookahead, as through any other child.
  @Test(arguments: [64, 1000, 1 << 20]) func childIndexFindsLongStrings(lookahead: Int) {
    let long = "\"" + String(repeating: "a]\\\", b", count: 300) + "\""
    for (text, count) in [("[\(long),1,\(long)]", 3), ("[1,\(long)]", 2), ("[\(long)]", 1)] {
      let index = JSONChildIndex(JSONBytes(text), .array(at: 0), lookahead: lookahead)
      var starts: [Int] = []
      var next = index.first()
      while let child = next {
        starts.append(child.value.lowerBound)
        next = index.next(after: child)
      }
      index.extend(budgetBytes: .max)
      #expect(starts == (0..<count).compactMap { index.child(at: $0)?.value.lowerBound })
      #expect(index.count == count)
    }
    let values = JSONChildIndex(
      JSONBytes("\(long) 2 \(long)"), .concatenated(in: 0..<5404), lookahead: lookahead)
    values.extend(budgetBytes: .max)
    #expect(values.count == 3)
  }
}
