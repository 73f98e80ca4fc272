import Mantle
import MantlePlatform

/// The conversion of a binary property list to XML in Apple's PropertyList-1.0 form, in which
/// UIDs are `CF$UID` dictionaries.
struct XMLPropertyListWriter {
  /// The property list.
  private let list: BinaryPropertyList
  /// The output.
  private var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """
  /// The open containers, outermost first.
  private var open: [Container] = []
  /// Whether each object is in ``open``, to detect cycles.
  private var isOpen: [Bool]
  /// The whitespace at the start of each line.
  private var indentation = ""
  /// The budget for the output. XML has no references, so a shared object is repeated for
  /// each of its holders.
  private var budget: ArchiveBudget
  /// The size of the output that was counted against the budget.
  private var counted = 0

  /// An open dictionary or array.
  private struct Container {
    /// The number of the object.
    let number: Int
    /// The name of the element.
    let tag: String
    /// The keys of a dictionary; nil for an array.
    let keys: PropertyListReferences?
    /// The values.
    let values: PropertyListReferences
    /// The index of the next value.
    var next = 0
  }

  /// Converts a binary property list to XML.
  ///
  /// - Parameter budget: the permitted size of the output; nil for a default that depends on
  ///   the size of the file.
  /// - Throws: ``ArchiveError/Kind/notRepresentable(_:)`` for characters and cycles that XML
  ///   cannot represent, and ``ArchiveError/Kind/limit(_:)`` if repeated objects exceed the
  ///   budget.
  static func write(_ bytes: [UInt8], budget: ArchiveBudget? = nil) throws(ArchiveError) -> [UInt8] {
    let list = try BinaryPropertyList(bytes)
    var writer = XMLPropertyListWriter(
      list: list, budget: budget ?? .xml(fileOf: bytes.count))
    try writer.write(list.top)
    while !writer.open.isEmpty { try writer.step() }
    return Array((writer.text + "</plist>\n").utf8)
  }

  /// Creates a writer without output.
  private init(list: BinaryPropertyList, budget: ArchiveBudget) {
    self.list = list
    self.budget = budget
    isOpen = Array(repeating: false, count: list.objectCount)
  }

  /// Writes the next member of the innermost container, or closes it.
  private mutating func step() throws(ArchiveError) {
    let last = open.count - 1
    let container = open[last]
    guard container.next < container.values.count else {
      open.removeLast()
      isOpen[container.number] = false
      indentation.removeLast()
      return line("</\(container.tag)>")
    }
    open[last].next += 1
    if let keys = container.keys {
      let key = try list.object(try list.reference(container.next, of: keys))
      line("<key>\(try escaped(key))</key>")
    }
    try write(try list.reference(container.next, of: container.values))
  }

  /// Writes a scalar, or opens a container.
  private mutating func write(_ number: Int) throws(ArchiveError) {
    guard !isOpen[number], open.count < ArchiveBudget.depth else {
      throw ArchiveError(.notRepresentable("a reference cycle, as XML"), object: number)
    }
    try budget.spend(text.utf8.count - counted)
    counted = text.utf8.count
    let object = try list.object(number)
    switch object {
    case .null: throw ArchiveError(.notRepresentable("a bare null, as XML"), object: number)
    case .bool(let value): line(value ? "<true/>" : "<false/>")
    case .integer(let value): line("<integer>\(value)</integer>")
    case .unsigned(let value): line("<integer>\(value)</integer>")
    case .real(let value): line("<real>\(Self.text(value))</real>")
    case .date(let seconds): try write(date: seconds, number)
    case .data(let range): line("<data>\(Data(list.bytes[range]).base64EncodedString())</data>")
    case .ascii, .utf16: line("<string>\(try escaped(object))</string>")
    case .uid(let value): writeUID(value)
    case .array(let items), .set(let items): start(number, "array", nil, items)
    case .dictionary(let keys, let values): start(number, "dict", keys, values)
    }
  }

  /// Opens a container.
  private mutating func start(
    _ number: Int, _ tag: String, _ keys: PropertyListReferences?, _ values: PropertyListReferences
  ) {
    if values.count == 0 { return line("<\(tag)/>") }
    line("<\(tag)>")
    open.append(Container(number: number, tag: tag, keys: keys, values: values))
    isOpen[number] = true
    indentation.append("\t")
  }

  /// Writes a UID.
  private mutating func writeUID(_ value: UInt64) {
    line("<dict>")
    line("\t<key>CF$UID</key>")
    line("\t<integer>\(value)</integer>")
    line("</dict>")
  }

  /// Writes a date.
  private mutating func write(date seconds: Double, _ number: Int) throws(ArchiveError) {
    guard let text = ArchiveDateText.text(seconds) else {
      throw ArchiveError(.notRepresentable("a date with a fraction of a second, as XML"), object: number)
    }
    line("<date>\(text)</date>")
  }

  /// Writes a line.
  private mutating func line(_ content: String) {
    text += indentation
    text += content
    text += "\n"
  }

  /// Returns the text of a floating-point number.
  private static func text(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return "\(value)"
  }

  /// Returns the text of a string with escaped markup. A carriage return is written as a
  /// character reference, because XML readers convert it to a line feed (XML 1.0 §2.11).
  private func escaped(_ object: PropertyListObject) throws(ArchiveError) -> String {
    guard let (text, _) = try list.string(object) else { return "" }
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
