import Foundation

@testable import Mantle
@testable import MantleArchiving

/// Archives made here, so that no test needs a file from elsewhere.
enum ArchiveSamples {
  static let issueClass = ArchiveClass.model("GHPullRequest", superclasses: ["GHIssue"])
  static let userClass = ArchiveClass.model("GHUser")

  /// One of everything a keyed archive can hold, with a shared object, a cycle and unknown parts.
  static func everything() -> ArchiveGraph {
    var builder = ArchiveBuilder()
    let user = builder.reserve(userClass)
    let issue = builder.reserve(issueClass)
    let values: [(String, ArchiveReference)] = [
      ("title", builder.string("Issue 1")),
      ("body", builder.string("line 1\r\nline 2 — café 日本語 🎉 <&> \"q\"")),
      ("nothing", .null),
      ("literal", builder.string("$null")),
      ("number", builder.integer(1)),
      ("negative", builder.integer(-7)),
      ("big", builder.integer(.max)),
      ("smallest", builder.integer(.min)),
      ("huge", builder.unsigned(.max)),
      ("score", builder.real(4.25)),
      ("locked", builder.bool(true)),
      ("blob", builder.data(Array(0...255))),
      ("updatedAt", builder.date(Date(timeIntervalSinceReferenceDate: 400_001_000.5))),
      ("url", builder.url(URL(string: "https://example.com/1") ?? URL(filePath: "/"))),
      (
        "relative",
        builder.url(URL(string: "b", relativeTo: URL(string: "https://e.com/a/")) ?? URL(filePath: "/"))
      ),
      ("uuid", builder.uuid(UUID(archived: (0..<16).map { UInt8($0) }) ?? UUID())),
      ("labels", builder.array([builder.string("bug"), builder.string("question"), user])),
      ("participants", builder.set([user])),
      ("ordered", builder.append(.orderedSet([builder.string("a"), builder.integer(1)]))),
      ("reactions", builder.dictionary([ArchiveEntry(key: builder.string("+1"), value: builder.integer(3))])),
      ("mutable", builder.append(.string("changing"), class: ArchiveLeaf.mutableString.archiveClass)),
      ("mutableData", builder.append(.data([1, 2]), class: ArchiveLeaf.mutableData.archiveClass)),
      ("explicitNull", builder.append(.null, class: ArchiveLeaf.null.archiveClass)),
      ("author", user), ("assignee", user), ("MTLModelVersion", builder.integer(2)),
    ]
    builder.fill(issue, values.map { ArchiveField(builder.key($0.0), $0.1) })
    builder.fill(
      user,
      [
        ArchiveField(builder.key("login"), builder.string("alice")),
        ArchiveField(builder.key("newest"), issue),
      ])
    let stranger = builder.append(
      .object([ArchiveField(builder.key("secret"), builder.string("kept"))]),
      class: ArchiveClass("XYStranger", chain: ["NSObject"]))
    builder.setTop(builder.array([issue, user, stranger]))
    return builder.graph
  }
}
