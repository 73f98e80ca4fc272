import Foundation
import Mantle

/// An ``Issue`` whose two links are of the type `URL`, which Foundation parses.
struct LinkedIssue: Model {
  let url: URL
  let htmlURL: URL?
  let number: Int
  let state: Issue.State
  let title: String
  let body: String?
  let reporterLogin: String
  let assignee: User?
  let labels: [Label]
  let comments: Int
  let createdAt: Date
  let updatedAt: Date?

  static let properties = Properties(of: LinkedIssue.self) {
    Property(\.url, "url")
    Property(\.htmlURL, "html_url")
    Property(\.number, "number")
    Property(\.state, "state", .cases)
    Property(\.title, "title")
    Property(\.body, "body")
    Property(\.reporterLogin, "user.login")
    Property(\.assignee, "assignee")
    Property(\.labels, "labels")
    Property(\.comments, "comments")
    Property(\.createdAt, "created_at", .iso8601)
    Property(\.updatedAt, "updated_at", .iso8601)
  }
  static let mapping = Mapping(LinkedIssue.init, properties)
}
