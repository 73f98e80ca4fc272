extension JSONKeyPath {
  /// Parses a JSON Pointer (RFC 6901), such as `/labels/0/name`.
  ///
  /// A pointer does not distinguish indices from numeric keys; this initializer interprets them as indices,
  /// while ``JSONNode/find(pointer:)`` decides by the kind of the value.
  ///
  /// ```swift
  /// let path = try JSONKeyPath(pointer: "/labels/0/name")
  /// print(path)  // labels[0].name
  /// ```
  ///
  /// - Throws: A ``JSONKeyPathError`` if the text does not start with a slash, if a `~` is not part of `~0`
  ///   or `~1`, or if there are too many steps.
  public init(pointer: String) throws(JSONKeyPathError) {
    let scalars = Array(pointer.unicodeScalars)
    var tokens: [String.UnicodeScalarView] = []
    var position = 0
    while position < scalars.count {
      var scalar = scalars[position]
      if scalar == "/" {
        guard tokens.count < JSONKeyPath.maximumSteps else {
          throw JSONKeyPathError(
            text: pointer, position: position, reason: "expected at most \(JSONKeyPath.maximumSteps) steps")
        }
        tokens.append(String.UnicodeScalarView())
      } else {
        guard !tokens.isEmpty else {
          throw JSONKeyPathError(text: pointer, position: 0, reason: "expected '/'")
        }
        if scalar == "~" {
          position += 1
          switch position < scalars.count ? scalars[position] : nil {
          case "0": break
          case "1": scalar = "/"
          default: throw JSONKeyPathError(text: pointer, position: position, reason: "expected '0' or '1'")
          }
        }
        tokens[tokens.count - 1].append(scalar)
      }
      position += 1
    }
    self.init(tokens.map { Self.component(String($0)) })
  }

  /// The path as a JSON Pointer; nil if it contains ``Component/each``, which a pointer cannot express.
  ///
  /// ```swift
  /// let path: JSONKeyPath = "labels[0].name"
  /// let pointer = path.pointer  // /labels/0/name
  /// ```
  public var pointer: String? {
    var text = ""
    for component in components {
      switch component {
      case .key(let key): text += "/" + Self.escapePointer(key)
      case .index(let index): text += "/\(index)"
      case .each: return nil
      }
    }
    return text
  }

  /// Returns the path component of one pointer token: an index for a number without leading zeros, otherwise
  /// a key.
  private static func component(_ token: String) -> Component {
    guard let index = Int(token), index >= 0, String(index) == token else { return .key(token) }
    return .index(index)
  }

  /// Returns the key with `~` and `/` escaped as `~0` and `~1`.
  private static func escapePointer(_ key: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": escaped.append(contentsOf: "~0".unicodeScalars)
      case "/": escaped.append(contentsOf: "~1".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
