import Foundation

@testable import Mantle
@testable import MantleArchiving

/// The models of the original's archives, with their history.
enum Original {
  enum State: String, CaseIterable, Sendable, JSONConvertible {
    case open, closed
  }

  struct Issue: ArchivableModel, Equatable, Sendable {
    let url: URL?
    let htmlURL: URL?
    let number: Int
    let state: State?
    var title: String
    var body: String?
    let assignee: User?
    let labels: [Label]
    let updatedAt: Date?
    let locked: Bool
    let score: Double?
    let ratio: Float?
    let delta: Int32?
    let bigNumber: Int64?
    let flag: Bool?
    let reactions: JSONValue?
    let participants: Set<User>?
    let blob: Data?
    let uuid: UUID?
    let mergeCommit: String?
    let commits: Int?
    let retrievedAt: Int

    static let archive = ModelArchive(
      "GHIssue", version: 2,
      migrations: [
        Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") },
        Migration(from: 1, "the state is kept as text, not as a number") { fields in
          switch fields["state"] {
          case .integer(0): fields["state"] = .string("open")
          case .integer(1), .bool(true): fields["state"] = .string("closed")
          default: break
          }
        },
      ])

    static let properties = Properties(of: Issue.self) {
      Property(\.url, "url").archived(as: "URL")
      Property(\.htmlURL, "html_url").archived(as: "HTMLURL")
      Property(\.number, "number")
      Property(\.state, "state")
      Property(\.title, "title")
      Property(\.body, "body")
      Property(\.assignee, "assignee")
      Property(\.labels, "labels").default([])
      Property(\.updatedAt, "updated_at", .iso8601)
      Property(\.locked, "locked").default(false)
      Property(\.score, "score")
      Property(\.ratio, "ratio")
      Property(\.delta, "delta")
      Property(\.bigNumber, "big_number")
      Property(\.flag, "flag")
      Property(\.reactions, "reactions")
      Property(\.participants, "participants")
      Property(\.blob, "blob", .base64)
      Property(\.uuid, "uuid")
      Property(\.mergeCommit, "merge_commit")
      Property(\.commits, "commits")
      Property(local: \.retrievedAt) { 7 }.retention(.transient)
    }
    static let mapping = Mapping(Issue.init, properties)
  }

  struct User: ArchivableModel, Hashable, Sendable {
    let login: String
    let id: Int
    let avatarURL: URL?

    static let archive = ModelArchive("GHUser", version: 2)

    static let properties = Properties(of: User.self) {
      Property(\.login, "login")
      Property(\.id, "id").archived(as: "userID")
      Property(\.avatarURL, "avatar_url")
    }
    static let mapping = Mapping(User.init, properties)
  }

  struct Label: ArchivableModel, Hashable, Sendable {
    let name: String
    let color: String?

    static let archive = ModelArchive("GHLabel")

    static let properties = Properties(of: Label.self) {
      Property(\.name, "name")
      Property(\.color, "color")
    }
    static let mapping = Mapping(Label.init, properties)
  }
}

extension Original.Issue {
  static func sample(_ number: Int) -> Self {
    let user = Original.User(
      login: "alice", id: 1, avatarURL: URL(string: "https://avatars.example.com/u/1?v=3"))
    return Self(
      url: URL(string: "https://api.github.com/repos/Mantle/Mantle/issues/\(number)"),
      htmlURL: URL(string: "https://github.com/Mantle/Mantle/issues/\(number)"), number: number,
      state: number.isMultiple(of: 2) ? .open : .closed, title: "Issue \(number)",
      body: "line 1\r\nline 2 — café 日本語 🎉", assignee: user,
      labels: [Original.Label(name: "bug", color: "ff0000"), Original.Label(name: "question", color: nil)],
      updatedAt: Date(timeIntervalSinceReferenceDate: 400_000_000.5 + Double(number)), locked: true,
      score: 3.25 + Double(number), ratio: 0.1, delta: -7, bigNumber: .max, flag: true,
      reactions: try? JSONValue(json: #"{"+1":3,"by":["a","b"],"none":null}"#), participants: [user],
      blob: Data([1, 2, 127]), uuid: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
      mergeCommit: nil, commits: nil, retrievedAt: 7)
  }
}
