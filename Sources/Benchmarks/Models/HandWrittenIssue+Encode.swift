import Foundation
import Mantle

extension HandWrittenIssue {
  func encode(to writer: inout JSONWriter) throws {
    writer.raw("{\"url\":")
    writer.writeString(issue.url)
    writer.raw(",\"html_url\":")
    if let htmlURL = issue.htmlURL { writer.writeString(htmlURL) } else { writer.writeNull() }
    writer.raw(",\"number\":")
    writer.writeInteger(issue.number)
    writer.raw(",\"state\":")
    writer.raw(issue.state == .open ? "\"open\"" : "\"closed\"")
    writer.raw(",\"title\":")
    writer.writeString(issue.title)
    writer.raw(",\"body\":")
    if let body = issue.body { writer.writeString(body) } else { writer.writeNull() }
    writer.raw(",\"user\":{\"login\":")
    writer.writeString(issue.reporterLogin)
    writer.raw("},\"assignee\":")
    if let assignee = issue.assignee { Self.write(assignee, &writer) } else { writer.writeNull() }
    writer.raw(",\"labels\":")
    Self.write(issue.labels, &writer)
    writer.raw(",\"comments\":")
    writer.writeInteger(issue.comments)
    writer.raw(",\"created_at\":")
    try writer.writeISO8601(issue.createdAt)
    writer.raw(",\"updated_at\":")
    if let updatedAt = issue.updatedAt { try writer.writeISO8601(updatedAt) } else { writer.writeNull() }
    writer.endObject()
  }

  private static func write(_ user: User, _ writer: inout JSONWriter) {
    writer.raw("{\"login\":")
    writer.writeString(user.login)
    writer.raw(",\"id\":")
    writer.writeInteger(user.id)
    writer.endObject()
  }

  private static func write(_ labels: [Label], _ writer: inout JSONWriter) {
    writer.beginArray()
    for label in labels {
      writer.beginElement()
      writer.raw("{\"name\":")
      writer.writeString(label.name)
      writer.raw(",\"color\":")
      writer.writeString(label.color)
      writer.endObject()
    }
    writer.endArray()
  }
}
