import Mantle

/// Going to a place that was typed, or copied from a message: an element's number, a line, a path.
extension Browser {
  mutating func goTo(_ argument: String) {
    if let number = Int(argument) { return goTo(element: number) }
    if let (line, column) = Self.lineAndColumn(argument) { return goTo(line: line, column: column) }
    guard let path = JSONKeyPath(copied: argument) else {
      message = .error("Neither a number, nor LINE:COLUMN, nor a path: \(argument)")
      return
    }
    goTo(path)
  }

  mutating func goTo(element number: Int?, or row: Row) {
    if let number { goTo(element: number) } else { setCursor(row) }
  }

  /// Goes to an element of the array the models are in, counted from 1, as lines are; to one that is not counted yet as
  /// soon as it is.
  mutating func goTo(element number: Int) {
    awaitedElement = nil
    guard let container = outline.mainContainer else {
      message = .warning("There is no list here to count in")
      return
    }
    if number > 0, let row = outline.element(number - 1, of: container) { return reveal(row) }
    let count = container.spine.map(document.count) ?? container.inner.count
    guard number > 0, count == nil else {
      message = .warning("There is no element \(number)" + (count.map { "; there are \($0)" } ?? ""))
      return
    }
    awaitedElement = number
    message = .note("Counting up to element \(number); any key stays here")
  }

  /// Goes to the element that was asked for before it was counted, if it is counted now.
  mutating func goToAwaitedElement() {
    guard let number = awaitedElement, case .browsing = mode else { return }
    message = nil
    goTo(element: number)
  }

  private mutating func goTo(line: Int, column: Int) {
    guard let offset = document.base.offset(line: line, column: column) else {
      message = .warning("There is no line \(line)")
      return
    }
    reveal(outline.row(at: .original(offset)) ?? outline.root)
    if document.history.isModified { message = .note("Lines are counted in the file as it was read") }
  }

  private mutating func goTo(_ path: JSONKeyPath) {
    let (row, rest) = outline.row(at: path)
    if row.parent != nil || rest.isEmpty { reveal(row) }
    if !rest.isEmpty { message = .warning("There is no \(path); this is the last value on the way") }
  }

  /// Puts the cursor on a row, and opens what is around it.
  mutating func reveal(_ row: Row) {
    outline.reveal(row)
    setCursor(row)
  }

  /// `322:18`, as messages have it.
  private static func lineAndColumn(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let line = Int(parts[0]), let column = Int(parts[1]), line > 0, column > 0
    else { return nil }
    return (line, column)
  }
}
