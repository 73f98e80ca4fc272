/// Models, arrays and dictionaries of models to archives of the original's layout, and back.
///
///     let bytes = try Archive.encode(issues)
///     let again = try Archive.decode([Issue].self, from: bytes)
public enum Archive {
  /// A value as an archive: the same bytes for the same value, every time.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that has no archive form, or a ``MappingError``.
  public static func encode(
    _ value: some ArchiveConvertible, as format: ArchiveFormat = .binary
  ) throws -> [UInt8] {
    try graph(of: value).bytes(format)
  }

  /// A value as the objects of an archive, before they become bytes.
  ///
  /// - Parameter opened: the archive the value was read from: what its models do not know, such as unknown keys
  ///   and classes, is taken over from there.
  public static func graph(
    of value: some ArchiveConvertible, updating opened: ArchiveGraph? = nil
  ) throws -> ArchiveGraph {
    let encoder = ArchiveEncoder(opened ?? ArchiveGraph())
    let root = try value.archive(to: encoder)
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
  public static func decode<Value: ArchiveConvertible>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], policy: DecodingPolicy = .strict,
    userInfo: [String: any Sendable] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    let decoded = try decoding(type, from: bytes, policy: policy, userInfo: userInfo, limits: limits)
    guard let value = decoded.value else {
      throw DecodingFailure(decoded.diagnostics.filter { $0.severity == .error })
    }
    return value
  }

  /// Reads a value from an archive in either form, with all there is to say about it: migrations that ran,
  /// keys nothing maps, and every error.
  ///
  /// - Throws: an ``ArchiveError`` when the file cannot be read at all, or a ``MappingError``.
  public static func decoding<Value: ArchiveConvertible>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], policy: DecodingPolicy = .strict,
    userInfo: [String: any Sendable] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Decoded<Value> {
    try decoding(
      type, in: try ArchiveGraph(reading: bytes), policy: policy, userInfo: userInfo, limits: limits)
  }

  /// Reads a value from one object of an open archive: the root, unless another is given.
  public static func decoding<Value: ArchiveConvertible>(
    _ type: Value.Type = Value.self, in graph: ArchiveGraph, at reference: ArchiveReference? = nil,
    policy: DecodingPolicy = .strict, userInfo: [String: any Sendable] = [:],
    limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Decoded<Value> {
    let place = try reference ?? graph.requiredRoot()
    if policy == .strict {
      let fast = ArchiveDecoder(graph, policy: policy, userInfo: userInfo, collects: false, limits: limits)
      if let value = try? Value.unarchive(place, from: fast) {
        return Decoded(value: value, diagnostics: fast.diagnostics, presentProperties: [])
      }
    }
    return try collecting(
      type, place,
      ArchiveDecoder(graph, policy: policy, userInfo: userInfo, collects: true, limits: limits))
  }

  private static func collecting<Value: ArchiveConvertible>(
    _ type: Value.Type, _ place: ArchiveReference, _ decoder: ArchiveDecoder
  ) throws -> Decoded<Value> {
    var value: Value?
    do {
      value = try Value.unarchive(place, from: decoder)
    } catch let error as MappingError {
      throw error
    } catch {
      decoder.report(error)
    }
    let failed = decoder.policy == .strict && decoder.diagnostics.contains { $0.severity == .error }
    return Decoded(value: failed ? nil : value, diagnostics: decoder.diagnostics, presentProperties: [])
  }
}
