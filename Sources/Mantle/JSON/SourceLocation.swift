/// A place in a text: line and column from 1, and the byte offset from 0.
///
/// Columns count Unicode scalars, as editors do, so a caret under an error stands in the right place
/// after non-ASCII text.
public struct SourceLocation: Sendable, Hashable {
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// In bytes, from 0.
  public let offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// `a.json:12:5`
  package func place(in name: String) -> String { "\(name):\(line):\(column)" }
}
