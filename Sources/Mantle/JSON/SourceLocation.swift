/// A location in the input: line and column, counted from 1, and byte offset, counted from 0.
///
/// Columns count Unicode scalars: a tab is one column, and an emoji of several scalars is several. Editors that count
/// UTF-16 code units or cells of the screen differ after such characters.
///
/// ```swift
/// let location = try JSONDocument("{\n  \"a\": 1\n}").root["a"]?.location
/// print(location?.line ?? 0, location?.column ?? 0)  // 2 8
/// ```
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// The byte offset, from 0.
  public let offset: Int

  /// Creates a location.
  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The line and the column in the format of compilers, such as `12:5`.
  public var description: String { "\(line):\(column)" }

  /// Returns the location in the format of compilers, such as `a.json:12:5`.
  package func place(in name: String) -> String { "\(name):\(self)" }
}
