import MantlePlatform

extension JSONTransformer where Value == UUID {
  /// A transformer for UUIDs in either case, which are written in upper case.
  public static var uuid: JSONTransformer { natural.named("uuid") }

  /// A transformer for UUIDs in either case, which are written in lower case.
  public static var lowercaseUUID: JSONTransformer {
    JSONTransformer(
      "lowercaseUUID", shape: .uuid, decode: UUID.decode, encode: { $1.string($0.uuidString.lowercased()) })
  }
}
