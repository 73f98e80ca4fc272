/// A value in a document, and the document kept alive with it.
public struct JSONNode: Sendable {
  public let document: JSONDocument
  let index: Int
}
