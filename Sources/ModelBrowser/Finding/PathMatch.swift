import Mantle

/// A fuzzy pattern for paths: typed letters that match as a subsequence, in order and with other letters in between.
struct PathMatch {
  private let letters: [UInt8]
  private let isExact: Bool

  /// Creates a pattern from typed letters.
  ///
  /// - Parameter typed: the letters; blanks are ignored, and letters match both cases unless one of them is uppercase.
  init(_ typed: String) {
    isExact = typed.contains(where: \.isUppercase)
    letters = typed.utf8.filter { $0 != UInt8(ascii: " ") }
  }

  /// Returns the rank of a path, lower for better matches; nil if the path lacks a letter. Contiguous matches, matches near
  /// the end and short paths rank first.
  ///
  /// - Complexity: O(length of the path).
  func rank(_ path: String) -> Int? {
    let bytes = Array(isExact ? path.utf8 : path.lowercased().utf8)
    guard !letters.isEmpty else { return 0 }
    // The search runs backward because people usually type the last keys.
    var place = bytes.endIndex
    var end: Int?
    for letter in letters.reversed() {
      guard let found = bytes[..<place].lastIndex(of: letter) else { return nil }
      place = found
      end = end ?? found
    }
    let spread = (end ?? place) - place + 1 - letters.count
    let piece = bytes.indices.last { bytes[$0...].starts(with: letters) }
    return piece.map { (bytes.count - $0 - letters.count) + bytes.count }
      ?? Self.scattered + spread * 4 + bytes.count
  }

  /// The minimum rank of a scattered match, which is greater than the rank of any contiguous match.
  private static let scattered = 1 << 24

  /// Returns the matching texts, the best first; all texts in their order if the pattern is empty.
  func best<Text>(of texts: [Text], path: (Text) -> String) -> [Text] {
    guard !letters.isEmpty else { return texts }
    let ranked = texts.enumerated().compactMap { index, text in
      rank(path(text)).map { (rank: $0, index: index, text: text) }
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.text)
  }
}

/// The paths that the user can pick from, with their rows.
struct PathList {
  let found: [(path: String, row: Row)]
  /// Whether these are the paths of the whole text.
  let isAll: Bool

  private static let most = 20_000
  private static let maximumBytes = 1 << 21

  /// Creates the list of the paths of the whole text. If these are too many for a key press, the list has the paths inside the
  /// element, or the outermost value, that encloses a row; if there are none, the first paths of the text.
  init(around row: Row, in outline: Outline) {
    let all = PathList(inside: outline.root, outline)
    let list = outline.mainContainer ?? outline.root
    let element = sequence(first: row, next: \.parent).first { $0.parent == nil || $0.parent?.id == list.id }
    let near = all.isAll ? [] : element.map { PathList(inside: $0, outline).found } ?? []
    (found, isAll) = near.isEmpty ? (all.found, all.isAll) : (near, false)
  }

  /// The paths of all values inside a row, in order, whether rows are open or not; the first ones if there are too many.
  private init(inside top: Row, _ outline: Outline) {
    var found: [(path: String, row: Row)] = []
    // A property and an unmapped key can have the same path.
    var known: Set<String> = []
    var bytes = 0
    var around = [top.path.description]
    var next = outline.firstChild(of: top)
    while let row = next, found.count <= Self.most, bytes <= Self.maximumBytes {
      let step = JSONKeyPath(row.step).description
      let outer = around.last ?? ""
      let path = outer + (outer.isEmpty || step.isEmpty || step.first == "[" ? "" : ".") + step
      bytes += path.utf8.count
      if !step.isEmpty, known.insert(path).inserted { found.append((path, row)) }
      if case .absent = row.content { next = nil } else { next = outline.firstChild(of: row) }
      if next != nil {
        around.append(path)
        continue
      }
      var here = row
      next = outline.nextSibling(of: here)
      while next == nil, let parent = here.parent, parent.id != top.id {
        around.removeLast()
        here = parent
        next = outline.nextSibling(of: here)
      }
    }
    self.found = found
    isAll = found.count <= Self.most && bytes <= Self.maximumBytes
  }
}
