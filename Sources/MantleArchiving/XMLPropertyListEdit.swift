import Mantle

/// An edit of an XML property list that rewrites only the changed elements. All other bytes are preserved, such as comments, the
/// document type, the indentation and the spelling of numbers.
///
/// Both property lists are compared from the root down:
///
/// ```
/// <dict>                          <dict>
///   <!-- in steps -->               <!-- in steps -->
///   <key>step</key>                 <key>step</key>
///   <real>1.50</real>      →        <real>1.50</real>
///   <key>count</key>                <key>count</key>
///   <integer>7</integer>            <integer>8</integer>     the only splice
/// </dict>                         </dict>
/// ```
struct XMLPropertyListEdit {
  private let source: [UInt8]
  private let old: PropertyList
  private let new: PropertyList
  private let budget: ArchiveBudget
  /// The additional indentation of an XML element inside another one.
  private let unit: String
  private var splices: [JSONSplice] = []

  /// An element of an array, or a key with its value, in the original text.
  private struct Entry {
    let key: XMLPropertyListElement?
    let value: XMLPropertyListElement

    var start: Int { (key ?? value).range.lowerBound }
  }

  /// A new element of an array, or a new key with its value, by their numbers in the new property list.
  private typealias NewEntry = (key: Int?, value: Int)
  private typealias Line = XMLPropertyListWriter.Line

  /// Returns the XML text of a property list, edited so that its contents are those of another property list.
  ///
  /// - Throws: as ``XMLPropertyListWriter/write(_:budget:)``, and the error of a text that is not a property list.
  static func bytes(
    of list: PropertyList, over source: [UInt8], budget: ArchiveBudget
  ) throws -> [UInt8] {
    let (old, root) = try XMLPropertyListReader.readElements(source)
    var edit = XMLPropertyListEdit(source, root, old, list, budget)
    try edit.replace(root, with: list.top)
    return try JSONBytes(source).applying(edit.splices)
  }

  private init(
    _ source: [UInt8], _ root: XMLPropertyListElement, _ old: PropertyList, _ new: PropertyList,
    _ budget: ArchiveBudget
  ) {
    (self.source, self.old, self.new, self.budget) = (source, old, new, budget)
    func indentation(_ start: Int) -> Substring? {
      let blanks = Self.blanks(before: start, in: source)
      return blanks.lastIndex(where: \.isNewline).map { blanks[blanks.index(after: $0)...] }
    }
    let inner = root.members.first.flatMap { indentation($0.range.lowerBound) }
    let outer = indentation(root.range.lowerBound) ?? ""
    unit = inner.flatMap { $0.hasPrefix(outer) ? String($0.dropFirst(outer.count)) : nil } ?? "\t"
  }

  // MARK: - Comparing

  /// Adds the splices that turn an element into the object with a number in the new property list.
  private mutating func replace(_ element: XMLPropertyListElement, with number: Int) throws {
    let lines = try newLines(number)
    guard try oldLines(element.number) != lines else { return }
    switch (old.items[element.number], new.items[number]) {
    case (.dictionary, .dictionary(let members)) where element.contentEnd != nil:
      let keys = stride(from: 0, to: element.members.count, by: 2)
      let entries = keys.map { Entry(key: element.members[$0], value: element.members[$0 + 1]) }
      try replace(entries, of: element, with: new.members(members).map { ($0.key, $0.value) })
    case (.array, .array(let items)) where element.contentEnd != nil:
      let entries = element.members.map { Entry(key: nil, value: $0) }
      try replace(entries, of: element, with: new.references[items].map { (nil, Int($0)) })
    default:
      let blanks = Self.blanks(before: element.range.lowerBound, in: source)
      add(element.range, text(lines, after: blanks))
    }
  }

  private mutating func replace(
    _ entries: [Entry], of container: XMLPropertyListElement, with others: [NewEntry]
  ) throws {
    let before = try entries.map { entry in
      if let key = entry.key { [try keyLine(key.number, old)] } else { try oldLines(entry.value.number) }
    }
    let after = try others.map { entry in
      if let key = entry.key { [try keyLine(key, new)] } else { try newLines(entry.value) }
    }
    let alignment = Alignment(before, after) { _, _ in true }
    var last: Int?
    for (index, other) in others.enumerated() {
      let origin = alignment.origins[index]
      if let origin, !alignment.moved.contains(index) {
        last = origin
        if let key = entries[origin].key, before[origin] != after[index] {
          add(key.range, text(after[index], after: ""))
        }
        try replace(entries[origin].value, with: other.value)
        continue
      }
      try insert(other, after: last, among: entries, of: container, from: origin)
      if let origin { cut(entries[origin]) }
    }
    for index in alignment.removed { cut(entries[index]) }
  }

  // MARK: - Splices

  private mutating func add(_ range: Range<Int>, _ text: String) {
    splices.append(JSONSplice(range, with: Array(text.utf8)))
  }

  /// Removes an entry of an array or dictionary, with the white space before it.
  private mutating func cut(_ entry: Entry) {
    let blanks = Self.blanks(before: entry.start, in: source)
    add(entry.start - blanks.utf8.count..<end(of: entry), "")
  }

  /// Inserts a new or moved entry into an array or dictionary.
  ///
  /// - Parameters:
  ///   - index: the index of the original entry that precedes the entry; nil for the start of the container.
  ///   - origin: the original index of a moved entry; nil for a new entry.
  private mutating func insert(
    _ entry: NewEntry, after index: Int?, among entries: [Entry], of container: XMLPropertyListElement,
    from origin: Int?
  ) throws {
    let all = entries.map { Self.blanks(before: $0.start, in: source) }
    let own = Self.blanks(before: container.range.lowerBound, in: source)
    let blanks =
      all.first { $0.contains(where: \.isNewline) } ?? all.first
      ?? (own.contains(where: \.isNewline) ? own + unit : "")
    var place = index.map { end(of: entries[$0]) } ?? entries.first.map { $0.start - all[0].utf8.count }
    var tail = ""
    if place == nil, let end = container.contentEnd {
      let inner = Self.blanks(before: end, in: source)
      place = end - inner.utf8.count
      if inner.isEmpty, blanks.contains(where: \.isNewline) { tail = own }
    }
    guard let place else { return }
    let lines = try newLines(entry.value)
    let moved = try origin.map { entries[$0].value }.flatMap { try oldLines($0.number) == lines ? $0 : nil }
    let value = moved.map { String(decoding: source[$0.range], as: UTF8.self) } ?? text(lines, after: blanks)
    let key = try entry.key.map { try keyLine($0, new).content + blanksAfterKey(entries.first, blanks) } ?? ""
    add(place..<place, blanks + key + value + tail)
  }

  /// Returns the white space between a key and its value: as in the given entry, or `usual` without an entry.
  private func blanksAfterKey(_ entry: Entry?, _ usual: String) -> String {
    entry.map { Self.blanks(before: $0.value.range.lowerBound, in: source) } ?? usual
  }

  /// Returns the offset after an entry, or after the comment that follows it at the end of the line.
  private func end(of entry: Entry) -> Int {
    let end = entry.value.range.upperBound
    func skip(_ start: Int) -> Int {
      source[start...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? source.count
    }
    let start = skip(end)
    guard source[start...].starts(with: "<!--".utf8) else { return end }
    var close = start + 4
    while close < source.count, !source[close...].starts(with: "-->".utf8) { close += 1 }
    let next = skip(min(close + 3, source.count))
    return next < source.count && [0x0A, 0x0D].contains(source[next]) ? close + 3 : end
  }

  // MARK: - Text

  private func oldLines(_ number: Int) throws(ArchiveError) -> [Line] {
    try XMLPropertyListWriter.lines(of: number, in: old, budget: budget)
  }

  private func newLines(_ number: Int) throws(ArchiveError) -> [Line] {
    try XMLPropertyListWriter.lines(of: number, in: new, budget: budget)
  }

  /// Returns the XML line `<key>…</key>` for the string with a number.
  private func keyLine(_ number: Int, _ list: PropertyList) throws(ArchiveError) -> Line {
    let string = try XMLPropertyListWriter.lines(of: number, in: list, budget: budget).first?.content ?? ""
    return Line(
      level: 0, content: "<key>\(string.dropFirst("<string>".count).dropLast("</string>".count))</key>")
  }

  /// Returns lines as text to insert after white space: on one line if the white space has no line break.
  private func text(_ lines: [Line], after blanks: String) -> String {
    guard let end = blanks.lastIndex(where: \.isNewline) else { return lines.map(\.content).joined() }
    return lines.map { String(repeating: unit, count: $0.level) + $0.content }
      .joined(separator: String(blanks[end...]))
  }

  /// Returns the white space before an offset of the XML text.
  private static func blanks(before offset: Int, in source: [UInt8]) -> String {
    let start = source[..<offset].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return String(decoding: source[start..<offset], as: UTF8.self)
  }
}
