import Foundation
import Mantle

/// An ``Issue`` that is decoded and encoded by hand-written code with the same cursor and writer, as the reference for
/// the speed of mappings.
struct HandWrittenIssue: JSONConvertible {
  let issue: Issue

  static func decode(_ json: JSONCursor) throws -> HandWrittenIssue {
    var url: String?, htmlURL: String?, number: Int?, state: Issue.State?, title: String?, body: String?
    var login: String?, assignee: User?, labels: [Label]?, comments: Int?, createdAt: Date?, updatedAt: Date?
    try json.forEachMember { key, value in
      switch key.textLength {
      case 3: if key.hasText("url") { url = try value.string() }
      case 4:
        if key.hasText("body") {
          body = try String?.decode(value)
        } else if key.hasText("user") {
          login = try Self.login(value)
        }
      case 5:
        if key.hasText("state") {
          state = try Self.state(value)
        } else if key.hasText("title") {
          title = try value.string()
        }
      case 6:
        if key.hasText("number") {
          number = try Int.decode(value)
        } else if key.hasText("labels") {
          labels = try value.decodeArray { try Self.label($0) }
        }
      case 8:
        if key.hasText("html_url") {
          htmlURL = try String?.decode(value)
        } else if key.hasText("assignee") {
          assignee = value.isNull ? nil : try Self.user(value)
        } else if key.hasText("comments") {
          comments = try Int.decode(value)
        }
      case 10:
        if key.hasText("created_at") {
          createdAt = try Self.date(value)
        } else if key.hasText("updated_at") {
          updatedAt = value.isNull ? nil : try Self.date(value)
        }
      default: break
      }
    }
    guard let url, let number, let state, let title, let login, let labels, let comments, let createdAt else {
      throw json.mismatch(expected: "an issue")
    }
    return HandWrittenIssue(
      issue: Issue(
        url: url, htmlURL: htmlURL, number: number, state: state, title: title, body: body,
        reporterLogin: login, assignee: assignee, labels: labels, comments: comments, createdAt: createdAt,
        updatedAt: updatedAt))
  }
}

extension HandWrittenIssue {
  private static func state(_ json: JSONCursor) throws -> Issue.State {
    if json.hasText("open") { return .open }
    if json.hasText("closed") { return .closed }
    throw json.mismatch(expected: "a state")
  }

  private static func date(_ json: JSONCursor) throws -> Date { try json.iso8601Date() }

  private static func login(_ json: JSONCursor) throws -> String {
    var login: String?
    try json.forEachMember { key, value in if key.hasText("login") { login = try value.string() } }
    guard let login else { throw json.mismatch(expected: "a login") }
    return login
  }

  private static func user(_ json: JSONCursor) throws -> User {
    var login: String?, id: Int?
    try json.forEachMember { key, value in
      if key.hasText("login") {
        login = try value.string()
      } else if key.hasText("id") {
        id = try Int.decode(value)
      }
    }
    guard let login, let id else { throw json.mismatch(expected: "a user") }
    return User(login: login, id: id)
  }

  private static func label(_ json: JSONCursor) throws -> Label {
    var name: String?, color: String?
    try json.forEachMember { key, value in
      if key.hasText("name") {
        name = try value.string()
      } else if key.hasText("color") {
        color = try value.string()
      }
    }
    guard let name, let color else { throw json.mismatch(expected: "a label") }
    return Label(name: name, color: color)
  }
}
