/// Builds JSON text.
public struct JSONWriter: ~Copyable {
}
