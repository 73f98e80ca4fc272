/// A random object or array as JSON text with comments, each of which belongs to one of its children.
package struct CommentedObject {
  /// A member of the object, or an element whose value is unique.
  package struct Child {
    package let key: String
    package var value: String
    /// The comments above or before the child, between the value and the comma, and after the comma.
    var above: String?
    var inner: String?
    var behind: String?
  }

  package var children: [Child]
  private let isMultiline: Bool
  private let hasFinalComma: Bool

  package init(_ random: inout SeededGenerator) {
    let isMultiline = random.chance(60)
    self.isMultiline = isMultiline
    let hasFinalComma = random.chance(30)
    self.hasFinalComma = hasFinalComma
    let count = random.below(4) + 1
    children = (0..<count).map { number in
      func comment(_ place: String) -> String? {
        guard random.chance(40) else { return nil }
        let isLine = isMultiline && place != "inner" && random.chance(60)
        return isLine ? "// \(place) k\(number)" : "/* \(place) k\(number) */"
      }
      let value = random.pick(["1", "\"x, // y\"", "[1, 2]", "{\"k0\": 1}", "true"])
      // Without a comma after it, a comment at the end of a line is behind the child.
      let hasInner = !isMultiline || hasFinalComma || number + 1 < count
      return Child(
        key: "k\(number)", value: value, above: comment("above"), inner: hasInner ? comment("inner") : nil,
        // On one line, a comment after a comma is before the next child.
        behind: isMultiline ? comment("behind") : nil)
    }
  }

  /// The text with its comments.
  package var text: String {
    let separator = isMultiline ? "\n  " : " "
    var text = "{"
    for (number, child) in children.enumerated() {
      let hasComma = hasFinalComma || number + 1 < children.count
      text += separator
      if let above = child.above { text += above + separator }
      text += "\"\(child.key)\": \(child.value)"
      if let inner = child.inner { text += " " + inner }
      text += hasComma ? "," : ""
      if let behind = child.behind { text += " " + behind }
    }
    return text + (isMultiline ? "\n}\n" : " }")
  }

  /// Adds a child without comments.
  package mutating func add(key: String, value: String) {
    children.append(Child(key: key, value: value))
  }
}
