/// Finds out which model a text holds, and where in it, by trying them on a few samples.
public enum ModelChoice {
  /// A model at a place of the text, and how well it fits there.
  public struct Candidate: Sendable {
    public let model: ModelDescription
    /// Empty for the root, `[]` for elements of an array or lines, `items[]` inside a wrapper object.
    public let path: JSONKeyPath
    /// From 0 to 1: both shares together, weighted with how much of the text is at the place.
    public let score: Double
    /// What share of the model's properties found a value they can read.
    public let decodedShare: Double
    /// What share of the keys found there the model maps.
    public let mappedShare: Double
    /// How many values were tried.
    public let sampled: Int

    /// Whether the fit is good enough to be chosen unasked.
    public var isConvincing: Bool { score >= 0.25 && decodedShare >= 0.5 }
  }

  /// All models at all places where anything of them fits, the best first.
  ///
  /// Looks at the root, into a top-level array or the lines, and into the arrays and objects inside a wrapper object.
  ///
  /// - Complexity: O(models × samples), whatever the size of the text.
  public static func rank(_ models: [ModelDescription], _ bytes: JSONBytes) -> [Candidate] {
    let places = SamplePlace.find(in: bytes)
    let candidates = models.flatMap { model in
      let keys = MappedKeys(model)
      return places.compactMap { candidate(model, keys, at: $0) }
    }
    return candidates.sorted { $0.score > $1.score }
  }

  /// Where models would most probably be, by the text's shape alone: the list of objects that is most of it, or its
  /// root.
  public static func likelyPath(in bytes: JSONBytes) -> JSONKeyPath {
    let places = SamplePlace.find(in: bytes)
    let lists = places.filter {
      $0.path.components.last == .each && $0.samples.contains { $0.kind == .object }
    }
    let largest = lists.max { $0.weight < $1.weight }.flatMap { $0.weight > 0.5 ? $0 : nil }
    return (largest ?? places.first)?.path ?? JSONKeyPath()
  }

  private static func candidate(_ model: ModelDescription, _ keys: MappedKeys, at place: SamplePlace)
    -> Candidate?
  {
    guard !place.samples.isEmpty else { return nil }
    var decoded = 0.0
    var mapped = 0.0
    for sample in place.samples where sample.kind == .object {
      decoded += decodedShare(model, sample)
      mapped += mappedShare(keys, sample)
    }
    let count = Double(place.samples.count)
    (decoded, mapped) = (decoded / count, mapped / count)
    guard decoded > 0, mapped > 0 else { return nil }
    // The harmonic mean: a model of one property that is always there must not win, nor one that maps everything
    // and reads half of it.
    let fit = 2 * decoded * mapped / (decoded + mapped)
    return Candidate(
      model: model, path: place.path, score: fit * place.weight.squareRoot(), decodedShare: decoded,
      mappedShare: mapped, sampled: place.samples.count)
  }

  /// Absent properties that may be absent count half: they say little either way.
  private static func decodedShare(_ model: ModelDescription, _ object: JSONNode) -> Double {
    let base = object.path.components.count
    let failed = model.diagnose(object).filter { $0.severity == .error }.map {
      $0.path.components.dropFirst(base)
    }
    var read = 0.0
    var total = 0.0
    for property in model.properties where !property.keyPaths.isEmpty {
      let isPresent = property.keyPaths.contains { object.find($0) != nil }
      let hasFailed = property.keyPaths.contains { path in
        failed.contains { $0.starts(with: path.components) }
      }
      if isPresent, !hasFailed { read += 1 }
      total += isPresent || property.isRequired ? 1 : 0.5
    }
    return total > 0 ? read / total : 0
  }

  private static func mappedShare(_ keys: MappedKeys, _ object: JSONNode) -> Double {
    let total = object.count
    let unmapped = keys.unmapped(in: object).filter { $0.path.components.count == 1 }.count
    return total > 0 ? Double(total - unmapped) / Double(total) : 0
  }
}

/// A place in a text where models may be, with a few of the values there.
struct SamplePlace {
  let path: JSONKeyPath
  let samples: [JSONNode]
  /// Which part of the text is at the place, from 0 to 1.
  let weight: Double

  private static let mostSamples = 20
  private static let mostMembers = 64
  private static let deepestWrapper = 2
  private static let largestSample = 1 << 20

  /// The places to look at, from the outside in.
  static func find(in bytes: JSONBytes) -> [SamplePlace] {
    let layout = JSONLayout.detect(bytes)
    switch layout {
    case .lines, .concatenated:
      guard let children = layout.children(in: bytes) else { return [] }
      let values = JSONChildIndex(bytes, children, lookahead: largestSample)
      return [SamplePlace(path: JSONKeyPath([.each]), samples: samples(values, bytes), weight: 1)]
    case .array(let start):
      // Where it ends does not matter.
      let whole = JSONChild(key: nil, value: start..<bytes.count, ordinal: 0, isMeasured: false)
      return places(whole, in: bytes, at: JSONKeyPath(), depth: 0)
    case .object(let start):
      let values = JSONChildIndex(bytes, .concatenated(in: start..<bytes.count), lookahead: largestSample)
      return values.first().map { places($0, in: bytes, at: JSONKeyPath(), depth: 0) } ?? []
    case .empty, .scalar:
      return []
    }
  }

  private static func places(
    _ child: JSONChild, in bytes: JSONBytes, at path: JSONKeyPath, depth: Int
  ) -> [SamplePlace] {
    let offset = child.value.lowerBound
    let weight = child.isMeasured ? Double(child.value.count) / Double(max(1, bytes.count)) : 1
    let end = child.isMeasured ? child.value.upperBound : nil
    switch bytes[offset] {
    case UInt8(ascii: "["):
      let index = JSONChildIndex(bytes, .array(at: offset), end: end, lookahead: largestSample)
      return [SamplePlace(path: path.appending(.each), samples: samples(index, bytes), weight: weight)]
    case UInt8(ascii: "{"):
      let whole = parse(child, bytes).map { [$0] } ?? []
      let root = SamplePlace(path: path, samples: whole, weight: weight)
      guard depth < deepestWrapper else { return [root] }
      let index = JSONChildIndex(bytes, .object(at: offset), end: end, lookahead: largestSample)
      let members = children(index, most: mostMembers)
      return [root]
        + members.flatMap { member in
          let key = member.key.flatMap { try? JSONDocument(parsing: bytes, in: $0) }?.root.displayText
          return key.map { places(member, in: bytes, at: path.appending(key: $0), depth: depth + 1) } ?? []
        }
    default:
      return []
    }
  }

  private static func samples(_ index: JSONChildIndex, _ bytes: JSONBytes) -> [JSONNode] {
    children(index, most: mostSamples).compactMap { parse($0, bytes) }
  }

  private static func children(_ index: JSONChildIndex, most: Int) -> [JSONChild] {
    var children: [JSONChild] = []
    var next = index.first()
    while let child = next, children.count < most {
      children.append(child)
      // To step over a child that was not measured would mean to read it all.
      next = child.isMeasured ? index.next(after: child) : nil
    }
    return children
  }

  private static func parse(_ child: JSONChild, _ bytes: JSONBytes) -> JSONNode? {
    guard child.isMeasured, child.value.count <= largestSample else { return nil }
    return try? JSONDocument(parsing: bytes, in: child.value).root
  }
}
