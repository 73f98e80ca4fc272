import Foundation
import Mantle

/// The model of an issue that all contenders decode, in every language: twelve properties and their nested values.
///
/// URLs are strings here, as in the models of the other languages; ``LinkedIssue`` shows the cost of `URL`.
struct Issue: Model {
  let url: String
  let htmlURL: String?
  let number: Int
  let state: State
  let title: String
  let body: String?
  let reporterLogin: String
  let assignee: User?
  let labels: [Label]
  let comments: Int
  let createdAt: Date
  let updatedAt: Date?

  /// The state of an issue.
  enum State: String, CaseIterable, Codable { case open, closed }

  static let properties = Properties(of: Issue.self) {
    Property(\.url, "url")
    Property(\.htmlURL, "html_url")
    Property(\.number, "number").identity()
    Property(\.state, "state", .cases)
    Property(\.title, "title")
    Property(\.body, "body")
    Property(\.reporterLogin, "user.login")
    Property(\.assignee, "assignee")
    Property(\.labels, "labels").persisted(as: .table)
    Property(\.comments, "comments")
    Property(\.createdAt, "created_at", .iso8601)
    Property(\.updatedAt, "updated_at", .iso8601)
  }
  static let mapping = Mapping(Issue.init, properties)
}

/// The author or assignee of an issue.
struct User: Model, Codable {
  let login: String
  let id: Int

  static let properties = Properties(of: User.self) {
    Property(\.login, "login")
    Property(\.id, "id")
  }
  static let mapping = Mapping(User.init, properties)
}

/// A label of an issue.
struct Label: Model, Codable {
  let name: String
  let color: String

  static let properties = Properties(of: Label.self) {
    Property(\.name, "name")
    Property(\.color, "color")
  }
  static let mapping = Mapping(Label.init, properties)
}
