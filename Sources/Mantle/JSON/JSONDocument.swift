/// A parsed JSON text: its bytes and its node table.
public final class JSONDocument: Sendable {
  init() {}
}
