import TerminalText

/// The division of the screen into the rows, the detail pane, and the lines at the bottom.
struct Layout: Sendable, Hashable {
  /// Whether the detail pane is hidden, or to the right of the rows or below them, and its size there.
  enum Detail: Sendable, Hashable {
    case hidden
    case right(columns: Int)
    case below(rows: Int)
  }

  let size: ScreenSize
  let detail: Detail
  /// The number of lines above the rows of a table.
  let heading: Int
  /// The number of lines below the rows of a table.
  let footing: Int

  /// Divides a screen of the given size.
  ///
  /// - Parameter wantsDetail: whether to show the detail pane; nil shows it on wide screens.
  /// - Parameter share: the detail pane's share of the screen.
  /// - Parameter heading: the number of lines above the rows of a table.
  /// - Parameter footing: the number of lines below the rows of a table.
  init(
    _ size: ScreenSize, wantsDetail: Bool?, share: Double = usualShare, heading: Int = 0, footing: Int = 0
  ) {
    let share = max(0.1, min(share, 0.8))
    self.size = size
    (self.heading, self.footing) = (heading, footing)
    let body = Self.bodyRows(size)
    if wantsDetail == false {
      detail = .hidden
    } else if size.columns >= Self.wide {
      detail = .right(columns: Int(Double(size.columns) * share))
    } else if wantsDetail == true, body >= Self.tallEnough {
      detail = .below(rows: max(2, Int(Double(body) * share)))
    } else {
      detail = .hidden
    }
  }

  /// The minimum width of a screen that shows the detail pane by default, to the right of the list.
  static let wide = 100
  static let usualShare = 0.4
  private static let tallEnough = 8

  /// The number of screen rows above the status bar.
  var bodyRows: Int { Self.bodyRows(size) }

  var listRows: Int { max(1, listEnd - heading - footing) }

  /// The screen line after the list and the lines below it.
  var listEnd: Int {
    if case .below(let rows) = detail { max(1, bodyRows - rows) } else { bodyRows }
  }

  var listColumns: Int {
    if case .right(let columns) = detail { max(1, size.columns - columns - 1) } else { size.columns }
  }

  var detailSize: ScreenSize {
    switch detail {
    case .hidden: ScreenSize(rows: 0, columns: 0)
    case .right(let columns): ScreenSize(rows: bodyRows, columns: columns)
    case .below(let rows): ScreenSize(rows: max(0, rows - 1), columns: size.columns)
    }
  }

  var hasStatus: Bool { size.rows >= 2 }
  var hasMessage: Bool { size.rows >= 3 }

  private static func bodyRows(_ size: ScreenSize) -> Int {
    max(1, size.rows - (size.rows >= 3 ? 2 : size.rows == 2 ? 1 : 0))
  }
}
