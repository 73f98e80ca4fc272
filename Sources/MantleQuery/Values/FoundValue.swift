import Mantle

/// The result of following a path in a row, before it is compared, counted or shown.
enum FoundValue: Sendable {
  case absent
  case null
  /// A value that its property rejects, or any value of a row that is not JSON; with the node if there is one.
  case unreadable(JSONNode?)
  /// A calculation that the values of the row do not allow, with the reason.
  case failed(String)
  case value(FilterValue, PropertyDescription?)
  /// The values of a path through a list, however many it finds.
  case several([FoundValue])

  init(_ value: FilterValue, as property: PropertyDescription?) {
    guard case .node(let node) = value else {
      self = .value(value, property)
      return
    }
    if node.isNull {
      self = .null
    } else if let property, !property.canRead(node) {
      self = .unreadable(node)
    } else {
      self = .value(value, property)
    }
  }
}

extension FoundValue {
  /// Whether a filter compares several values.
  var isList: Bool {
    switch self {
    case .several(let values): !values.isEmpty
    case .value(.node(let node), _): node.elements.contains { !$0.kind.isContainer }
    default: false
    }
  }

  /// Whether the property does not accept the value.
  var isUnreadable: Bool {
    switch self {
    case .unreadable, .failed: true
    case .several(let values): values.contains(where: \.isUnreadable)
    case .absent, .null, .value: false
    }
  }

  /// Whether a keyword describes the value: absent, or unreadable.
  func `is`(_ keyword: FilterOperand.Keyword?) -> Bool {
    switch (keyword, self) {
    case (.absent, .absent): true
    case (.absent, .several(let values)): values.isEmpty
    case (.unreadable, _): isUnreadable
    default: false
    }
  }

  /// Whether the value is that of an operand: no other value has a row of its own in frequencies.
  func isIdentical(to operand: FilterOperand) -> Bool {
    guard let json = operand.json else { return isOfMalformedRow }
    return isIdentical(to: json)
  }

  /// Whether there is no value at all that could be read.
  private var isOfMalformedRow: Bool {
    switch self {
    case .unreadable(nil), .failed: true
    default: false
    }
  }

  private func isIdentical(to json: JSONNode) -> Bool {
    switch self {
    case .absent, .unreadable(nil), .failed: false
    case .null: json.isNull
    case .unreadable(let node?):
      JSONFormatter.compact.format(node) == JSONFormatter.compact.format(json)
    case .several(let values):
      json.kind == .array && json.count == values.count
        && zip(values, json.elements).allSatisfy { $0.isIdentical(to: $1) }
    case .value(.text(let text), _), .value(.date(let text), _):
      json.kind == .string && json.displayText.isExactly(text)
    case .value(.number(let number), _): json.kind == .number && ComparedNumber(json.rawText) == number
    case .value(.node, let property):
      OrderKey(identityOf: [self]) == OrderKey(identityOf: [FoundValue(.node(json), as: property)])
    }
  }

  /// The values that a filter compares: those of a path through a list, and the values in a list.
  var each: [FoundValue] {
    switch self {
    case .several(let values) where isList: values.flatMap(\.each)
    case .value(.node(let node), let property) where isList:
      node.elements.filter { !$0.kind.isContainer }.map { FoundValue(.node($0), as: property?.inner) }
    default: [self]
    }
  }
}

extension FilterPath {
  /// The value of the path in a row.
  func find(in subject: FilterSubject) -> FoundValue {
    if let calculation { return calculation.value(in: subject) }
    guard let node = subject.node else { return usesOwn ? .absent : .unreadable(nil) }
    let found = find(node, subject)
    switch found {
    // The malformed part of a row may contain the missing value.
    case .absent where subject.isBroken && !usesOwn, .null where subject.isBroken: return .unreadable(nil)
    default: return found
    }
  }

  private func find(_ node: JSONNode, _ subject: FilterSubject) -> FoundValue {
    // The usual path leads through objects only.
    if cluster == nil, routes.count == 1, let found = Self.single(subject, node, routes[0][...]) {
      return found.map { FoundValue(.node($0), as: property) } ?? .absent
    }
    let found = readValues(of: subject)
    let values = found.values.map { FoundValue($0.value, as: $0.property) }
    return found.isList || values.count > 1 ? .several(values) : values.first ?? .absent
  }

  /// The value of the path in a row, as it is shown.
  package func cell(in subject: FilterSubject) -> QueryCell { QueryCell(of: find(in: subject)) }

  /// Returns the path for one row, of elements of the exploded lists.
  ///
  /// - Parameter elements: The index of the element at each level; empty for a row without an element.
  func entering(_ elements: [Int]) -> FilterPath {
    func enter(_ step: Step) -> Step {
      guard case .row(let level) = step else { return step }
      return .index(level < elements.count ? elements[level] : .max)
    }
    var copy = self
    copy.calculation = calculation?.mapPaths { $0.entering(elements) }
    copy.routes = routes.map { $0.map(enter) }
    copy.cluster?.enter(enter)
    return copy
  }

  /// Whether the path leads into an exploded list.
  var isExploded: Bool {
    if let calculation { return calculation.paths.contains(where: \.isExploded) }
    return routes.contains { $0.contains { if case .row = $0 { true } else { false } } }
  }
}

extension FilteredCluster {
  fileprivate mutating func enter(_ enter: (FilterPath.Step) -> FilterPath.Step) {
    routes = routes.map { $0.map(enter) }
    names = names.map { name in
      if case .step(let step) = name { .step(enter(step)) } else { name }
    }
  }
}

extension PropertyDescription {
  /// Returns whether the property accepts a value other than null. For lists and objects, only the kind is inspected.
  fileprivate func canRead(_ node: JSONNode) -> Bool {
    if transformer == nil || node.kind.isContainer, shape.unwrapped.isObviouslyShape(of: node) { return true }
    // A value that combines several members cannot be judged by one of them.
    if words(of: node) != nil || keyPaths.count > 1 { return true }
    // A property may accept more than its type, such as one element in place of a list.
    return decode(node).diagnostics.allSatisfy { $0.severity == .note }
  }
}

extension ValueShape {
  /// Whether the kind of a value shows that it is of the shape. Others are decoded: a list may also be a single value.
  fileprivate func isObviouslyShape(of node: JSONNode) -> Bool {
    switch self {
    case .string: node.kind == .string
    case .boolean: node.kind == .true || node.kind == .false
    case .json: true
    case .array: node.kind == .array
    case .dictionary, .model: node.kind == .object
    case .integer, .number: node.kind == .number && node.rawText.isShortInteger
    case .enumeration(let cases): node.kind == .string && cases.contains(node.displayText)
    default: false
    }
  }
}

extension String {
  /// Whether the text of a JSON number is an integer of at most nine digits, which `Int` and `Int32` hold.
  fileprivate var isShortInteger: Bool {
    utf8.count < 10 && utf8.allSatisfy { $0 <= UInt8(ascii: "9") && $0 != UInt8(ascii: ".") }
  }
}
