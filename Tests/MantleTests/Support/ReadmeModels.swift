import Foundation
import Mantle
import MantleFormatters

// The example of the original's read-me, and its cluster of messages.

enum ReadmeState: String, CaseIterable, Sendable { case open, closed }

struct ReadmeUser: Model, Equatable, Sendable {
  let login: String
  let name: String?
  let createdAt: Date?

  static let properties = Properties(of: ReadmeUser.self) {
    Property(\.login, "login")
    Property(\.name, "name")
    Property(\.createdAt, "created_at", .pattern("yyyy/MM/dd HH:mm:ss Z"))
  }
  static let mapping = Mapping(ReadmeUser.init, properties)
}

struct ReadmeIssue: MappedHashable, MappedDescription, Sendable {
  let url: URL
  let htmlURL: URL
  let number: Int
  var state: ReadmeState
  let reporterLogin: String
  var assignee: ReadmeUser?
  let updatedAt: Date
  var title: String
  var body: String?
  let retrievedAt: Date

  static let properties = Properties(of: ReadmeIssue.self) {
    Property(\.url, "url")
    Property(\.htmlURL, "html_url")
    Property(\.number, "number").identity()
    Property(\.state, "state", .cases)
    Property(\.reporterLogin, "user.login")
    Property(\.assignee, "assignee")
    Property(\.updatedAt, "updated_at", .iso8601)
    Property(\.title, "title")
    Property(\.body, "body")
    Property(local: \.retrievedAt) { Date() }.retention(.transient)
  }
  static let mapping = Mapping(ReadmeIssue.init, properties)
}

struct TextMessage: Model, Equatable, Sendable {
  let id: Int
  let body: String
  static let properties = Properties(of: TextMessage.self) {
    Property(\.id, "id")
    Property(\.body, "body")
  }
  static let mapping = Mapping(TextMessage.init, properties)
}

struct PictureMessage: Model, Equatable, Sendable {
  let id: Int
  let imageURL: URL
  static let properties = Properties(of: PictureMessage.self) {
    Property(\.id, "id")
    Property(\.imageURL, "image_url")
  }
  static let mapping = Mapping(PictureMessage.init, properties)
}

enum Message: PolymorphicModel, Equatable, Sendable {
  case picture(PictureMessage)
  case text(TextMessage)

  static let cluster = Cluster<Message>([
    .model(PictureMessage.self, having: "image_url", wrap: Message.picture) {
      if case .picture(let message) = $0 { message } else { nil }
    },
    .model(TextMessage.self, having: "body", wrap: Message.text) {
      if case .text(let message) = $0 { message } else { nil }
    },
  ])
}
