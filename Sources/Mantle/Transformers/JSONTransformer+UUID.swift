import MantlePlatform

extension JSONTransformer where Value == UUID {
  /// A transformer for UUIDs in either case, which are written in upper case.
  ///
  /// It is the conversion that `UUID` has without a transformer. A string without hyphens is an error.
  public static var uuid: JSONTransformer { natural.named("uuid") }

  /// A transformer for UUIDs in either case, which are written in lower case.
  ///
  /// ```swift
  /// let transformer = JSONTransformer<UUID>.lowercaseUUID
  /// let id = try transformer.forward(json: #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
  /// let text = try transformer.reverse(id)  // "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", in quotes
  /// ```
  public static var lowercaseUUID: JSONTransformer {
    JSONTransformer(
      "lowercaseUUID", shape: .uuid, decode: UUID.decode,
      encode: { $1.writeString($0.uuidString.lowercased()) })
  }
}
