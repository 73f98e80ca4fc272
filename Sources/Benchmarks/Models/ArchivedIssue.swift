import Foundation

/// A wrapper that archives an ``Issue`` through `NSCoding`, property by property. Numbers are objects, as in the
/// original Mantle.
final class ArchivedIssue: NSObject, NSCoding {
  let issue: Issue
  private let assignee: ArchivedUser?
  private let labels: [ArchivedLabel]

  init(_ issue: Issue) {
    self.issue = issue
    assignee = issue.assignee.map(ArchivedUser.init)
    labels = issue.labels.map(ArchivedLabel.init)
  }

  func encode(with coder: NSCoder) {
    coder.encode(issue.url, forKey: "url")
    if let htmlURL = issue.htmlURL { coder.encode(htmlURL, forKey: "htmlURL") }
    coder.encode(NSNumber(value: issue.number), forKey: "number")
    coder.encode(issue.state.rawValue, forKey: "state")
    coder.encode(issue.title, forKey: "title")
    if let body = issue.body { coder.encode(body, forKey: "body") }
    coder.encode(issue.reporterLogin, forKey: "reporterLogin")
    if let assignee { coder.encode(assignee, forKey: "assignee") }
    coder.encode(labels, forKey: "labels")
    coder.encode(NSNumber(value: issue.comments), forKey: "comments")
    coder.encode(issue.createdAt, forKey: "createdAt")
    if let updatedAt = issue.updatedAt { coder.encode(updatedAt, forKey: "updatedAt") }
    coder.encode(NSNumber(value: 0), forKey: "MTLModelVersion")
  }

  init?(coder: NSCoder) {
    guard let url = coder.decodeObject(forKey: "url") as? String,
      let number = coder.decodeObject(forKey: "number") as? Int,
      let state = (coder.decodeObject(forKey: "state") as? String).flatMap(Issue.State.init),
      let title = coder.decodeObject(forKey: "title") as? String,
      let reporterLogin = coder.decodeObject(forKey: "reporterLogin") as? String,
      let labels = coder.decodeObject(forKey: "labels") as? [ArchivedLabel],
      let comments = coder.decodeObject(forKey: "comments") as? Int,
      let createdAt = coder.decodeObject(forKey: "createdAt") as? Date,
      coder.decodeObject(forKey: "MTLModelVersion") as? Int == 0
    else { return nil }
    assignee = coder.optional("assignee") as? ArchivedUser
    self.labels = labels
    issue = Issue(
      url: url, htmlURL: coder.optional("htmlURL") as? String, number: number, state: state,
      title: title, body: coder.optional("body") as? String, reporterLogin: reporterLogin,
      assignee: assignee?.user, labels: labels.map(\.label), comments: comments, createdAt: createdAt,
      updatedAt: coder.optional("updatedAt") as? Date)
  }
}

extension ArchivedIssue {
  /// Returns the issues of an archive that stores them under the class names `Issue`, `User` and `Label`.
  static func unarchive(_ data: Data) throws -> [ArchivedIssue] {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    unarchiver.setClass(ArchivedIssue.self, forClassName: "Issue")
    unarchiver.setClass(ArchivedUser.self, forClassName: "User")
    unarchiver.setClass(ArchivedLabel.self, forClassName: "Label")
    return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [ArchivedIssue] ?? []
  }
}

/// A wrapper that archives a `User` through `NSCoding`.
final class ArchivedUser: NSObject, NSCoding {
  let user: User

  init(_ user: User) { self.user = user }

  func encode(with coder: NSCoder) {
    coder.encode(user.login, forKey: "login")
    coder.encode(NSNumber(value: user.id), forKey: "id")
    coder.encode(NSNumber(value: 0), forKey: "MTLModelVersion")
  }

  init?(coder: NSCoder) {
    guard let login = coder.decodeObject(forKey: "login") as? String,
      let id = coder.decodeObject(forKey: "id") as? Int,
      coder.decodeObject(forKey: "MTLModelVersion") as? Int == 0
    else { return nil }
    user = User(login: login, id: id)
  }
}

/// A wrapper that archives a `Label` through `NSCoding`.
final class ArchivedLabel: NSObject, NSCoding {
  let label: Label

  init(_ label: Label) { self.label = label }

  func encode(with coder: NSCoder) {
    coder.encode(label.name, forKey: "name")
    coder.encode(label.color, forKey: "color")
    coder.encode(NSNumber(value: 0), forKey: "MTLModelVersion")
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(forKey: "name") as? String,
      let color = coder.decodeObject(forKey: "color") as? String,
      coder.decodeObject(forKey: "MTLModelVersion") as? Int == 0
    else { return nil }
    label = Label(name: name, color: color)
  }
}

extension NSCoder {
  /// Decodes the object under a key; nil if the key is missing, in which case decoding would abort on Linux.
  fileprivate func optional(_ key: String) -> Any? {
    containsValue(forKey: key) ? decodeObject(forKey: key) : nil
  }
}
