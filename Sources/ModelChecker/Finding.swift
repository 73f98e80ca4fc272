/// A problem of a model's declaration that the compiler does not report, such as a list of properties that differs from
/// the initializer.
struct Finding: Equatable, CustomStringConvertible {
  let file: String
  let line: Int
  let column: Int
  let message: String

  var description: String { "\(file):\(line):\(column): warning: \(message)" }
}

extension Declarations {
  /// Returns the findings for classes that are not final, for stored lists in generic types, and for lists whose names
  /// differ from the parameters of their initializer. The compiler checks types.
  func findings() -> [Finding] {
    let generic = lists.filter { list in
      list.isStored && list.scope.flatMap { types[$0] }?.isGeneric == true
    }
    let open = openClasses.filter { type in lists.contains { $0.scope == type.name } }
    return open.map(\.finding) + generic.map(\.storedInGenericType)
      + mappings.compactMap { mapping in
        let typeName = mapping.type == "Self" ? mapping.scope : mapping.type
        guard let typeName, let (name, type) = type(named: typeName, in: mapping.scope), type.count <= 1,
          let list = lists.first(where: { $0.name == mapping.list && $0.scope == mapping.scope }),
          let lines = list.lines, let parameters = mapping.labels ?? type.parameters,
          type.stored.isSuperset(of: parameters)
        else { return nil }
        return Comparison(type: name, list: list, lines: lines, parameters: parameters).finding
      }
  }
}

extension OpenClass {
  fileprivate var finding: Finding {
    Finding(
      file: file, line: line, column: column,
      message:
        "a model class must be final: declare `final class`; a base class is not a model, and gives its mapping to "
        + "its subclasses with `inheriting:`")
  }
}

extension PropertyList {
  fileprivate var storedInGenericType: Finding {
    Finding(
      file: file, line: line, column: column,
      message:
        "a generic type cannot have stored static properties: declare `static var mapping: Mapping<Self> { .cached { … } }`, with "
        + "the properties and the mapping in its braces")
  }
}

/// A comparison of the properties in a list with the parameters of an initializer, which finds the first difference.
private struct Comparison {
  let type: String
  let list: PropertyList
  let lines: [PropertyList.Line]
  let parameters: [String]

  var finding: Finding? { surplus ?? repeated ?? missing ?? exchanged }

  private var missing: Finding? {
    guard let index = parameters.firstIndex(where: { name in !lines.contains { $0.property == name } }) else {
      return nil
    }
    let name = parameters[index]
    let before = parameters[..<index].last { name in lines.contains { $0.property == name } }
    let line = before.flatMap { name in lines.first { $0.property == name } }
    let place = before.map { " after `\($0)`" } ?? (lines.isEmpty ? "" : " before all others")
    return finding(
      at: line ?? lines.first,
      "`\(name)` of `\(type)` has no line here, and its initializer asks for it: add "
        + "`Property(\\.\(name), \"\(name)\")`\(place)")
  }

  private var surplus: Finding? {
    guard let line = lines.first(where: { !parameters.contains($0.property) }) else { return nil }
    return finding(
      at: line,
      "`\(line.property)` is not a parameter of the initializer of `\(type)`: remove the line, or give the initializer the "
        + "parameter")
  }

  private var repeated: Finding? {
    let repeated = lines.indices.first { index in
      lines[..<index].contains { $0.property == lines[index].property }
    }
    return repeated.map {
      finding(at: lines[$0], "`\(lines[$0].property)` is listed twice: remove one of the lines")
    }
  }

  private var exchanged: Finding? {
    guard let (line, parameter) = zip(lines, parameters).first(where: { $0.property != $1 }) else {
      return nil
    }
    return finding(
      at: line,
      "the initializer of `\(type)` asks for `\(parameter)` here, `\(line.property)` comes later: list the properties in "
        + "the order of its parameters")
  }

  private func finding(at line: PropertyList.Line?, _ message: String) -> Finding {
    Finding(
      file: list.file, line: line?.line ?? list.line, column: line?.column ?? list.column, message: message)
  }
}
