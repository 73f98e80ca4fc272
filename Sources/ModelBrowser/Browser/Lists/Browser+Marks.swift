import Mantle

/// A place that was given a letter.
struct Mark: Sendable {
  let row: RowID
  let view: Row.View
  /// Where it is in the text, for the other view.
  let place: TextPlace
}

extension Browser {
  mutating func setMark(_ name: String) {
    guard let letter = name.first else { return }
    marks[letter] = Mark(
      row: cursor.id, view: outline.view, place: document.textPlace(of: cursor.firstInText, end: false))
    message = .note("Mark \(letter) is here  ('\(letter) comes back, :marks lists them)")
  }

  mutating func goToMark(_ name: String) {
    guard let letter = name.first, let mark = marks[letter] else {
      message = .warning("There is no mark \(name)  (m\(name) sets it)")
      return
    }
    reveal(mark.view == outline.view ? outline.row(nearest: mark.row) : outline.row(at: mark.place) ?? cursor)
  }

  /// Goes to the row that is so far through the list the models are in, in percent.
  mutating func goTo(percent: Int) {
    let percent = max(0, min(percent, 100))
    guard let list = outline.mainContainer else {
      message = .warning("There is no list here to go through in percent")
      return
    }
    guard let count = list.container.map({ outline.children(of: $0).count }) ?? list.childRows.valueCount,
      count > 0
    else {
      message = .note("The elements are still being counted")
      return
    }
    goTo(element: max(1, min(count, count * percent / 100 + (percent < 100 ? 1 : 0))))
  }
}
