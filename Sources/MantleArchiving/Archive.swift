import Mantle

/// The conversion between models, or collections of models, and archives in the layout of the
/// original Mantle.
///
/// ```swift
/// let bytes = try Archive.encode(issues)
/// let again = try Archive.decode([Issue].self, from: bytes)
/// ```
///
/// An archive is a property list in the layout of `NSKeyedArchiver`: the original Mantle opens the archives
/// of this library, and this library those of the original. Each model is one object of its class, with its
/// properties under their Swift names and its version.
///
/// Permanent properties are archived; `Property.archived(as:)` and `Property.notArchived()` change this.
/// Archives of older versions are migrated, and each migration is reported by
/// ``decoding(_:from:policy:userInfo:limits:)``. An archive of a newer version is an error.
///
/// ```swift
/// let decoded = try Archive.decoding([Issue].self, from: archiveBytes)
/// print(decoded.value?.count ?? 0, decoded.diagnostics)
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
  /// let bytes = try Archive.encode(issue)
  /// ```
  ///
  /// - Parameters:
  ///   - value: a model, or a collection of models or other values.
  ///   - format: the form of the property list.
  /// - Returns: the contents of the archive file.
  /// - Throws: an `EncodingProblem` that names the property without an archive form, or a
  ///   `MappingError`.
  public static func encode(
    _ value: some JSONConvertible, as format: ArchiveFormat = .binary
  ) throws -> [UInt8] {
    try graph(of: value).bytes(format)
  }

  /// Encodes a value as the object graph of an archive.
  ///
  /// - Parameter value: a model, or a collection of models or other values.
  static func graph(of value: some JSONConvertible) throws -> ArchiveGraph {
    let encoder = ArchiveEncoder()
    return encoder.finish(root: try encoder.value(value))
  }

  /// Decodes a value from an archive in either form.
  ///
  /// ```swift
  /// let issues = try Archive.decode([Issue].self, from: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the root object.
  ///   - bytes: the contents of the archive file, in binary or XML form.
  ///   - policy: the treatment of errors in the data.
  ///   - userInfo: values for the decoding hooks of the models.
  ///   - limits: the maximum memory for values that repeat shared objects.
  /// - Throws: an ``ArchiveError`` if the file is not a readable archive, a
  ///   `DecodingFailure` with every error if its contents are not a value of the type, and
  ///   a `MappingError` if a mapping is invalid.
  public static func decode<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], policy: DecodingPolicy = .strict,
    userInfo: [String: any Sendable] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    try decoding(type, from: bytes, policy: policy, userInfo: userInfo, limits: limits).get()
  }

  /// Decodes a value from an archive in either form, together with its diagnostics:
  /// migrations that ran, unmapped keys and every error.
  ///
  /// ```swift
  /// let decoded = try Archive.decoding(Issue.self, from: archiveBytes, policy: .lenient)
  /// for note in decoded.diagnostics { print(note.code, note.message) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the root object.
  ///   - bytes: the contents of the archive file, in binary or XML form.
  ///   - policy: the treatment of errors in the data.
  ///   - userInfo: values for the decoding hooks of the models.
  ///   - limits: the maximum memory for values that repeat shared objects.
  /// - Returns: the diagnostics, and the value unless an error prevents it.
  /// - Throws: an ``ArchiveError`` if the file is not a readable archive, or a
  ///   `MappingError`.
  public static func decoding<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], policy: DecodingPolicy = .strict,
    userInfo: [String: any Sendable] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Decoded<Value> {
    try decoding(
      type, in: try ArchiveGraph(reading: bytes), policy: policy, userInfo: userInfo, limits: limits)
  }

  /// Decodes a value from one object of an archive.
  ///
  /// - Parameter reference: the object; nil for the root.
  /// - Throws: an ``ArchiveError`` if the archive has no root, or a `MappingError`.
  static func decoding<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, in graph: ArchiveGraph, at reference: ArchiveReference? = nil,
    policy: DecodingPolicy = .strict, userInfo: [String: any Sendable] = [:],
    limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Decoded<Value> {
    let place = try reference ?? graph.requiredRoot()
    let decoder = ArchiveDecoder(graph, policy: policy, userInfo: userInfo, limits: limits)
    var value: Value?
    do {
      value = try decoder.value(place)
    } catch let error as MappingError {
      throw error
    } catch {
      decoder.report(error)
    }
    let failed = decoder.diagnostics.contains { decoder.policy.refuses($0) }
    return Decoded(value: failed ? nil : value, diagnostics: decoder.diagnostics, presentProperties: [])
  }
}
