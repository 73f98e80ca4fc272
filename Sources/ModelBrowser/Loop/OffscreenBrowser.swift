import TerminalText

/// A browser without a terminal and without threads, for measurements: keys go in, frames come out.
package struct OffscreenBrowser {
  private var browser: Browser

  package init(_ source: DocumentSource, size: ScreenSize) { browser = Browser(source, size: size) }

  package func render() -> Frame { browser.render() }

  /// Handles a key and performs its searches, filters and writes. Other effects are ignored.
  package mutating func press(_ key: Key) {
    browser.handle(.key(key))
    var effects = browser.takeEffects()
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .start(let work) where [.search, .save, .hits, .filter].contains(work.kind):
        var reports: [WorkReport] = []
        work.run { reports.append($0) }
        for report in reports { browser.receive(report) }
      case .write(let order): browser.receive(order.report { _ in true })
      default: break
      }
      effects += browser.takeEffects()
    }
  }
}
