/// Models, arrays and dictionaries of models to archives of the original's layout, and back.
///
///     let bytes = try Archive.encode(issues)
///     let again = try Archive.decode([Issue].self, from: bytes)
public enum Archive {
  /// A value as an archive: the same bytes for the same value, every time.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that has no archive form, or a ``MappingError``.
  public static func encode(
    _ value: some JSONConvertible, as format: ArchiveFormat = .binary
  ) throws -> [UInt8] {
    try graph(of: value).bytes(format)
  }

  /// A value as the objects of an archive, before they become bytes.
  ///
  /// - Parameter opened: the archive the value was read from: what its models do not know, such as unknown keys
  ///   and classes, is taken over from there.
  package static func graph(
    of value: some JSONConvertible, updating opened: ArchiveGraph? = nil
  ) throws -> ArchiveGraph {
    let encoder = ArchiveEncoder(opened ?? ArchiveGraph())
    let root = try encoder.value(value)
    guard let old = opened?.rootEntry else { return encoder.finish(root: root) }
    encoder.addConditionalFields()
    var merger = ArchiveMerger(ArchivedModelTable(encoder.models), objects: encoder.builder.graph.count)
    return encoder.finish(
      root: try merger.merge(old.value, root, in: &encoder.builder.graph), named: old.name)
  }

  /// Reads a value from an archive in either form.
  ///
  /// - Parameter limits: how much memory values may take that are made of objects which others share.
  /// - Throws: an ``ArchiveError`` when the file cannot be read at all, a ``DecodingFailure`` with every error
  ///   when its content is not a value of the type, and a ``MappingError`` when a mapping's definition is wrong.
  public static func decode<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], policy: DecodingPolicy = .strict,
    userInfo: [String: any Sendable] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    try decoding(type, from: bytes, policy: policy, userInfo: userInfo, limits: limits).get()
  }

  /// Reads a value from an archive in either form, with all there is to say about it: migrations that ran,
  /// keys nothing maps, and every error.
  ///
  /// - Throws: an ``ArchiveError`` when the file cannot be read at all, or a ``MappingError``.
  public static func decoding<Value: JSONConvertible>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], policy: DecodingPolicy = .strict,
    userInfo: [String: any Sendable] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Decoded<Value> {
    try decoding(
      type, in: try ArchiveGraph(reading: bytes), policy: policy, userInfo: userInfo, limits: limits)
  }

  /// Reads a value from one object of an open archive: the root, unless another is given.
  package static func decoding<Value: JSONConvertible>(
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
