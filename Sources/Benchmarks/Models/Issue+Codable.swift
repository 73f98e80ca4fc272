import Foundation
import TerminalText

/// The conformance for `JSONDecoder` and `JSONEncoder`. Both directions are hand-written, because `user.login` is not a
/// key.
extension Issue: Codable {
  /// The JSON keys of an issue.
  private enum Key: String, CodingKey {
    case url, number, state, title, body, user, assignee, labels, comments
    case htmlURL = "html_url"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// The key of the nested object `user` that an issue decodes.
  private enum UserKey: String, CodingKey { case login }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    let user = try object.nestedContainer(keyedBy: UserKey.self, forKey: .user)
    self.init(
      url: try object.decode(String.self, forKey: .url),
      htmlURL: try object.decodeIfPresent(String.self, forKey: .htmlURL),
      number: try object.decode(Int.self, forKey: .number),
      state: try object.decode(State.self, forKey: .state),
      title: try object.decode(String.self, forKey: .title),
      body: try object.decodeIfPresent(String.self, forKey: .body),
      reporterLogin: try user.decode(String.self, forKey: .login),
      assignee: try object.decodeIfPresent(User.self, forKey: .assignee),
      labels: try object.decode([Label].self, forKey: .labels),
      comments: try object.decode(Int.self, forKey: .comments),
      createdAt: try object.decode(Date.self, forKey: .createdAt),
      updatedAt: try object.decodeIfPresent(Date.self, forKey: .updatedAt))
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    var user = object.nestedContainer(keyedBy: UserKey.self, forKey: .user)
    try object.encode(url, forKey: .url)
    try object.encode(htmlURL, forKey: .htmlURL)
    try object.encode(number, forKey: .number)
    try object.encode(state, forKey: .state)
    try object.encode(title, forKey: .title)
    try object.encode(body, forKey: .body)
    try user.encode(reporterLogin, forKey: .login)
    try object.encode(assignee, forKey: .assignee)
    try object.encode(labels, forKey: .labels)
    try object.encode(comments, forKey: .comments)
    try object.encode(createdAt, forKey: .createdAt)
    try object.encode(updatedAt, forKey: .updatedAt)
  }
}
