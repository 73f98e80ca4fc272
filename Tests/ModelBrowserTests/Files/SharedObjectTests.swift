import Foundation
import Mantle
import MantleFiles
import Testing

@testable import MantleArchiving
@testable import ModelBrowser

/// Edits of an object that an archive shares.
@Suite(.ownFolders) struct SharedObjectTests {
  private static let models = [Note.modelDescription, Person.modelDescription]

  /// Two notes with one owner.
  private static func archive(in folder: Folder) throws -> String {
    var builder = ArchiveBuilder()
    func object(_ name: String, _ fields: [(String, ArchiveReference)]) -> ArchiveReference {
      let reference = builder.reserve(ArchiveClass.model(name))
      builder.fill(reference, fields.map { ArchiveField(builder.key($0), $1) })
      return reference
    }
    let owner = object("Person", [("login", builder.string("alice"))])
    let notes = ["one", "two"].map { title in
      object("Note", [("title", builder.string(title)), ("owner", owner)])
    }
    builder.setTop(builder.array(notes))
    let file = folder.path + "/shared.archive"
    try Data(try builder.graph.bytes()).write(to: URL(filePath: file))
    return file
  }

  private func session(_ file: String) throws -> Session {
    var session = Session(try DocumentSource.file(file, models: Self.models), columns: 170, rows: 60)
    session.opensFiles = true
    session.read { path, _ in try DocumentSource.file(path, models: Self.models) }
    return session
  }

  private func logins(_ file: String) throws -> [String] {
    try Archive.decode([Note].self, from: [UInt8](try Data(contentsOf: URL(filePath: file)))).map(
      \.owner.login)
  }

  @Test func sharedObjectEditAppearsAtEveryReference() throws {
    let folder = try Folder()
    let file = try Self.archive(in: folder)
    var session = try session(file)
    session.press(":goto [0].owner.login<Enter>")
    #expect(session.screen.contains("the Person is shared by 2"), "\(session.screen)")
    session.press("e^Ubob<Enter>")
    #expect(
      session.message.contains(
        "changed [0].owner.login: the Person is shared by 2, saving changes all of them  (:set copy changes a copy)"
      ), "\(session.message)")
    session.press(":w<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)")
    #expect(try logins(file) == ["bob", "bob"])
    #expect(!session.isModified)
    session.press(":goto [1].owner.login<Enter>")
    #expect(session.rows.contains { $0.hasPrefix(">") && $0.contains("bob") }, "\(session.screen)")
  }

  @Test func copyOptionUnsharesEditedObject() throws {
    let folder = try Folder()
    let file = try Self.archive(in: folder)
    var session = try session(file)
    session.press(":set copy<Enter>:goto [0].owner.login<Enter>e^Ubob<Enter>")
    #expect(
      session.message.contains("the Person is shared by 2, saving changes a copy"), "\(session.message)")
    session.press(":w<Enter>")
    #expect(try logins(file) == ["bob", "alice"])
  }

  @Test func editsOfUnsharedObjectsShowNoNotice() throws {
    let folder = try Folder()
    var session = try session(try Self.archive(in: folder))
    session.press(":goto [0].title<Enter>e^UNew<Enter>")
    #expect(!session.message.contains("shared"), "\(session.message)")
  }

  @Test func localPropertiesAreShownWithTheirArchivedValues() throws {
    let folder = try Folder()
    let file = folder.path + "/stamped.archive"
    try Data(try Archive.bytes(of: [Stamped(name: "a", stamp: 41)])).write(to: URL(filePath: file))
    let models = [Stamped.modelDescription]
    var session = Session(try DocumentSource.file(file, models: models), columns: 120, rows: 60)
    session.press(":model Stamped<Enter>zRG3kl")
    #expect(session.screen.contains("(1)  stamp (local)"), "\(session.screen)")
    #expect(session.rows.contains { $0.contains("stamp") && $0.hasSuffix("41") }, "\(session.screen)")
    var json = Session(#"[{"name": "a"}]"#, models: models, columns: 120, rows: 60)
    json.press(":model Stamped<Enter>zRGl")
    #expect(json.rows.contains { $0.contains("stamp ") && $0.contains("Int, not in JSON") }, "\(json.screen)")
    json.press("Ge")
    #expect(json.message.contains("Not editable: a local property is not in JSON"), "\(json.message)")
  }
}

private struct Note: Model {
  var title: String
  var owner: Person

  static let properties = Properties(of: Note.self) {
    Property(\.title, "title")
    Property(\.owner, "owner")
  }
  static let mapping = Mapping(Note.init, properties)
}

private struct Person: Model {
  var login: String

  static let properties = Properties(of: Person.self) { Property(\.login, "login") }
  static let mapping = Mapping(Person.init, properties)
}

private struct Stamped: Model {
  let name: String
  let stamp: Int

  static let properties = Properties(of: Stamped.self) {
    Property(\.name, "name")
    Property(local: \.stamp) { 7 }
  }
  static let mapping = Mapping(Stamped.init, properties)
}
