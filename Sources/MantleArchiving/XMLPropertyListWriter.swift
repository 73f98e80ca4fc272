import Mantle
import MantlePlatform

/// The conversion of a property list to XML in Apple's PropertyList-1.0 form, in which UIDs
/// are `CF$UID` dictionaries.
struct XMLPropertyListWriter {
  /// The property list to convert to XML.
  private let list: PropertyList
  /// The XML written so far, without the header.
  private var text = ""
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """
  /// The lines collected so far, if single objects are converted; nil if a whole file is written.
  private var lines: [Line]?
  /// The remaining size of the output. XML has no references, so a shared object is repeated for each reference to it.
  private var budget: ArchiveBudget

  /// Converts a property list to XML.
  ///
  /// - Parameter budget: the permitted size of the output.
  /// - Throws: ``ArchiveError/Kind/notRepresentable(_:)`` for characters and cycles that XML
  ///   cannot represent, and ``ArchiveError/Kind/limit(_:)`` if repeated objects exceed the
  ///   budget.
  static func write(
    _ list: PropertyList, budget: ArchiveBudget
  ) throws(ArchiveError) -> [UInt8] {
    var writer = XMLPropertyListWriter(list: list, budget: budget)
    try writer.write(list.top, level: 0)
    return Array((head + writer.text + "</plist>\n").utf8)
  }

  /// A line of XML: a tag, or a scalar with its tags, and its nesting level.
  struct Line: Hashable {
    let level: Int
    let content: String
  }

  /// Returns the lines of one object and its contents, without the XML header.
  ///
  /// - Parameter number: the number of the object.
  /// - Throws: as ``write(_:budget:)``.
  static func lines(
    of number: Int, in list: PropertyList, budget: ArchiveBudget
  ) throws(ArchiveError) -> [Line] {
    var writer = XMLPropertyListWriter(list: list, budget: budget)
    writer.lines = []
    try writer.write(number, level: 0)
    return writer.lines ?? []
  }

  /// Creates a writer with empty output.
  private init(list: PropertyList, budget: ArchiveBudget) {
    self.list = list
    self.budget = budget
  }

  /// Writes an object and its contents, starting at a nesting level.
  private mutating func write(_ number: Int, level: Int) throws(ArchiveError) {
    // A cycle has no end, so it exceeds every depth.
    guard level < ArchiveBudget.depth else {
      throw ArchiveError(.notRepresentable("a reference cycle, as XML"))
    }
    switch list.items[number] {
    case .null: throw ArchiveError(.notRepresentable("null, as XML"))
    case .bool(let value): try line(value ? "<true/>" : "<false/>", level)
    case .integer(let value): try line("<integer>\(value)</integer>", level)
    case .unsigned(let value): try line("<integer>\(value)</integer>", level)
    case .real(let value): try line("<real>\(Self.text(value))</real>", level)
    case .date(let seconds):
      guard let text = ArchiveDateText.text(seconds) else {
        throw ArchiveError(.notRepresentable("a date with a fraction of a second, as XML"))
      }
      try line("<date>\(text)</date>", level)
    case .data(let bytes): try line("<data>\(Data(bytes).base64EncodedString())</data>", level)
    case .string(let text): try line("<string>\(try Self.escaped(text))</string>", level)
    case .uid(let value):
      try line("<dict>", level)
      try line("<key>CF$UID</key>", level + 1)
      try line("<integer>\(value)</integer>", level + 1)
      try line("</dict>", level)
    case .array(let items), .set(let items):
      try write("array", list.references[items].map { (key: nil, value: Int($0)) }, level)
    case .dictionary(let members):
      try write("dict", list.members(members).map { (key: $0.key, value: $0.value) }, level)
    }
  }

  /// Writes an array or a dictionary with its contents.
  ///
  /// - Parameter members: the values, with the keys of a dictionary.
  private mutating func write(
    _ tag: String, _ members: [(key: Int?, value: Int)], _ level: Int
  ) throws(ArchiveError) {
    if members.isEmpty { return try line("<\(tag)/>", level) }
    try line("<\(tag)>", level)
    for (key, value) in members {
      if let key, case .string(let name) = list.items[key] {
        try line("<key>\(try Self.escaped(name))</key>", level + 1)
      }
      try write(value, level: level + 1)
    }
    try line("</\(tag)>", level)
  }

  /// Writes a line at a nesting level, and subtracts its length from the budget.
  private mutating func line(_ content: String, _ level: Int) throws(ArchiveError) {
    try budget.spend(level + content.utf8.count + 1)
    guard lines == nil else { return lines?.append(Line(level: level, content: content)) ?? () }
    for _ in 0..<level { text += "\t" }
    text += content
    text += "\n"
  }

  /// Returns the spelling of a floating-point number in XML property lists.
  private static func text(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return "\(value)"
  }

  /// Returns the text of a string with escaped markup. A carriage return is written as a
  /// character reference, because XML readers convert it to a line feed (XML 1.0 §2.11).
  private static func escaped(_ text: String) throws(ArchiveError) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\r": escaped.append(contentsOf: "&#13;".unicodeScalars)
      case "\t", "\n": escaped.append(scalar)
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        throw ArchiveError(.notRepresentable("a control character, as XML"))
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
