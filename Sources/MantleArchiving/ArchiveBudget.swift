import Mantle

/// The maximum size of an archive's contents, in bytes of memory, after every shared object has been copied for each object that
/// refers to it.
///
/// A file of a few hundred bytes can describe terabytes with shared objects. Legitimate
/// archives share objects too, such as a list of users in every issue, but their contents
/// grow with the size of the file.
///
/// ```swift
/// let issues = try Archive.decode([Issue].self, from: archiveBytes, limits: ArchiveLimits(base: 256 << 20))
/// ```
public struct ArchiveLimits: Sendable, Hashable {
  /// The number of bytes of contents that are permitted for an archive of any size.
  var base: Int
  /// The number of bytes of contents that are permitted in addition to ``base`` for each byte of the archive.
  var perByte: Int

  /// Creates limits for decoding an archive.
  ///
  /// - Parameters:
  ///   - base: the number of bytes permitted for every archive; 64 MiB by default.
  ///   - perByte: the number of bytes added for each byte of the archive.
  public init(base: Int = 64 << 20, perByte: Int = 32) {
    self.base = base
    self.perByte = perByte
  }

  /// Returns the maximum size of the contents of an archive with a given size, without
  /// overflow.
  func bytes(forArchiveOf size: Int) -> Int {
    let (grown, overflows) = size.multipliedReportingOverflow(by: perByte)
    return overflows || grown > Int.max - base ? Int.max : base + grown
  }
}

/// The remaining amount of a resource, such as the memory for decoded values, that an archive from a stranger may use. All limits
/// against malicious archives are budgets or are defined in this file.
struct ArchiveBudget {
  /// The remaining amount of the resource; -1 after the limit was exceeded.
  private var left: Int
  /// The error to throw once the budget is exceeded.
  private let exceeded: ArchiveError

  /// Creates a budget with a permitted amount.
  ///
  /// - Parameters:
  ///   - amount: the permitted amount, in a unit that the user of the budget chooses.
  ///   - exceeded: the error once the amount is exceeded.
  init(_ amount: Int, exceeded: ArchiveError.Kind) {
    left = amount
    self.exceeded = ArchiveError(exceeded)
  }

  /// Subtracts an amount, such as a number of bytes, from the budget.
  ///
  /// - Throws: an error that names the limit, for this call and all later calls, once the
  ///   limit is exceeded.
  mutating func spend(_ amount: Int) throws(ArchiveError) {
    left = left < amount ? -1 : left - amount
    if left < 0 { throw exceeded }
  }

  /// Returns the budget, in bytes, for the memory of the objects that are read from a file. The budget is in proportion
  /// to the size of the file; only a file with overlapping objects exceeds it.
  static func reading(fileOf size: Int) -> ArchiveBudget {
    ArchiveBudget(8 * size + 1 << 20, exceeded: .overlappingObjects)
  }

  /// Returns the budget, in bytes, for values or text made from the objects of an archive.
  static func content(of graph: ArchiveGraph, _ limits: ArchiveLimits = ArchiveLimits()) -> ArchiveBudget {
    let most = limits.bytes(forArchiveOf: graph.approximateSize)
    return ArchiveBudget(most, exceeded: .limit("repeated objects make more than \(most) bytes of content"))
  }

  /// Returns the maximum number of diagnostics that are recorded for an archive with a number of objects. Further diagnostics are
  /// only counted.
  static func diagnostics(objects: Int) -> Int { 20_000 + objects / 4 }

  /// The maximum nesting of models, collections and XML elements. Reading and writing have
  /// the same limit, so that every written archive can be read.
  static let depth = 512

  /// The error for values that are nested deeper than ``depth`` levels.
  static var tooDeep: ArchiveError { ArchiveError(.limit("nested deeper than \(depth) levels")) }
}

extension ArchiveGraph {
  /// The approximate size of the archive's file, in bytes.
  var approximateSize: Int { 8 * count + 3 * referenceCount + payload }

  /// The number of references in all entry points and objects.
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
