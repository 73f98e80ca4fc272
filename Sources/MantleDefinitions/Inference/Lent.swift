/// An object that something else keeps, used for the time of a call without counting a reference to it: that took a sixth of
/// the time of dense data.
///
/// Unsafe: the object must be kept meanwhile. While a value is counted, those who keep shapes and evidence are the shapes and
/// the evidence around it, which are changed only before what is inside them is looked at: only there are variants joined
/// and members put together.
struct Lent<Object: AnyObject> {
  private let object: Unmanaged<Object>

  @inline(__always) init(_ object: Object) { self.object = .passUnretained(object) }

  /// The object itself, to be kept.
  func callAsFunction() -> Object { object.takeUnretainedValue() }

  @inline(__always) func callAsFunction<Result>(_ body: (Object) -> Result) -> Result {
    object._withUnsafeGuaranteedRef(body)
  }
}
