import Mantle
import Testing

/// The code about aliases, profiles and generic models.
enum SeveralFormsArticle {
  // snippet
  struct Track: Model, Equatable {
    let title: String
    let seconds: Int

    static let properties = Properties(of: Track.self) {
      Property(\.title, "title", or: ["name", "meta.title"])
      Property(\.seconds, "seconds", or: ["length"])
    }
    static let mapping = Mapping(Track.init, properties)
  }
  // end

  @Test static func aliasesAreDecodedWithANote() throws {
    // snippet
    let old = try Track.report(json: #"{"name":"One","length":215}"#)
    for note in old.diagnostics { print(note) }
    // 1:9: note: Track.title: read from the alias `name` (found "One")  [name]
    // end
    #expect(old.value == Track(title: "One", seconds: 215))
    #expect(old.diagnostics.map(\.severity) == [.note, .note])
    #expect(
      "\(old.diagnostics[0])" == #"1:9: note: Track.title: read from the alias `name` (found "One")  [name]"#)
    #expect(try old.value?.json() == #"{"title":"One","seconds":215}"#)
    #expect(try Track.decode(json: #"{"meta":{"title":"One"},"seconds":215}"#) == old.value)
  }

  // snippet
  struct Login: Model, Equatable {
    let user: String
    let password: String

    static let properties = Properties(of: Login.self) {
      Property(\.user, "user")
      Property(\.password, "password")
    }
    static let mapping = Mapping(Login.init, properties)

    static let profiles = [
      "database": Mapping(
        Login.init,
        Properties(of: Login.self) {
          Property(\.user, "user_name")
          Property(\.password, "pass_hash")
        })
    ]
  }
  // end

  @Test static func profilesUseTheirOwnKeys() throws {
    // snippet
    let login = try Login.decode(json: #"{"user":"ada","password":"x"}"#)
    let row = try login.json(EncodingOptions(profile: "database"))
    // {"user_name":"ada","pass_hash":"x"}
    let same = try Login.decode(json: row, options: DecodingOptions(profile: "database"))
    // end
    #expect(row == #"{"user_name":"ada","pass_hash":"x"}"#)
    #expect(same == login)
    #expect(throws: MappingError.self) {
      try Login.decode(json: row, options: DecodingOptions(profile: "databse"))
    }
  }

  // snippet
  struct Page<Item: JSONConvertible & Equatable>: Model, Equatable {
    let items: [Item]
    let next: String?

    static var mapping: Mapping<Page> {
      .cached {
        let properties = Properties(of: Page.self) {
          Property(\.items, "items")
          Property(\.next, "next")
        }
        return Mapping(Page.init, properties)
      }
    }
  }
  // end

  @Test static func genericModelDecodesItsItems() throws {
    // snippet
    let page = try Page<Track>.decode(json: #"{"items":[{"title":"One","seconds":215}],"next":null}"#)
    // end
    #expect(page == Page(items: [Track(title: "One", seconds: 215)], next: nil))
    #expect(Page<Track>.mapping === Page<Track>.mapping)
  }
}
