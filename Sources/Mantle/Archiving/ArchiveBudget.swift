/// How large the content of an archive may become when objects that several others refer to are written or made
/// once for each of them.
///
/// A file of a few hundred bytes can describe terabytes that way. An honest one repeats a list of users in every
/// issue; its content grows with the file.
public struct ArchiveLimits: Sendable, Hashable {
  /// The bytes that even the smallest archive may become.
  package var base: Int
  /// The bytes added to ``base`` for each byte of the archive.
  package var perByte: Int

  /// Limits with some of the defaults replaced.
  public init(base: Int = 64 << 20, perByte: Int = 32) {
    self.base = base
    self.perByte = perByte
  }

  /// The largest content of an archive of that many bytes.
  package func bytes(forArchiveOf size: Int) -> Int {
    let (grown, overflows) = size.multipliedReportingOverflow(by: perByte)
    return overflows || grown > Int.max - base ? Int.max : base + grown
  }
}

/// What may still be spent on an archive: every limit against hostile input is one of these, or in this file.
struct ArchiveBudget {
  private var left: Int
  /// What is said when nothing is left.
  private let exceeded: ArchiveError

  init(_ amount: Int, exceeded: ArchiveError.Kind) {
    left = amount
    self.exceeded = ArchiveError(exceeded)
  }

  /// - Throws: an error that names the limit, from the first time it is exceeded on.
  mutating func spend(_ amount: Int) throws(ArchiveError) {
    left = left < amount ? -1 : left - amount
    if left < 0 { throw exceeded }
  }

  /// The memory that values of a file take: only overlapping objects need more than a multiple of its length.
  static func reading(fileOf size: Int) -> ArchiveBudget {
    ArchiveBudget(8 * size + 1 << 20, exceeded: .overlappingObjects)
  }

  /// What is made of the objects, whether as values in memory or as text.
  static func content(of graph: ArchiveGraph, _ limits: ArchiveLimits) -> ArchiveBudget {
    let most = limits.bytes(forArchiveOf: graph.approximateSize)
    return ArchiveBudget(most, exceeded: .limit("repeated objects make more than \(most) bytes of content"))
  }

  /// The XML form of a file; a reference of two bytes becomes four lines.
  static func xml(fileOf size: Int) -> ArchiveBudget {
    let most = (16 << 20) + 64 * size
    return ArchiveBudget(most, exceeded: .limit("repeated objects make more than \(most) bytes of content"))
  }

  /// How many objects are compared when an archive is written over another.
  static func comparing(objects: Int) -> ArchiveBudget {
    ArchiveBudget(64 * objects + 1_000_000, exceeded: .limit("too many repeated objects to compare"))
  }

  /// How many diagnostics are kept; more are counted only.
  static func diagnostics(objects: Int) -> Int { 20_000 + objects / 4 }

  /// How deep values may nest, the same on the way in and on the way out, so that what was written can be read:
  /// models in models, collections in a value of JSON, elements of XML.
  static let depth = 512

  static var tooDeep: ArchiveError { ArchiveError(.limit("nested deeper than \(depth) levels")) }
}

extension ArchiveGraph {
  /// About as many bytes as its file has.
  var approximateSize: Int { 8 * count + 3 * referenceCount + payload }

  private var referenceCount: Int {
    objects.reduce(top.count) { count, object in
      switch object.value {
      case .array(let items), .set(let items), .orderedSet(let items): count + items.count
      case .dictionary(let entries): count + 2 * entries.count
      case .object(let fields): count + fields.count
      default: count
      }
    }
  }
}
