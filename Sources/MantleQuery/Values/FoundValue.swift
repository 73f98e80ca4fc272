import Mantle

/// The value that a path or calculation has in a row.
enum FoundValue: Sendable {
  case absent
  case null
  /// A value that its property rejects, with its JSON; or, without JSON, any value of a malformed row.
  case unreadable(JSONNode?)
  /// A failed calculation, with the reason.
  case failed(String)
  case value(FilterValue, PropertyDescription?)
  /// The values of a path through a list, of which there may be any number.
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
  /// Whether a filter compares several values instead of this value, such as the elements of a list.
  var isList: Bool {
    switch self {
    case .several(let values): !values.isEmpty
    case .value(.node(let node), _): node.elements.contains { !$0.kind.isContainer }
    default: false
    }
  }

  /// Whether the property rejects the value or the calculation failed.
  var isUnreadable: Bool {
    switch self {
    case .unreadable, .failed: true
    case .several(let values): values.contains(where: \.isUnreadable)
    case .absent, .null, .value: false
    }
  }

  /// Returns whether a keyword, `absent` or `unreadable`, describes the value.
  func `is`(_ keyword: FilterOperand.Keyword?) -> Bool {
    switch (keyword, self) {
    case (.absent, .absent): true
    case (.absent, .several(let values)): values.isEmpty
    case (.unreadable, _): isUnreadable
    default: false
    }
  }

  /// Returns whether the value is identical to the operand of `===`, so that a list of frequencies counts both as one
  /// value.
  func isIdentical(to operand: FilterOperand) -> Bool {
    guard let json = operand.json else { return isOfMalformedRow }
    return isIdentical(to: json)
  }

  /// Whether the value is from a malformed row or a failed calculation.
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

  /// The values that a filter compares: the values of a path through a list, with lists replaced by their elements.
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
  /// Returns the value of the path in a row.
  func find(in subject: FilterSubject) -> FoundValue {
    if let calculation { return calculation.value(in: subject) }
    guard let node = subject.node else { return usesOwn ? .absent : .unreadable(nil) }
    let found = find(node, subject)
    switch found {
    // The malformed part of the row may contain the missing value.
    case .absent where subject.isBroken && !usesOwn, .null where subject.isBroken: return .unreadable(nil)
    default: return found
    }
  }

  private func find(_ node: JSONNode, _ subject: FilterSubject) -> FoundValue {
    // This fast path handles paths through objects only, which are the most frequent.
    if cluster == nil, routes.count == 1, let found = Self.single(subject, node, routes[0][...]) {
      return found.map { FoundValue(.node($0), as: property) } ?? .absent
    }
    let found = readValues(of: subject)
    let values = found.values.map { FoundValue($0.value, as: $0.property) }
    return found.isList || values.count > 1 ? .several(values) : values.first ?? .absent
  }

  /// Returns the value of the path in a row as a cell.
  package func cell(in subject: FilterSubject) -> QueryCell { QueryCell(of: find(in: subject)) }

  /// Returns the path with the indices of one row in place of the exploded lists.
  ///
  /// - Parameter elements: the index of the element at each level; fewer indices for a row without an element.
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

  /// Whether the path goes through an exploded list.
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
    // A value that combines several members cannot be decoded from one of them.
    if words(of: node) != nil || keyPaths.count > 1 { return true }
    // A property may accept more than its type, such as a single element instead of a list.
    return decode(node).diagnostics.allSatisfy { $0.severity == .note }
  }
}

extension ValueShape {
  /// Returns whether the kind of a value is enough to show that the shape accepts it. If not, the value must be decoded
  /// to find out.
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
  /// Whether the text is an integer of at most nine digits, which `Int` and `Int32` can represent.
  fileprivate var isShortInteger: Bool {
    utf8.count < 10 && utf8.allSatisfy { $0 <= UInt8(ascii: "9") && $0 != UInt8(ascii: ".") }
  }
}
