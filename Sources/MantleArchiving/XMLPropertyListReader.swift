import Mantle
import MantlePlatform

/// The conversion of an XML property list to a ``PropertyList``, by the elements of
/// Apple's PropertyList-1.0 DTD.
///
/// A single pass over the bytes uses a stack of open containers instead of recursion. Only
/// the five predefined entities of XML and character references are supported, so entities
/// cannot expand the file. A dictionary that only contains `CF$UID` is a UID, as in
/// Foundation. Line endings are preserved, as in Foundation.
struct XMLPropertyListReader {
  /// The scanner that finds the tags and texts of the file.
  private var scanner: XMLScanner
  /// The property list with the objects read so far.
  private var list = PropertyList()
  /// The dictionaries and arrays whose end tag was not read yet, outermost first.
  private var open: [Container] = []
  /// The root element of the property list; nil before its end tag was read.
  private var top: XMLPropertyListElement?
  /// Whether the `plist` element is open, that is, its end tag was not read yet.
  private var isUnfinished = false

  /// A dictionary or array whose end tag was not read yet.
  private struct Container {
    /// Whether the container is a dictionary, rather than an array.
    let isDictionary: Bool
    /// The offset of the container's start tag.
    let start: Int
    /// The elements of the array, or the keys and values of the dictionary in alternation.
    var members: [XMLPropertyListElement] = []
  }

  /// Reads all elements of an XML property list.
  ///
  /// - Throws: ``ArchiveError/Kind/xml(_:)`` with the offset of the error.
  static func read(_ bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
    try readElements(bytes).list
  }

  /// Reads all elements of a file, and returns the root element with the locations of all elements in the text.
  ///
  /// - Throws: ``ArchiveError/Kind/xml(_:)`` with the offset of the error.
  static func readElements(
    _ bytes: [UInt8]
  ) throws(ArchiveError) -> (list: PropertyList, root: XMLPropertyListElement) {
    var reader = XMLPropertyListReader(scanner: XMLScanner(bytes))
    try reader.read()
    guard let top = reader.top, reader.open.isEmpty, !reader.isUnfinished else {
      throw ArchiveError(.xml("unexpected end of file"), offset: bytes.count)
    }
    reader.list.top = top.number
    return (reader.list, top)
  }

  /// Creates a reader at the start of an XML property list.
  private init(scanner: XMLScanner) { self.scanner = scanner }

  /// Reads the tags of the whole file, and adds their objects.
  private mutating func read() throws(ArchiveError) {
    while let tag = try scanner.nextTag() {
      let start = scanner.tagStart
      switch (tag.name, tag.form) {
      case ("plist", let form): isUnfinished = form == .start
      case ("dict", .start): try open(isDictionary: true)
      case ("array", .start): try open(isDictionary: false)
      case ("dict", .end): try close(isDictionary: true)
      case ("array", .end): try close(isDictionary: false)
      case ("dict", .empty): try place(list.add(list.dictionary([])), from: start)
      case ("array", .empty): try place(list.add(.array(0..<0)), from: start)
      case ("true", _): if tag.form != .end { try place(list.add(.bool(true)), from: start) }
      case ("false", _): if tag.form != .end { try place(list.add(.bool(false)), from: start) }
      case ("key", .start): try key(try scanner.text(until: "key"), from: start)
      case ("key", .empty): try key("", from: start)
      case (_, .start): try leaf(tag.name, try scanner.text(until: tag.name), from: start)
      case (_, .empty): try leaf(tag.name, "", from: start)
      case (_, .end): throw scanner.error("unexpected </\(tag.name)>")
      }
    }
  }

  /// Opens a dictionary or an array after its start tag.
  private mutating func open(isDictionary: Bool) throws(ArchiveError) {
    guard open.count < ArchiveBudget.depth else {
      throw ArchiveError(ArchiveBudget.tooDeep.kind, offset: scanner.position)
    }
    open.append(Container(isDictionary: isDictionary, start: scanner.tagStart))
  }

  /// Closes the innermost container after its end tag, and adds it to the enclosing one.
  private mutating func close(isDictionary: Bool) throws(ArchiveError) {
    guard let container = open.popLast(), container.isDictionary == isDictionary else {
      throw scanner.error("unexpected </\(isDictionary ? "dict" : "array")>")
    }
    if !isDictionary {
      return try place(list.add(.array(list.list(container.members.map(\.number)))), container)
    }
    guard container.members.count.isMultiple(of: 2) else { throw scanner.error("a key without a value") }
    if let uid = uid(container) { return try place(list.add(.uid(uid)), container) }
    let members = stride(from: 0, to: container.members.count, by: 2).map {
      (key: container.members[$0].number, value: container.members[$0 + 1].number)
    }
    try place(list.add(list.dictionary(members)), container)
  }

  /// Adds a closed container to the enclosing container, or sets the root.
  private mutating func place(_ number: Int, _ container: Container) throws(ArchiveError) {
    try place(
      XMLPropertyListElement(
        number: number, range: container.start..<scanner.position, contentEnd: scanner.tagStart,
        members: container.members))
  }

  /// Returns the UID that a dictionary represents; nil for a dictionary that contains anything but an integer under `CF$UID`.
  private func uid(_ container: Container) -> UInt64? {
    guard container.members.count == 2, list.items[container.members[0].number] == .string("CF$UID"),
      case .integer(let value) = list.items[container.members[1].number]
    else { return nil }
    return UInt32(exactly: value).map(UInt64.init)
  }

  /// Adds a key to the open dictionary.
  private mutating func key(_ name: String, from start: Int) throws(ArchiveError) {
    guard let container = open.last, container.isDictionary, container.members.count.isMultiple(of: 2)
    else { throw scanner.error("unexpected key \(name.prefix(40))") }
    open[open.count - 1].members.append(element(list.sharedString(name), from: start))
  }

  /// Returns the element of a scalar or an empty container that ends at the current position.
  private func element(_ number: Int, from start: Int) -> XMLPropertyListElement {
    XMLPropertyListElement(number: number, range: start..<scanner.position)
  }

  /// Adds a scalar or an empty container that ends at the current position to the open container.
  private mutating func place(_ number: Int, from start: Int) throws(ArchiveError) {
    try place(element(number, from: start))
  }

  /// Adds a value to the open container, or sets the root.
  private mutating func place(_ element: XMLPropertyListElement) throws(ArchiveError) {
    guard let container = open.last else {
      guard top == nil else { throw scanner.error("a second value") }
      return top = element
    }
    guard !container.isDictionary || !container.members.count.isMultiple(of: 2) else {
      throw scanner.error("a value without a key")
    }
    open[open.count - 1].members.append(element)
  }

  /// Converts the text of a scalar element, and adds the value to the open container.
  private mutating func leaf(_ name: String, _ text: String, from start: Int) throws(ArchiveError) {
    guard let item = Self.item(name, text) else {
      throw scanner.error("<\(name.prefix(20))> cannot be \"\(text.prefix(40))\"")
    }
    if case .string(let text) = item { return try place(list.sharedString(text), from: start) }
    try place(list.add(item), from: start)
  }

  /// Returns the scalar for an element's name and text; nil if the element is unknown or the text is invalid.
  private static func item(_ name: String, _ text: String) -> PropertyList.Item? {
    let trimmed = { String(text.trimming(while: \.isWhitespace)) }
    return switch name {
    case "string": .string(text)
    case "integer": integer(trimmed())
    case "real": Double(trimmed()).map { .real($0) }
    case "date": ArchiveDateText.seconds(trimmed()).map { .date($0) }
    case "data": Data(base64Encoded: text.filter { !$0.isWhitespace }).map { .data([UInt8]($0)) }
    default: nil
    }
  }

  /// Returns a decimal integer, or a hexadecimal one with the prefix `0x`; nil for other
  /// text.
  private static func integer(_ text: String) -> PropertyList.Item? {
    if let value = Int64(text) { return .integer(value) }
    if let value = UInt64(text) { return .unsigned(value) }
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    return isHexadecimal ? UInt64(text.dropFirst(2), radix: 16).map { .unsigned($0) } : nil
  }
}

/// An element of an XML property list, and its location in the text.
struct XMLPropertyListElement: Sendable {
  /// The number of the element's object in the property list.
  let number: Int
  /// The range of bytes from the start tag to the end tag.
  let range: Range<Int>
  /// The offset of the end tag of a container; nil for an element without content.
  var contentEnd: Int?
  /// The elements of an array, or the keys and values of a dictionary in alternation.
  var members: [XMLPropertyListElement] = []
}

/// The form of dates in XML property lists, `2011-04-22T13:33:48Z`.
enum ArchiveDateText {
  /// Parses a date of an XML property list.
  ///
  /// - Returns: the number of seconds since 2001-01-01 00:00 UTC; nil for text that is not an
  ///   instant, and for days that do not exist.
  static func seconds(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { ISO8601.instant($0) }.map { Date($0).timeIntervalSinceReferenceDate }
  }

  /// Formats a date for an XML property list.
  ///
  /// - Parameter seconds: the number of seconds since 2001-01-01 00:00 UTC.
  /// - Returns: nil if the date has a fraction of a second or is outside the years 0 to 9999.
  static func text(_ seconds: Double) -> String? {
    var writer = JSONWriter()
    guard seconds == seconds.rounded(),
      (try? writer.writeISO8601(Date(timeIntervalSinceReferenceDate: seconds))) != nil
    else { return nil }
    return String(decoding: writer.finish().dropFirst().dropLast(), as: UTF8.self)
  }
}
