import Mantle
import MantlePlatform

/// The conversion between models, or collections of models, and archives in the layout of the
/// original Mantle.
///
/// ```swift
/// try Archive.write(issues, to: URL(filePath: "issues.archive"))
/// let again = try Archive.decode([Issue].self, contentsOf: URL(filePath: "issues.archive"))
/// ```
///
/// An archive is a property list in the layout of `NSKeyedArchiver`: the original Mantle opens the archives
/// of this library, and this library those of the original. Each model is one object of its class, with its
/// properties under their Swift names and its version.
///
/// Permanent properties are archived; `Property.archived(as:)` and `Property.notArchived()` change this.
/// Archives of older versions are migrated, and each migration is reported by
/// ``report(_:from:options:limits:)``. An archive of a newer version is an error.
///
/// ```swift
/// let report = try Archive.report([Issue].self, from: archiveBytes)
/// print(report.value?.count ?? 0, report.diagnostics)
/// ```
///
/// Files may come from strangers: malformed bytes are an ``ArchiveError``, and the memory for shared objects
/// is limited by ``ArchiveLimits``. A key that no property maps is reported as a note.
///
/// Models need no conformance. Conform to ``ArchivableModel`` to give a model another class name, a version
/// or migrations.
public enum Archive {
  /// Encodes a value as an archive. The same value always gives the same bytes.
  ///
  /// ```swift
  /// let data = try Archive.encode(issue)
  /// ```
  ///
  /// - Parameters:
  ///   - value: a model, or a collection of models or other values.
  ///   - format: the form of the property list.
  /// - Returns: the contents of the archive file.
  /// - Throws: an `EncodingProblem` that names the property without an archive form, or a
  ///   `MappingError`.
  public static func encode(_ value: some JSONConvertible, as format: ArchiveFormat = .binary) throws -> Data
  {
    Data(try bytes(of: value, as: format))
  }

  /// Encodes a value as an archive, and returns the bytes of the file.
  package static func bytes(
    of value: some JSONConvertible, as format: ArchiveFormat = .binary
  ) throws -> [UInt8] {
    try graph(of: value).bytes(format)
  }

  /// Writes a value as an archive to a file, which is replaced only when all of it is written.
  ///
  /// ```swift
  /// try Archive.write(issue, to: URL(filePath: "issue.archive"))
  /// ```
  ///
  /// - Throws: the errors of ``encode(_:as:)``, in which case the file is unchanged, and of the file system.
  public static func write(
    _ value: some JSONConvertible, to url: URL, as format: ArchiveFormat = .binary
  ) throws {
    try encode(value, as: format).write(to: url, options: .atomic)
  }

  /// Encodes a value as the object graph of an archive.
  ///
  /// - Parameter value: a model, or a collection of models or other values.
  static func graph(of value: some JSONConvertible) throws -> ArchiveGraph {
    let encoder = ArchiveEncoder()
    return encoder.finish(root: try encoder.value(value))
  }

  /// Decodes a value from a binary or XML archive.
  ///
  /// ```swift
  /// let issues = try Archive.decode([Issue].self, from: data)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the root object.
  ///   - bytes: the contents of the archive file, in binary or XML form.
  ///   - options: the treatment of errors in the data, and values for the decoding hooks of the models. Archives have
  ///     no profiles.
  ///   - limits: the maximum memory for values that repeat shared objects.
  /// - Throws: an ``ArchiveError`` if the file is not a readable archive, a
  ///   `DecodingFailure` with every error if its contents are not a value of the type, and
  ///   a `MappingError` if a mapping is invalid.
  public static func decode<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>, options: DecodingOptions = .strict,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    try report(type, from: bytes, options: options, limits: limits).get()
  }

  /// Decodes a value from an archive file.
  ///
  /// ```swift
  /// let issues = try Archive.decode([Issue].self, contentsOf: URL(filePath: "issues.archive"))
  /// ```
  ///
  /// - Throws: the errors of ``decode(_:from:options:limits:)`` and of the file system.
  public static func decode<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, contentsOf url: URL, options: DecodingOptions = .strict,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    try decode(type, from: Data(contentsOf: url), options: options, limits: limits)
  }

  /// Decodes a value from a binary or XML archive, together with its diagnostics: migrations that ran, unmapped keys and every
  /// error.
  ///
  /// ```swift
  /// let report = try Archive.report(Issue.self, from: archiveBytes, options: .lenient)
  /// for note in report.diagnostics { print(note.code, note.message) }
  /// ```
  ///
  /// - Returns: the diagnostics, and the value unless an error prevents it.
  /// - Throws: an ``ArchiveError`` if the file is not a readable archive, or a
  ///   `MappingError`.
  public static func report<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>, options: DecodingOptions = .strict,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws -> DecodingReport<Value> {
    try report(type, in: ArchiveGraph(reading: Array(bytes)), options: options, limits: limits)
  }

  /// Decodes a value from an archive file, together with its diagnostics.
  ///
  /// ```swift
  /// let report = try Archive.report([Issue].self, contentsOf: URL(filePath: "issues.archive"))
  /// ```
  ///
  /// - Throws: an ``ArchiveError``, a `MappingError`, or an error of the file system.
  public static func report<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, contentsOf url: URL, options: DecodingOptions = .strict,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws -> DecodingReport<Value> {
    try report(type, from: Data(contentsOf: url), options: options, limits: limits)
  }

  /// Decodes one object of an archive as a value of the given type, together with the diagnostics.
  ///
  /// - Parameter reference: the object; nil for the root.
  /// - Throws: an ``ArchiveError`` if the archive has no root, or a `MappingError`.
  static func report<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, in graph: ArchiveGraph, at reference: ArchiveReference? = nil,
    options: DecodingOptions = .strict, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> DecodingReport<Value> {
    let place = try reference ?? graph.requiredRoot()
    let decoder = ArchiveDecoder(graph, options: options, limits: limits)
    var value: Value?
    do {
      value = try decoder.value(place)
    } catch let error as MappingError {
      throw error
    } catch {
      decoder.report(error)
    }
    let failed = decoder.diagnostics.contains { decoder.policy.refuses($0) }
    return DecodingReport(
      value: failed ? nil : value, diagnostics: decoder.diagnostics, presentProperties: [])
  }
}
