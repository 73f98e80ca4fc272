import Foundation
import Mantle
import MantleFormatters
import Synchronization
import Testing

/// One mapping for all threads, in every time zone.
struct ConcurrencyConformance {
  @Test("UX-103: eight threads decode and encode through one mapping")
  func eightThreadsShareOneMapping() throws {
    let text = SeedDocumentConformance.text
    let expected = try ReadmeIssue.decode(json: text)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<50 {
        let own = text.replacingOccurrences(of: "1347,", with: "\(thread * 1000 + number),")
        let issue = try? ReadmeIssue.decode(json: own)
        let isRight =
          issue?.number == thread * 1000 + number && issue?.title == expected.title
          && (try? issue?.json()) == own
        if !isRight { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test("UX-103: eight threads use a mapping for the first time")
  func concurrentFirstUseBuildsAWorkingMapping() {
    let right = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let model = try? FreshModel.decode(
        json: "{\"a\":\(thread),\"b\":\(thread + 1),\"when\":\"2011/04/22\"}")
      if model?.a == thread, model?.b == thread + 1 { right.add(1, ordering: .relaxed) }
    }
    #expect(right.load(ordering: .relaxed) == 8)
  }

  @Test("SD-80: a mapping is built once for each type, however often it is used")
  func mappingIsBuiltOncePerType() throws {
    for number in 0..<20 { #expect(try CountedModel.decode(json: "{\"a\":\(number)}").a == number) }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in _ = try? CountedModel(a: 1).json() }
    #expect(CountedModel.builds.load(ordering: .relaxed) == 1)
    #expect(CountedModel.mapping === CountedModel.mapping)
  }

  @Test("SD-07: dates decode to the same instant in every time zone of the machine")
  func datesDoNotDependOnTheTimeZone() async {
    await #expect(processExitsWith: .success) { try expectInstants(in: "UTC", naive: 1_303_479_228) }
    await #expect(processExitsWith: .success) {
      try expectInstants(in: "Asia/Shanghai", naive: 1_303_450_428)
    }
    await #expect(processExitsWith: .success) {
      try expectInstants(in: "America/Los_Angeles", naive: 1_303_504_428)
    }
  }
}

/// - Parameter naive: what a date formatter without a zone makes of the same text, to see that the zone is set.
private func expectInstants(in zone: String, naive: Double) throws {
  setenv("TZ", zone, 1)
  NSTimeZone.resetSystemTimeZone()
  NSTimeZone.default = try #require(TimeZone(identifier: zone))
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
  #expect(formatter.date(from: "2011-04-22T13:33:48Z")?.timeIntervalSince1970 == naive)
  let issue = try ReadmeIssue.decode(json: SeedDocumentConformance.text)
  #expect(issue.updatedAt.timeIntervalSince1970 == 1_303_479_228)
  #expect(issue.assignee?.createdAt?.timeIntervalSince1970 == 1_372_783_200)
  #expect(try issue.json() == SeedDocumentConformance.text)
}

private struct FreshModel: Model, Sendable {
  let a: Int
  let b: Int
  let when: Date
  static let properties = Properties(of: FreshModel.self) {
    Property(\.a, "a")
    Property(\.b, "b")
    Property(\.when, "when", .pattern("yyyy/MM/dd"))
  }
  static let mapping = Mapping(FreshModel.init, properties)
}

private struct CountedModel: Model, Sendable {
  let a: Int
  static let builds = Atomic(0)
  static let mapping = {
    builds.add(1, ordering: .relaxed)
    return Mapping(CountedModel.init, Properties(of: CountedModel.self) { Property(\.a, "a") })
  }()
}
