import Mantle
import MantleQuery

/// The elements of a list that are visible under a filter.
///
/// The filter inspects elements once, when it is set: edited and moved elements stay visible, and inserted elements are
/// visible. A jump to a hidden element makes it visible.
struct ElementFilter: Sendable {
  /// The identifier of the list that a filter applies to.
  enum List: Hashable, Sendable {
    /// A large container, by its offset; its elements are identified by ``Overlay/Insertion/elementKey``.
    case container(Int)
    /// A list inside a record; its elements are identified by their positions.
    case row(RowID)

    /// Returns the identification of the same list after an edit; nil if the list was removed.
    ///
    /// - Parameter move: returns the new identifier of a row; nil for a row that was removed.
    func moved(_ move: (RowID) -> RowID?) -> List? {
      guard case .row(let id) = self else { return self }
      return move(id).map(List.row)
    }
  }

  private(set) var list: List
  /// The condition of the filter, combined with those of the earlier filters of the list.
  private(set) var test: Filter
  /// The text of the latest condition, for display.
  private(set) var words: String
  /// The identifying numbers of the visible elements, in ascending order.
  private(set) var shown: [Int] = []
  /// The elements that do not pass the filter but are visible after a jump.
  private var jumpTargets: Set<Int> = []
  /// The inspected fraction of the list; nil once the whole list was inspected.
  private(set) var share: Double? = 0
  /// The prefix of the text whose elements the filter has inspected.
  private(set) var inspected = Extent()
  /// Whether an inspection has begun and has not reported any elements yet.
  private var isBeginning = false
  /// The row that the cursor was on when the filter was set.
  let origin: RowID
  /// The path from the first visible element to the row where the cursor goes; nil for the element itself.
  var goal: String?
  /// The number of elements of a list inside a record; if the number changes, the positions are invalid.
  let count: Int
  /// The serial number of the next insertion at the time the filter was set; later insertions are always shown.
  let nextSerial: Int

  /// A prefix of the text that a filter has inspected.
  struct Extent: Sendable {
    /// The offset of the last element, which may have been incomplete if the text grows.
    var last = 0
    /// The size of the prefix in bytes; 0 for an empty one.
    var size = 0
  }

  init(
    _ test: Filter, words: String? = nil, of list: List, from origin: RowID, count: Int,
    nextSerial: Int = .max
  ) {
    self.nextSerial = nextSerial
    self.test = test
    self.words = words ?? test.words
    self.list = list
    self.origin = origin
    self.count = count
  }

  /// Returns the filter for the same list after an edit; nil if the list was removed.
  func moved(_ move: (RowID) -> RowID?) -> ElementFilter? {
    var copy = self
    guard let list = list.moved(move) else { return nil }
    copy.list = list
    return copy
  }

  /// Replaces some paths of the condition, whose values stay the same.
  ///
  /// - Parameter former: the names of the list before the change.
  mutating func replacePaths(_ former: FilterNames, _ find: (FilterPath) -> FilterPath?) {
    test = test.replacingPaths(former, find) ?? test
    let latest = try? Filter(words, names: former)
    words = latest?.replacingPaths(former, find)?.words ?? words
  }

  /// The maximum number of visible elements that are stored, which take eight bytes each.
  static let most = 1_000_000

  /// Returns whether a text of the given size was inspected to its end.
  func isComplete(_ size: Int) -> Bool { inspected.size >= size }

  /// Records that an inspection begins at the last inspected element.
  mutating func begin() { isBeginning = true }

  /// Records that a prefix of the text was inspected.
  ///
  /// - Parameter extent: the inspected prefix; nil if the filter does not apply to values that are appended later.
  mutating func end(_ extent: Extent?) {
    (inspected, share) = (extent ?? Extent(size: .max), nil)
  }

  /// Adds matching elements in ascending order; a jump may already have shown some of them.
  ///
  /// - Parameter share: The inspected fraction of the list; ignored after the whole list was inspected once.
  mutating func add(_ found: [Int], share: Double) {
    if self.share != nil { self.share = share }
    if isBeginning {
      let rest = index(notBefore: inspected.last)...
      shown.replaceSubrange(rest, with: shown[rest].filter(jumpTargets.contains))
      isBeginning = false
    }
    let more = found.prefix(max(0, Self.most - shown.count))
    guard let first = more.first else { return }
    if !jumpTargets.isEmpty { jumpTargets.subtract(more) }
    let rest = index(notBefore: first)...
    shown.replaceSubrange(
      rest, with: shown[rest].isEmpty ? Array(more) : Set(shown[rest]).union(more).sorted())
  }

  /// Makes an element visible that does not pass the filter.
  mutating func show(_ element: Int) {
    let index = index(notBefore: element)
    guard index == shown.count || shown[index] != element else { return }
    shown.insert(element, at: index)
    jumpTargets.insert(element)
  }

  /// The number of elements that pass the filter.
  var passedCount: Int { shown.count - jumpTargets.count }

  /// The number of elements of the original text that pass the filter, including moved ones.
  var passedOriginals: Int {
    shown.count - index(notBefore: 0) - jumpTargets.count { $0 >= 0 }
  }

  /// Returns whether an element passes the filter, rather than being shown because of a jump.
  func passes(_ element: Int) -> Bool { shows(element) && !jumpTargets.contains(element) }

  // MARK: - Membership, each in O(log elements)

  func shows(_ element: Int) -> Bool {
    // An element that was inserted after the filter was set is visible.
    if element < 0, ~element >= nextSerial { return true }
    let index = index(notBefore: element)
    return index < shown.count && shown[index] == element
  }

  func first(after element: Int) -> Int? {
    let index = index(notBefore: element + 1)
    return index < shown.count ? shown[index] : nil
  }

  func last(before element: Int) -> Int? {
    let index = index(notBefore: element)
    return index > 0 ? shown[index - 1] : nil
  }

  private func index(notBefore element: Int) -> Int {
    shown.countOfPrefix { $0 < element }
  }
}

extension FilterPath {
  /// Returns a filter as text, which accepts only rows whose value at this path equals the value of a cell.
  func filter(for cell: QueryCell) -> String {
    let isOfBrokenRow = cell.kind == .unreadable && cell.json.elementsEqual("null".utf8)
    let value = isOfBrokenRow ? "unreadable" : String(decoding: cell.json, as: UTF8.self)
    return cell.kind == .absent ? "\(words) = absent" : "\(words) === \(value)"
  }
}

extension RecordEdits {
  /// Creates a description of the unsaved edits of the children of a large container.
  init(of container: LazyContainer, in document: Document, _ records: Records) {
    let history = document.history
    let overlay = history.overlay
    var serials: Set<Int> = []
    for case (.gap(let gap), let saved) in history.unsaved {
      serials.formUnion(Set(overlay.insertions(in: gap)).subtracting(saved?.insertions ?? []).map(\.serial))
    }
    self.init(
      splices: document.currentText(records).splices,
      removed: overlay.removedChildren(of: container.offset),
      insertions: overlay.filledGaps(in: container.offset).flatMap { gap in
        overlay.insertions(in: gap).map {
          Insertion(
            $0.elementKey, key: $0.key, text: $0.value, after: gap.anchor,
            isModified: serials.contains($0.serial))
        }
      },
      modified: history.unsaved.map { slot, _ in
        switch slot {
        case .value(let child): child.offset
        case .gap(let gap): gap.container
        }
      })
  }
}
