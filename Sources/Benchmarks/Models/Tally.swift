import Foundation
import MantleDefinitions

/// A checksum over decoded issues. Every contender, in every language, must compute the same checksum, so that none is
/// fast because it omits work.
struct Tally: Equatable, CustomStringConvertible {
  private(set) var models = 0
  private(set) var sum = 0

  init(_ issues: [Issue]) {
    models = issues.count
    for issue in issues { add(issue) }
  }

  init(_ issues: [LinkedIssue]) {
    models = issues.count
    for issue in issues { add(issue) }
  }

  /// Creates the checksum of issues that were decoded as records of ``Issue/defined()``.
  init(_ issues: [Record]) {
    models = issues.count
    for issue in issues { add(issue) }
  }

  /// Creates the checksum of a contender that counts values without making models.
  init(count: Int) { models = count }

  var description: String { "\(models):\(sum)" }

  private mutating func add(_ issue: Issue) {
    sum &+= issue.url.utf8.count &+ (issue.htmlURL?.utf8.count ?? 0) &+ issue.number &+ issue.comments
    add(issue.state, issue.title, issue.body, issue.reporterLogin, issue.assignee, issue.labels)
    add(issue.createdAt)
    if let date = issue.updatedAt { add(date) }
  }

  private mutating func add(_ issue: LinkedIssue) {
    sum &+= issue.url.absoluteString.utf8.count &+ (issue.htmlURL?.absoluteString.utf8.count ?? 0)
    sum &+= issue.number &+ issue.comments
    add(issue.state, issue.title, issue.body, issue.reporterLogin, issue.assignee, issue.labels)
    add(issue.createdAt)
    if let date = issue.updatedAt { add(date) }
  }

  private mutating func add(_ issue: Record) {
    for name in [
      "url", "htmlURL", "number", "title", "body", "reporterLogin", "comments", "createdAt", "updatedAt",
    ] {
      add(issue[name])
    }
    if case .string("closed")? = issue["state"] { sum &+= 1 }
    if case .record(let user)? = issue["assignee"] { for name in ["login", "id"] { add(user[name]) } }
    guard case .array(let labels)? = issue["labels"] else { return }
    for case .record(let label)? in labels { for name in ["name", "color"] { add(label[name]) } }
  }

  private mutating func add(_ value: DefinedValue?) {
    switch value {
    case .string(let text): sum &+= text.utf8.count
    case .integer(let number): sum &+= Int(number)
    case .date(let date): add(date)
    default: break
    }
  }

  private mutating func add(
    _ state: Issue.State, _ title: String, _ body: String?, _ login: String, _ assignee: User?,
    _ labels: [Label]
  ) {
    sum &+= state == .closed ? 1 : 0
    sum &+= title.utf8.count &+ (body?.utf8.count ?? 0) &+ login.utf8.count
    if let assignee { sum &+= assignee.login.utf8.count &+ assignee.id }
    for label in labels { sum &+= label.name.utf8.count &+ label.color.utf8.count }
  }

  private mutating func add(_ date: Date) { sum &+= Int(date.timeIntervalSince1970) }
}
