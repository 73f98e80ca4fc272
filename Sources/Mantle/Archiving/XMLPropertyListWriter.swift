import MantlePlatform

/// Writes a binary property list as XML: Apple's PropertyList-1.0 form, UIDs as `CF$UID` dictionaries.
struct XMLPropertyListWriter {
  private let list: BinaryPropertyList
  private var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """
  private var open: [Container] = []
  /// The containers in ``open``, by number.
  private var isOpen: [Bool]
  private var indentation = ""
  /// XML has no references: an object that several hold is written several times, which must end.
  private var budget: ArchiveBudget
  /// How much of the text was taken from the budget.
  private var counted = 0

  private struct Container {
    let number: Int
    let tag: String
    let keys: PropertyListReferences?
    let values: PropertyListReferences
    var next = 0
  }

  /// - Parameter budget: how long the text may become; nil for what an honest file of this size may need.
  /// - Throws: ``ArchiveError/Kind/notRepresentable(_:)`` for characters and cycles XML has no form for, and
  ///   ``ArchiveError/Kind/limit(_:)`` for content that repeats itself beyond reason.
  static func write(_ bytes: [UInt8], budget: ArchiveBudget? = nil) throws(ArchiveError) -> [UInt8] {
    let list = try BinaryPropertyList(bytes)
    var writer = XMLPropertyListWriter(
      list: list, budget: budget ?? .xml(fileOf: bytes.count))
    try writer.write(list.top)
    while !writer.open.isEmpty { try writer.step() }
    return Array((writer.text + "</plist>\n").utf8)
  }

  private init(list: BinaryPropertyList, budget: ArchiveBudget) {
    self.list = list
    self.budget = budget
    isOpen = Array(repeating: false, count: list.objectCount)
  }

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

  private mutating func start(
    _ number: Int, _ tag: String, _ keys: PropertyListReferences?, _ values: PropertyListReferences
  ) {
    if values.count == 0 { return line("<\(tag)/>") }
    line("<\(tag)>")
    open.append(Container(number: number, tag: tag, keys: keys, values: values))
    isOpen[number] = true
    indentation.append("\t")
  }

  private mutating func writeUID(_ value: UInt64) {
    line("<dict>")
    line("\t<key>CF$UID</key>")
    line("\t<integer>\(value)</integer>")
    line("</dict>")
  }

  private mutating func write(date seconds: Double, _ number: Int) throws(ArchiveError) {
    guard let text = ArchiveDateText.text(seconds) else {
      throw ArchiveError(.notRepresentable("a date with a fraction of a second, as XML"), object: number)
    }
    line("<date>\(text)</date>")
  }

  private mutating func line(_ content: String) {
    text += indentation
    text += content
    text += "\n"
  }

  private static func text(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return "\(value)"
  }

  /// A carriage return is written as a reference, because XML readers turn a bare one into a line feed.
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
