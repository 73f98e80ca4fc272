import Foundation
import Mantle
import Testing

/// The code for those who knew the original: the example of its read-me.
enum OriginalsArticle {
  // snippet
  enum IssueState: String, CaseIterable { case open, closed }

  struct User: Model, Hashable {
    let login: String
    let name: String?

    static let properties = Properties(of: User.self) {
      Property(\.login, "login")
      Property(\.name, "name")
    }
    static let mapping = Mapping(User.init, properties)
  }

  struct Issue: MappedHashable {
    let url: URL
    let htmlURL: URL
    let number: Int
    var state: IssueState
    let reporterLogin: String
    var assignee: User?
    let updatedAt: Date
    var title: String
    var body: String?
    let retrievedAt: Date

    static let properties = Properties(of: Issue.self) {
      Property(\.url, "url")
      Property(\.htmlURL, "html_url")
      Property(\.number, "number")
      Property(\.state, "state", .cases)
      Property(\.reporterLogin, "user.login")
      Property(\.assignee, "assignee")
      Property(\.updatedAt, "updated_at", .iso8601)
      Property(\.title, "title")
      Property(\.body, "body")
      Property(local: \.retrievedAt) { Date() }.retention(.transient)
    }
    static let mapping = Mapping(Issue.init, properties)
  }
  // end

  // snippet
  struct TextMessage: Model {
    let id: Int
    let body: String
    static let properties = Properties(of: TextMessage.self) {
      Property(\.id, "id")
      Property(\.body, "body")
    }
    static let mapping = Mapping(TextMessage.init, properties)
  }

  struct PictureMessage: Model {
    let id: Int
    let imageURL: URL
    static let properties = Properties(of: PictureMessage.self) {
      Property(\.id, "id")
      Property(\.imageURL, "image_url")
    }
    static let mapping = Mapping(PictureMessage.init, properties)
  }

  enum Message: PolymorphicModel {
    case picture(PictureMessage)
    case text(TextMessage)

    static let cluster = Cluster<Message>([
      .model(PictureMessage.self, having: "image_url", wrap: Message.picture),
      .model(TextMessage.self, having: "body", wrap: Message.text),
    ])
  }
  // end

  @Test static func messagesDecodeByTheirKeys() throws {
    // snippet
    let messages = try [Message].decode(
      json: #"[{"id":1,"body":"Hello World!"},{"id":2,"image_url":"http://example.com/lolcat.gif"}]"#)
    // end
    #expect(messages.count == 2)
    if case .text(let text) = messages[0] { #expect(text.body == "Hello World!") }
    if case .picture(let picture) = messages[1] { #expect(picture.id == 2) }
  }

  @Test static func issueDecodesFromGitHubJSON() throws {
    let issue = try Issue.decode(
      json: """
        {"url":"https://api.github.com/repos/octocat/Hello-World/issues/1347",
         "html_url":"https://github.com/octocat/Hello-World/issues/1347","number":1347,"state":"open",
         "user":{"login":"octocat"},"assignee":null,"updated_at":"2011-04-22T13:33:48Z",
         "title":"Found a bug","body":"I'm having a problem with this."}
        """)
    #expect(issue.title == "Found a bug")
  }

  // snippet
  class Shape {
    var name = ""

    static let fieldsProperties = Properties(of: Shape.self) {
      Property(\.name, "name")
    }
    static let fields = Mapping(assigning: Shape.init, fieldsProperties)
  }

  final class Circle: Shape, Model {
    var radius = 0.0

    static let properties = Properties(of: Circle.self) {
      Property(\.radius, "radius")
    }
    static let mapping = Mapping(assigning: Circle.init, properties, inheriting: Shape.fields.inherited())
  }
  // end

  @Test static func classDecodesInheritedProperties() throws {
    let circle = try Circle.decode(json: #"{"name":"c","radius":2}"#)
    #expect((circle.name, circle.radius) == ("c", 2))
  }
}
