/// What a decode call carries along: its policy, what it has found so far, and the caller's own values.
public final class DecodingContext {
  init() {}
}
