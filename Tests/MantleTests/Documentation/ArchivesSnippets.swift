import Foundation
import Mantle
import MantleArchiving
import Testing

/// The code at the top of the article.
enum ArchivesIntroduction {
  typealias Note = ArchivesArticle.Note

  @Test static func archiveFileRoundTrips() throws {
    let notes = [Note(title: "a", isPinned: true)]
    let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    // snippet
    try Archive.write(notes, to: file)
    let again = try Archive.decode([Note].self, contentsOf: file)
    // end
    #expect(again == notes)
  }
}

/// The code about archives.
enum ArchivesArticle {
  enum First {
    struct Note: Model {
      let name: String
      static let properties = Properties(of: Note.self) { Property(\.name, "name") }
      static let mapping = Mapping(Note.init, properties).named("Note")
    }
  }

  // snippet
  struct Note: ArchivableModel, Equatable {
    let title: String
    let isPinned: Bool

    static let archive = ModelArchive(
      "Note", version: 1,
      migrations: [
        Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") }
      ])

    static let properties = Properties(of: Note.self) {
      Property(\.title, "title")
      Property(\.isPinned, "pinned").default(false)
    }
    static let mapping = Mapping(Note.init, properties)
  }
  // end

  @Test static func olderArchiveIsMigrated() throws {
    let old = try Archive.encode(First.Note(name: "Shopping"))
    // snippet
    let decoded = try Archive.report(Note.self, from: old)
    print(decoded.value?.title ?? "nothing", decoded.diagnostics)
    // end
    #expect(decoded.value == Note(title: "Shopping", isPinned: false))
    #expect(decoded.diagnostics.contains { $0.code == .migration })
    let newer = try Archive.encode(Note(title: "t", isPinned: true))
    #expect(throws: DecodingFailure.self) { try Archive.decode(First.Note.self, from: newer) }
  }
}
