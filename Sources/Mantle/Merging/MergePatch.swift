/// JSON Merge Patch (RFC 7396).
public enum MergePatch {
  /// One place where two values differ.
  struct Part {
    let path: JSONKeyPath
    let before: JSONNode?
    let after: JSONNode?
  }

  /// The differences of two values; objects are compared member by member, everything else as a whole.
  static func parts(from a: JSONNode?, to b: JSONNode?, at path: JSONKeyPath) -> [Part] {
    guard let a, let b, a.kind == .object, b.kind == .object else {
      if let a, let b, a.isEquivalent(to: b) { return [] }
      return a == nil && b == nil ? [] : [Part(path: path, before: a, after: b)]
    }
    var keys = a.members.map(\.key.displayText)
    let known = Set(keys)
    keys += b.members.map(\.key.displayText).filter { !known.contains($0) }
    return keys.flatMap { key in
      parts(from: a[key], to: b[key], at: JSONKeyPath(path.components + [.key(key)]))
    }
  }

  /// The patch's outcome for a target, as RFC 7396 §2 defines it: null removes, objects merge, everything else
  /// replaces.
  ///
  /// - Complexity: linear in both, recursive in the patch's depth, which the parser bounds.
  public static func apply(_ patch: JSONNode, to target: JSONNode?) -> [UInt8] {
    var writer = JSONWriter()
    write(patch, over: target, to: &writer)
    return writer.finish()
  }

  private static func write(_ patch: JSONNode, over target: JSONNode?, to writer: inout JSONWriter) {
    guard patch.kind == .object else { return writer.rawJSON(patch) }
    writer.beginObject()
    var written: Set<String> = []
    if let target, target.kind == .object {
      for (key, value) in target.members {
        let name = key.displayText
        guard written.insert(name).inserted else { continue }
        if let change = patch[name] {
          guard !change.isNull else { continue }
          writer.key(name)
          write(change, over: target[name], to: &writer)
        } else {
          writer.key(name)
          writer.rawJSON(value)
        }
      }
    }
    for (key, change) in patch.members where !change.isNull && written.insert(key.displayText).inserted {
      writer.key(key.displayText)
      write(change, over: nil, to: &writer)
    }
    writer.endObject()
  }
}

/// A merge patch being put together.
struct PatchObject {
  private var members: [(key: String, value: Value)] = []

  private indirect enum Value {
    case json([UInt8]?)
    case object(PatchObject)
  }

  /// Puts a change at a path of keys; nil removes.
  mutating func set(_ path: ArraySlice<JSONKeyPath.Component>, _ json: [UInt8]?) {
    guard case .key(let key)? = path.first else { return }
    if path.count == 1 {
      members.append((key, .json(json)))
    } else if let index = members.firstIndex(where: { $0.key == key }),
      case .object(var inner) = members[index].value
    {
      inner.set(path.dropFirst(), json)
      members[index].value = .object(inner)
    } else {
      var inner = PatchObject()
      inner.set(path.dropFirst(), json)
      members.append((key, .object(inner)))
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.key)
      switch member.value {
      case .json(let json?): writer.rawJSON(json)
      case .json(nil): writer.null()
      case .object(let inner): inner.write(to: &writer)
      }
    }
    writer.endObject()
  }
}
