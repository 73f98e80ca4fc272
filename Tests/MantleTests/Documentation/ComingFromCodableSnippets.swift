import Foundation
import Mantle
import Testing

/// The code for those who know `Codable`.
enum CodableArticle {
  // snippet
  struct Repository: Model, Equatable {
    let id: Int
    let fullName: String
    let ownerLogin: String
    let isFork: Bool
    let pushedAt: Date?

    static let properties = Properties(of: Repository.self, keys: .snakeCase) {
      Property(\.id)
      Property(\.fullName)
      Property(\.ownerLogin, "owner.login")
      Property(\.isFork, "fork").default(false)
      Property(\.pushedAt, "pushed_at", .iso8601)
    }
    static let mapping = Mapping(Repository.init, properties)
  }
  // end

  @Test static func repositoryDecodesNestedKeys() throws {
    let text = #"{"id":1,"full_name":"a/b","owner":{"login":"a"},"pushed_at":null}"#
    #expect(
      try Repository.decode(json: text)
        == Repository(id: 1, fullName: "a/b", ownerLogin: "a", isFork: false, pushedAt: nil))
  }

  // snippet
  struct Page: Model, Equatable {
    let page: Int
    let total: Int

    static let properties = Properties(of: Page.self) {
      Property(\.page, "page")
      Property(\.total, "total")
    }
    static let mapping = Mapping(Page.init, properties)
  }

  struct Search: Model, Equatable {
    let items: [String]
    let page: Page

    static let properties = Properties(of: Search.self) {
      Property(\.items, "items")
      Property(\.page, "")
    }
    static let mapping = Mapping(Search.init, properties)
  }
  // end

  @Test static func flattenedModelSharesItsObject() throws {
    let text = #"{"items":["a"],"page":1,"total":7}"#
    let search = try Search.decode(json: text)
    #expect(search == Search(items: ["a"], page: Page(page: 1, total: 7)))
    #expect(try search.json() == text)
  }

  // snippet
  struct Contact: Model, Equatable {
    let id: Int
    var login: String?
    var others: [String: JSONValue]

    static let properties = Properties(of: Contact.self) {
      Property(\.id, "id")
      Property(\.login, "user.login", or: ["login"])
      Property(\.others, "")
    }
    static let mapping = Mapping(Contact.init, properties)
  }
  // end

  @Test static func editingKeepsUnmappedKeys() throws {
    // snippet
    let text = #"{"id":1,"user":{"login":"ann","age":7},"note":"new"}"#
    var contact = try Contact.decode(json: text)
    let others = contact.others  // ["note": "new", "user": ["age": 7]]
    contact.login = "bob"
    let edited = try contact.json()  // {"id":1,"user":{"login":"bob","age":7},"note":"new"}
    // end
    #expect(others == ["note": "new", "user": ["age": 7]])
    #expect(edited == #"{"id":1,"user":{"login":"bob","age":7},"note":"new"}"#)
    #expect(throws: EncodingProblem.self) { try Contact(id: 1, login: nil, others: ["login": "x"]).json() }
  }

  // snippet
  struct Tags: Model, Equatable {
    var items: [String]

    static let properties = Properties(of: Tags.self) { Property(\.items, "") }
    static let mapping = Mapping(Tags.init, properties)
  }

  struct Article: Model, Equatable {
    let id: Int
    var tags: Tags

    static let properties = Properties(of: Article.self) {
      Property(\.id, "id")
      Property(\.tags, "tags")
    }
    static let mapping = Mapping(Article.init, properties)
  }
  // end

  @Test static func valueModelEncodesAsItsProperty() throws {
    // snippet
    let tags = try Tags.decode(json: #"["swift","json"]"#)
    let article = try Article(id: 1, tags: tags).json()  // {"id":1,"tags":["swift","json"]}
    // end
    #expect(tags == Tags(items: ["swift", "json"]))
    #expect(article == #"{"id":1,"tags":["swift","json"]}"#)
  }

  // snippet
  struct Settings: Codable, Equatable {
    var theme: String
    var size: Int
  }

  struct Profile: CodableModel, Equatable {
    let login: String
    var settings: Settings

    static let properties = Properties(of: Profile.self) {
      Property(\.login, "login")
      Property(\.settings, "settings", .codable)
    }
    static let mapping = Mapping(Profile.init, properties)
  }
  // end

  @Test static func modelDecodesThroughFoundation() throws {
    // snippet
    let text = #"{"login":"ann","settings":{"theme":"dark","size":12}}"#
    let profile = try Profile.decode(json: text)
    let same = try JSONDecoder().decode(Profile.self, from: Data(text.utf8))
    // end
    #expect(profile == same)
    #expect(profile.settings == Settings(theme: "dark", size: 12))
    #expect(try profile.json() == text)
  }
}
