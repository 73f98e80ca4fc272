/// The layout of a mapping's JSON output, computed once. Properties with a common parent object are written
/// together, at the position of the first property among them.
final class EncodingPlan: Sendable {
  /// An object or array of the output with its members, in the order in which they are written.
  struct Container: Sendable {
    typealias Member = (component: JSONKeyPath.Component, output: Output)
    var members: [Member] = []
  }

  /// A part of the root object: a member, or all members of a property at the empty path.
  enum Part: Sendable {
    /// A member of the root object, by its index in the members of the root.
    case member(Int)
    /// All members of a property at the empty path, by the index of the property.
    case whole(Int)
  }

  /// The output for one key or array index.
  indirect enum Output: Sendable {
    /// The value of a property, by the property's index. If the property combines several JSON members,
    /// `member` is the index of one of them; otherwise it is 0.
    case value(property: Int, member: Int)
    case container(Container)
    /// The elements of a list property, by the property's index. Each element is written at the path `rest`
    /// in an object of its own, as for `labels[].name`.
    case each(property: Int, rest: [JSONKeyPath.Component])
  }

  /// Two properties that are written to conflicting paths.
  struct Collision: Sendable {
    let first: Int
    let second: Int
    let path: JSONKeyPath
  }

  let root: Container
  /// The members of the root object and the properties at the empty path, in the order in which they are
  /// written.
  let order: [Part]
  /// The keys of the root object's members. The set is empty if no property has the empty path, because the
  /// keys are needed only to merge such a property.
  let rootKeys: Set<ExactText>
  /// The indices of the properties at the empty path. The members of their JSON are added to the root object
  /// unless another property writes the same keys.
  let wholes: [Int]
  let collision: Collision?
  /// The output split into constant fragments, one for each property and one for the end; nil if the layout
  /// depends on the values. This is the case if a path has array components or is empty, a property combines
  /// several members, or siblings are not adjacent in the mapping.
  let fragments: [Fragment]?

  /// The constant bytes before a property's value, or after the last one: `{"url":`, `,"user":{"login":`, `}}`.
  struct Fragment: Sendable {
    /// The bytes of the fragment; empty if the property is not written.
    var text: [UInt8] = []
    /// The number of bytes of the text to keep if the value is omitted; nil if its container could become
    /// empty.
    var kept: Int?
  }

  init<Root>(_ properties: [AnyProperty<Root>]) {
    var root = Container()
    var collision: Collision?
    var wholes: [Int] = []
    var order: [Part] = []
    var owners = WrittenPaths()
    for (number, property) in properties.enumerated() {
      for (member, path) in property.writtenPaths.enumerated() {
        if path.isEmpty {
          wholes.append(number)
          order.append(.whole(number))
          continue
        }
        if let owner = owners.owner(of: path) {
          collision = collision ?? Collision(first: owner.property, second: number, path: path)
          continue
        }
        owners.append((path, number))
        let count = root.members.count
        root.insert(path.components[...], .value(property: number, member: member))
        if root.members.count > count { order.append(.member(count)) }
      }
    }
    self.root = root
    self.order = order
    rootKeys = wholes.isEmpty ? [] : root.keys
    self.wholes = wholes
    self.collision = collision
    fragments = wholes.isEmpty ? FragmentBuilder.fragments(root, propertyCount: properties.count) : nil
  }
}

/// An index of the paths that properties are written to, by the first keys of the paths. It makes the search
/// for collisions fast in a model with a thousand properties.
private struct WrittenPaths {
  typealias Owner = (path: JSONKeyPath, property: Int)

  private var owners: [JSONKeyPath.Component: [Owner]] = [:]
  /// The first property and path in the index whose path begins with an array component instead of a key; nil
  /// if there is none.
  private var odd: Owner?

  /// Returns the property whose path collides with the given path, together with that path; nil if there is
  /// none.
  func owner(of path: JSONKeyPath) -> Owner? {
    guard case .key? = path.components.first else {
      return owners.values.lazy.joined().first { $0.path.collides(with: path) }
    }
    return owners[path.components[0]]?.first { $0.path.collides(with: path) } ?? odd
  }

  mutating func append(_ owner: Owner) {
    guard let start = owner.path.components.first else { return }
    owners[start, default: []].append(owner)
    if case .key = start { return }
    odd = odd ?? owner
  }
}

extension JSONKeyPath {
  /// Returns whether no JSON can have values at both paths: one path is a prefix of the other, one passes
  /// through an object where the other passes through an array, or both create the elements of one array.
  func collides(with other: JSONKeyPath) -> Bool {
    for (a, b) in zip(components, other.components) {
      switch (a, b) {
      case (.key, .key), (.index, .index): if a != b { return false }
      default: return true
      }
    }
    return true
  }
}

extension JSONKeyPath {
  /// Returns whether writing a value at the other path writes null at this path: both paths pass through the
  /// same array, and the other path has the higher index.
  func isPadded(by other: JSONKeyPath) -> Bool {
    for (own, others) in zip(components, other.components) where own != others {
      guard case .index(let own) = own, case .index(let others) = others else { return false }
      return own < others
    }
    return false
  }
}

extension EncodingPlan.Container {
  /// Whether the container is an object rather than an array.
  var isObject: Bool {
    members.contains { if case .key = $0.component { true } else { false } }
  }

  var keys: Set<ExactText> {
    Set(members.compactMap { if case .key(let key) = $0.component { ExactText(key) } else { nil } })
  }

  fileprivate mutating func insert(_ path: ArraySlice<JSONKeyPath.Component>, _ output: EncodingPlan.Output) {
    guard let first = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty {
      members.append((first, output))
    } else if case .each = rest.first, case .value(let property, _) = output {
      members.append((first, .each(property: property, rest: Array(rest.dropFirst()))))
    } else if let index = members.firstIndex(where: { $0.component == first }),
      case .container(var container) = members[index].output
    {
      container.insert(rest, output)
      members[index].output = .container(container)
    } else {
      var container = EncodingPlan.Container()
      container.insert(rest, output)
      members.append((first, .container(container)))
    }
  }
}

/// A builder that splits JSON output with a constant layout into the constant bytes before, between and after
/// the values.
private struct FragmentBuilder {
  private var fragments: [EncodingPlan.Fragment]
  private var pending: [UInt8] = []
  private var lastProperty = -1

  static func fragments(_ root: EncodingPlan.Container, propertyCount: Int) -> [EncodingPlan.Fragment]? {
    var builder = FragmentBuilder(fragments: Array(repeating: .init(), count: propertyCount + 1))
    guard builder.write(root, isRoot: true) else { return nil }
    builder.fragments[propertyCount].text = builder.pending
    return builder.fragments
  }

  /// Appends the text of a container, and starts a new fragment at the value of each property.
  ///
  /// - Returns: false if the layout depends on the values.
  private mutating func write(_ container: EncodingPlan.Container, isRoot: Bool = false) -> Bool {
    pending.append(UInt8(ascii: "{"))
    for (index, member) in container.members.enumerated() {
      guard case .key(let key) = member.component else { return false }
      let kept = index > 0 || isRoot ? pending.count : nil
      if index > 0 { pending.append(UInt8(ascii: ",")) }
      var writer = JSONWriter()
      writer.writeString(key)
      pending += writer.finish() + [UInt8(ascii: ":")]
      switch member.output {
      case .each: return false
      case .container(let inner): if !write(inner) { return false }
      case .value(let property, let member):
        guard member == 0, property > lastProperty else { return false }
        fragments[property] = EncodingPlan.Fragment(text: pending, kept: kept)
        pending = []
        lastProperty = property
      }
    }
    pending.append(UInt8(ascii: "}"))
    return true
  }
}
