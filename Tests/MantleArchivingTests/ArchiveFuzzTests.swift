import Foundation
import TestSupport
import Testing

@testable import Mantle
@testable import MantleArchiving

/// Damaged archives give an error or an archive, never anything else.
///
/// `MANTLE_FUZZ_ROUNDS=1000000 swift test -c release -Xswiftc -enable-testing --filter ArchiveFuzzTests`
/// is the long run; without the variable a few thousand rounds keep the test short.
@Suite(.timeLimit(.minutes(30 + rounds / 5000))) struct ArchiveFuzzTests {
  @Test func mutatedBinaryArchivesDecodeOrFailCleanly() throws {
    var random = SeededGenerator(seed: 1)
    let originals = [
      try ArchiveSamples.everything().bytes(), try smallArchive(), try nestedArchive(depth: 300),
      try Archive.bytes(of: [Original.Issue.sample(1), .sample(2)]),
    ]
    try run(originals, rounds: rounds, using: &random) { bytes, random in
      ArchiveMutation.allCases.randomElement(using: &random)?.apply(to: bytes, using: &random) ?? bytes
    }
  }

  @Test func mutatedXMLArchivesDecodeOrFailCleanly() throws {
    var random = SeededGenerator(seed: 2)
    var graph = ArchiveSamples.everything()
    graph.top.append(("again", graph.root ?? .null))
    try run([try graph.bytes(.xml)], rounds: rounds / 20, using: &random) { bytes, random in
      let mutations: [ArchiveMutation] = [.flipBits, .truncate, .copyRange]
      return mutations.randomElement(using: &random)?.apply(to: bytes, using: &random) ?? bytes
    }
  }

  /// Reads, and writes what could be read: both must end, and what was written must be read again.
  private func run(
    _ originals: [[UInt8]], rounds: Int, using random: inout SeededGenerator,
    _ mutate: ([UInt8], inout SeededGenerator) -> [UInt8]
  ) throws {
    var opened = 0
    var slowest = Duration.zero
    for round in 0..<rounds {
      let bytes = mutate(originals[round % originals.count], &random)
      slowest = max(slowest, ContinuousClock().measure { opened += survives(bytes) ? 1 : 0 })
    }
    let peak = peakMemory()
    print("\(rounds) damaged archives, \(opened) still readable, slowest \(slowest), peak \(peak >> 10) MB")
    // Some mutations must hit and some must miss, or nothing was tried.
    #expect((rounds / 100..<rounds * 9 / 10).contains(opened))
    // Files of a few kilobytes: seconds and gigabytes are a hang and a flood, on any machine.
    #expect(slowest < .seconds(30))
    #expect(peak < 2 << 20)
  }

  private func survives(_ bytes: [UInt8]) -> Bool {
    guard let graph = try? ArchiveGraph(reading: bytes) else { return false }
    guard let written = try? graph.bytes() else { return false }
    let again = try? ArchiveGraph(reading: written)
    #expect(again != nil, "\(bytes)")
    _ = try? graph.bytes(.xml)
    _ = graph.diagnostics
    readAsModels(bytes)
    return true
  }

  /// As types, as JSON, and as what the browser shows of the objects.
  private func readAsModels(_ bytes: [UInt8]) {
    _ = try? Archive.decode([Original.Issue].self, from: bytes)
    let models = [Original.Issue.modelDescription, Original.User.modelDescription]
    guard let document = try? ArchivedDocument(reading: bytes, models: models) else { return }
    let root = ArchivedObjects(document).root
    _ = root?.object
    _ = root?.element(0)?.object
    _ = root?.element(0)?.property("assignee")?.object
    _ = try? document.upgraded().bytes()
  }

  private func smallArchive() throws -> [UInt8] {
    var builder = ArchiveBuilder()
    builder.setTop(builder.array([builder.integer(1), builder.string("a")]))
    return try builder.graph.bytes()
  }

  private func nestedArchive(depth: Int) throws -> [UInt8] {
    var builder = ArchiveBuilder()
    var value = builder.string("bottom")
    for _ in 0..<depth { value = builder.array([value]) }
    builder.setTop(value)
    return try builder.graph.bytes()
  }

  /// In kilobytes, of the whole process; 0 where the system does not say.
  private func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}

private let rounds =
  ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 3000
