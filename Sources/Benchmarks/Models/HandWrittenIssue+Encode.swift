import Foundation
import Mantle

extension HandWrittenIssue {
  func encode(to writer: inout JSONWriter) throws {
    writer.raw("{\"url\":")
    writer.string(issue.url)
    writer.raw(",\"html_url\":")
    if let htmlURL = issue.htmlURL { writer.string(htmlURL) } else { writer.null() }
    writer.raw(",\"number\":")
    writer.integer(issue.number)
    writer.raw(",\"state\":")
    writer.raw(issue.state == .open ? "\"open\"" : "\"closed\"")
    writer.raw(",\"title\":")
    writer.string(issue.title)
    writer.raw(",\"body\":")
    if let body = issue.body { writer.string(body) } else { writer.null() }
    writer.raw(",\"user\":{\"login\":")
    writer.string(issue.reporterLogin)
    writer.raw("},\"assignee\":")
    if let assignee = issue.assignee { Self.write(assignee, &writer) } else { writer.null() }
    writer.raw(",\"labels\":")
    Self.write(issue.labels, &writer)
    writer.raw(",\"comments\":")
    writer.integer(issue.comments)
    writer.raw(",\"created_at\":")
    try writer.iso8601(issue.createdAt)
    writer.raw(",\"updated_at\":")
    if let updatedAt = issue.updatedAt { try writer.iso8601(updatedAt) } else { writer.null() }
    writer.endObject()
  }

  private static func write(_ user: User, _ writer: inout JSONWriter) {
    writer.raw("{\"login\":")
    writer.string(user.login)
    writer.raw(",\"id\":")
    writer.integer(user.id)
    writer.endObject()
  }

  private static func write(_ labels: [Label], _ writer: inout JSONWriter) {
    writer.beginArray()
    for label in labels {
      writer.element()
      writer.raw("{\"name\":")
      writer.string(label.name)
      writer.raw(",\"color\":")
      writer.string(label.color)
      writer.endObject()
    }
    writer.endArray()
  }
}
