import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// Archives of older, newer and changed models. The stored ones are never to be regenerated.
@Suite struct ArchiveVersionTests {
  /// NC-19, NC-20, SD-16: renamed, changed and new properties
  @Test(arguments: [
    (StoredArchives.version0, ["from version 0 to 1: `name` is now `title`", StoredArchives.secondStep]),
    (StoredArchives.version1, [StoredArchives.secondStep]),
    (StoredArchives.version2, []),
  ])
  func upgradingNotesEachMigrationOfOlderArchives(_ stored: String, _ notes: [String]) throws {
    let decoded = try Archive.report(Original.Issue.self, from: Array(stored.utf8))
    let issue = try #require(decoded.value)
    #expect(issue.title == "Issue 1")
    #expect(issue.state == .closed)
    #expect(issue.number == 1)
    #expect(issue.updatedAt == Date(timeIntervalSinceReferenceDate: 400_001_000.5))
    #expect(issue.labels == [])
    let steps = decoded.diagnostics.filter { $0.code == .migration && $0.model == "Issue" }
    #expect(steps.map(\.detail) == notes)
    #expect(steps.allSatisfy { $0.severity == .note })
  }

  /// A version may change in several migrations.
  @Test func allMigrationsOfAVersionRun() throws {
    struct Old: ArchivableModel {
      var name = "a"
      static let archive = ModelArchive("Step")
      static let properties = Properties(of: Old.self) { Property(\.name, "name") }
      static let mapping = Mapping(Old.init, properties)
    }
    struct New: ArchivableModel {
      var title: String
      static let archive = ModelArchive(
        "Step", version: 1,
        migrations: [
          Migration(from: 0, "first") { $0.rename("name", to: "label") },
          Migration(from: 0, "second") { $0.rename("label", to: "title") },
        ])
      static let properties = Properties(of: New.self) { Property(\.title, "title") }
      static let mapping = Mapping(New.init, properties)
    }
    let decoded = try Archive.report(New.self, from: Archive.bytes(of: Old()))
    #expect(decoded.value?.title == "a")
    #expect(decoded.diagnostics.map(\.detail) == ["from version 0 to 1: first; second"])
  }

  @Test func migrationsChangeNestedModels() throws {
    struct OldLabel: ArchivableModel, Hashable {
      var name = "a"
      static let archive = ModelArchive("Label")
      static let properties = Properties(of: OldLabel.self) { Property(\.name, "name") }
      static let mapping = Mapping(OldLabel.init, properties)
    }
    struct Old: ArchivableModel {
      var one = OldLabel()
      var list = [OldLabel()]
      var set: Set = [OldLabel()]
      var named = ["b": OldLabel()]
      static let archive = ModelArchive("Issue")
      static let properties = Properties(of: Old.self) {
        Property(\.one, "one")
        Property(\.list, "list")
        Property(\.set, "set")
        Property(\.named, "named")
      }
      static let mapping = Mapping(Old.init, properties)
    }
    struct NewLabel: ArchivableModel, Hashable {
      var title: String
      static let archive = ModelArchive("Label")
      static let properties = Properties(of: NewLabel.self) { Property(\.title, "title") }
      static let mapping = Mapping(NewLabel.init, properties)
    }
    struct New: ArchivableModel {
      var one: NewLabel
      var list: [NewLabel]
      var set: Set<NewLabel>
      var named: [String: NewLabel]
      static let archive = ModelArchive(
        "Issue", version: 1,
        migrations: [
          Migration(from: 0, "labels have titles") { issue in
            for name in ["one", "list", "set"] { issue.change(name) { $0.rename("name", to: "title") } }
            issue.change("named") { $0.change("b") { $0.rename("name", to: "title") } }
          }
        ])
      static let properties = Properties(of: New.self) {
        Property(\.one, "one")
        Property(\.list, "list")
        Property(\.set, "set")
        Property(\.named, "named")
      }
      static let mapping = Mapping(New.init, properties)
    }
    let decoded = try Archive.report(New.self, from: Archive.bytes(of: Old()))
    let value = try #require(decoded.value, "\(decoded.diagnostics)")
    let label = NewLabel(title: "a")
    #expect(
      value.one == label && value.list == [label] && value.set == [label] && value.named == ["b": label])
  }

  /// An object that passes several versions without a change has one note.
  @Test func unchangedVersionsShareOneStep() {
    let archive = ModelArchive("Step", version: 4, migrations: [Migration(from: 2, "changed")])
    #expect(
      archive.steps(from: 0).map { "\($0.versions) \($0.words)" } == [
        "0..<2 nothing to change", "2..<3 changed", "3..<4 nothing to change",
      ])
    #expect(archive.steps(from: 4).isEmpty && archive.steps(from: 5).isEmpty)
  }

  /// UX-91
  @Test func decodingRejectsNewerArchives() throws {
    let newer = StoredArchives.version2.replacing(
      "<integer>2</integer><!-- version -->", with: "<integer>3</integer>")
    let decoded = try Archive.report(Original.Issue.self, from: Array(newer.utf8))
    let problem = try #require(decoded.diagnostics.first { $0.severity == .error })
    #expect(decoded.value == nil)
    #expect(problem.code == .archive)
    #expect(problem.expected == "Issue of version 2 or older")
    #expect(problem.found == "version 3")
  }

  /// UX-92, NC-10
  @Test func missingVersionCountsAsZero() throws {
    var builder = ArchiveBuilder()
    let issue = builder.reserve(ArchiveClass.model("GHIssue"))
    builder.fill(
      issue,
      [
        ArchiveField(builder.key("name"), builder.string("old")),
        ArchiveField(builder.key("number"), builder.integer(1)),
      ])
    builder.setTop(issue)
    #expect(builder.graph.modelVersion(builder.graph.fields(of: issue)) == 0)
    #expect(Unversioned.mapping.archive.version == 0)
    let decoded = try Archive.report(Original.Issue.self, in: builder.graph)
    #expect(decoded.value?.title == "old")
  }

  /// UX-94, UX-95, NC-08, NC-09
  @Test func removedKeysAreReportedAndNewKeysUseDefaults() throws {
    var builder = ArchiveBuilder()
    let user = builder.reserve(ArchiveClass.model("Unversioned"))
    builder.fill(
      user,
      [
        ArchiveField(builder.key("name"), builder.string("n")),
        ArchiveField(builder.key("excluded"), builder.string("ignored")),
        ArchiveField(builder.key("gone"), builder.integer(1)),
      ])
    builder.setTop(builder.array([user]))
    let decoded = try Archive.report([Unversioned].self, in: builder.graph)
    #expect(decoded.value == [Unversioned(name: "n", added: 5, optional: nil, excluded: "local")])
    #expect(
      decoded.diagnostics.map { "\($0.severity.rawValue) \($0.code.rawValue) \($0.path)" } == [
        "note unmapped-key [0].excluded", "note unmapped-key [0].gone", "note default-used [0].added",
      ])
  }

  /// UX-93: a nil that would come back as a default is stored as nil
  @Test(arguments: [nil, "text"]) func nilIsDistinguishedFromAbsentValue(_ optional: String?) throws {
    let model = WithDefault(text: optional)
    #expect(try Archive.decode(WithDefault.self, from: try Archive.bytes(of: model)) == model)
  }

  /// SD-15
  @Test func enumsAreArchivedAsStrings() throws {
    let graph = try Archive.graph(of: Original.Issue.sample(1))
    let root = try #require(graph.root)
    let state = try #require(graph.field("state", of: root))
    #expect(graph[state] == .string("closed"))
  }

  /// UX-97, SD-13, NC-04, NC-12, NC-13, NC-14: left out, and made anew on reading
  @Test func transitoryAndExcludedPropertiesAreNotArchived() throws {
    let model = Unversioned(name: "n", added: 1, optional: 2, excluded: "other")
    let graph = try Archive.graph(of: model)
    let root = try #require(graph.root)
    #expect(
      graph.fields(of: root).map { graph.name(of: $0.key) } == [
        "name", "added", "optional", "MTLModelVersion",
      ])
    let decoded = try Archive.report(Unversioned.self, in: graph)
    let read = try #require(decoded.value)
    #expect(read != model)
    #expect(read == Unversioned(name: "n", added: 1, optional: 2, excluded: "local"))
  }

  /// UX-98
  @Test func hookSuppliesExcludedProperty() throws {
    let read = try Archive.decode(Hooked.self, from: try Archive.bytes(of: Hooked(name: "n", derived: "")))
    #expect(read.derived == "from n")
  }

  /// UX-96
  @Test func validationErrorNamesTheProperty() throws {
    let graph = try Archive.graph(of: WithDefault(text: "no more than nine"))
    let decoded = try Archive.report(WithDefault.self, in: graph)
    #expect(decoded.value == nil)
    #expect(decoded.diagnostics.map(\.property) == ["text"])
    #expect(decoded.diagnostics.map(\.code) == [.validation])
  }
}

private struct Unversioned: Model, Equatable {
  let name: String
  let added: Int
  let optional: Int?
  let excluded: String

  static let properties = Properties(of: Unversioned.self) {
    Property(\.name, "name")
    Property(\.added, "added").default(5)
    Property(\.optional, "optional").required()
    Property(\.excluded, "excluded").default("local").notArchived()
  }
  static let mapping = Mapping(Unversioned.init, properties)
}

private struct Hooked: Model {
  let name: String
  var derived: String

  static let properties = Properties(of: Hooked.self) {
    Property(\.name, "name")
    Property(local: \.derived) { "" }.notArchived()
  }
  static let mapping = Mapping(Hooked.init, properties)
    .afterDecoding { hooked, _ in hooked.derived = "from \(hooked.name)" }
}

private struct WithDefault: Model, Equatable {
  let text: String?

  static let properties = Properties(of: WithDefault.self) {
    Property(\.text, "text").default("default").validated { text in
      guard (text ?? "").count < 10 else { throw TooLong() }
    }
  }
  static let mapping = Mapping(WithDefault.init, properties)

  struct TooLong: Error {}
}

/// One issue as each version of its model archived it, in XML so that it can be read here.
enum StoredArchives {
  static let secondStep = "from version 1 to 2: the state is kept as text, not as a number"

  static let version0 = archive(version: 0, title: "name", state: "<integer>1</integer>")
  static let version1 = archive(version: 1, title: "title", state: "<integer>1</integer>")
  static let version2 = archive(version: 2, title: "title", state: "<string>closed</string>")

  private static func archive(version: Int, title: String, state: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$version</key><integer>100000</integer>
      <key>$top</key><dict><key>root</key>\(uid(1))</dict>
      <key>$objects</key><array>
        <string>$null</string>
        <dict>
          <key>$class</key>\(uid(2)) <key>MTLModelVersion</key>\(uid(3)) <key>\(title)</key>\(uid(4))
          <key>number</key>\(uid(5)) <key>state</key>\(uid(6)) <key>updatedAt</key>\(uid(7))
          <key>assignee</key>\(uid(0))
        </dict>
        <dict>
          <key>$classname</key><string>GHIssue</string>
          <key>$classes</key><array>
            <string>GHIssue</string><string>MTLModel</string><string>NSObject</string>
          </array>
        </dict>
        <integer>\(version)</integer><!-- version -->
        <string>Issue 1</string>
        <integer>1</integer>
        \(state)
        <dict><key>$class</key>\(uid(8))<key>NS.time</key><real>400001000.5</real></dict>
        <dict>
          <key>$classname</key><string>NSDate</string>
          <key>$classes</key><array><string>NSDate</string><string>NSObject</string></array>
        </dict>
      </array>
    </dict></plist>
    """
  }

  private static func uid(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }
}
