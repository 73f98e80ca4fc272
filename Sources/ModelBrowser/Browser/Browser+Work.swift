import Mantle
import MantleChecking
import MantleDocuments
import MantleFiles

extension Browser {
  /// Checks the file through its model, and counts the children of its outermost container.
  ///
  /// Where the model was inferred from the beginning of the text, all of it is read for the model first.
  mutating func startChecking() {
    // What the models are in is opened, and so counted first.
    _ = outline.mainContainer
    startCounting()
    if document.needsInference && running[.infer] == nil {
      startInferring(deciding: document.decisions, upTo: .max)
    } else {
      request(.start(startedCheck()))
    }
  }

  /// Infers a model from about `limit` bytes of the original text, if the program infers models.
  private mutating func startInferring(deciding decisions: [TypeDecision], upTo limit: Int) {
    guard let inference = document.inference else { return }
    let (bytes, name) = (document.base, document.name)
    start(.infer) { link in
      let place = inference.place(
        in: bytes, name: name, deciding: decisions, upTo: limit, isCancelled: link.isCancelled)
      if !link.isCancelled() { link.report(.inferred(place)) }
    }
  }

  /// Discards the former problems and returns the work that checks the original text; the problems of edited
  /// values are found immediately.
  private mutating func startedCheck() -> Work {
    editor.findings.start(end: document.base.count)
    editor.findings.correct(EditedProblems(outline).differences(at: Set(document.history.overlay.slots.keys)))
    let isLarge = document.base.count > Checker.largestModelOfBrowser
    let places = document.pick.places.flatMap { $0.path.isEmpty && isLarge ? $0.parts : [$0] }
    let checker = Checker.ofBrowser(document.base, name: document.name, ModelPick(places))
    let (archive, bytes, layout) = (document.archive, document.base, document.layout)
    let needsRepair = document.needsRepair
    return running.start(.check) { link in
      if needsRepair, let repair = bytes.repairOfOneValue(layout), !link.isCancelled() {
        link.report(.repaired(repair))
      }
      checker.run(reportingTo: link, archived: archive?.problems(in: bytes))
    }
  }

  /// Counts the children of the large containers that were opened, and the lines of the text.
  mutating func startCounting() {
    let (uncounted, bytes) = (outline.records.uncounted, document.base)
    guard !uncounted.withLock(\.isEmpty), running[.count] == nil else { return }
    start(.count) { link in
      var toldAt = ContinuousClock.now
      while let index = uncounted.withLock({ $0.popLast() }), !link.isCancelled() {
        while !link.isCancelled(), !index.extend(budgetBytes: 1 << 25).isComplete {
          link.report(.progress(Double(index.progress.scanned) / Double(max(1, index.end))))
        }
        // Each report rebuilds the rows on the screen.
        guard uncounted.withLock(\.isEmpty) || toldAt.duration(to: .now) > .milliseconds(250) else {
          continue
        }
        link.report(.counted)
        toldAt = .now
      }
      // In small steps: who asks for a line meanwhile waits for one of them.
      while !link.isCancelled(), bytes.countLines(budgetBytes: 1 << 22) < bytes.count {}
      link.report(.done)
    }
  }

  /// Writes a file: immediately, or in the background if that takes long.
  mutating func write(_ order: some WriteOrder) {
    guard order.isLarge else { return request(.write(order)) }
    start(.save) { link in
      let report = order.report { share in
        link.report(.progress(share))
        return !link.isCancelled()
      }
      link.report(report)
    }
  }

  /// Handles a report of background work. Reports of canceled work are ignored.
  mutating func receive(_ report: WorkReport) {
    let before = tablePlace
    defer {
      inferAnew()
      settle(since: before)
    }
    guard running.awaits(report) else { return }
    if report.news.isLast { running.end(report.kind) }
    switch report.news {
    case .progress(let share):
      running.note(share, of: report.kind)
      if report.kind == .count { ElementNumber.goToAwaited(&self) }
    case .checked(let news):
      editor.findings.apply(news)
      if news.isDone { editor.findings.stop(before: document.base.count) }
      ListPane.refresh(&self)
      if news.isDone, document.base.count <= TypeSurvey.countedUnasked,
        let list = try? outline.listToShow(at: outline.root)
      {
        TypeSurvey.start(in: &self, of: list)
      }
      // The properties of a known model are described in the summary of the file.
      if news.isDone, document.inferred == nil, document.model != nil {
        startInferring(deciding: [], upTo: InferredModel.mostSummed)
      }
    case .repaired(let repair): read(by: repair)
    case .inferred(let place): refine(place)
    case .counted:
      outline.records.noteCounted()
      editor.view.refresh()
      ElementNumber.goToAwaited(&self)
    case .passed(let found, let share): ElementFilter.take(&self, found, share: share)
    case .inspected(let extent): ElementFilter.end(&self, extent)
    case .sorted(let elements, let share): editor.view.take(elements, share: share)
    case .columns(let keys):
      let outline = outline
      editor.view.table?.add(keys, in: outline)
    case .hits(let places):
      Search.list(&self, places)
      ListPane.refresh(&self)
    case .surveyed(let facts):
      files.note(facts)
      ListPane.refresh(&self)
    case .result(let found): ResultTable.take(&self, found)
    case .answered(let outcome, let command, let use):
      attempt { try ShellFilter.take(&$0, outcome, of: command, use) }
    case .compared(let comparison): comparison.show(in: &self)
    case .merged(let text): text.take(in: &self)
    case .types(let survey):
      editor.types = survey
      ListPane.refresh(&self)
    case .done:
      switch report.kind {
      case .sort, .columns: break
      case .result: ResultTable.end(&self)
      case .files, .hits: ListPane.refresh(&self)
      default:
        outline.records.noteCounted()
        editor.view.refresh()
      }
    case .numbered(let counter): search.counter = counter
    case .found(let match): Search.take(&self, match)
    default: receive(report.news)
    }
  }

  /// Reads a large text that turned out not to be JSON as one record, as small ones are read.
  private mutating func read(by repair: JSONRepair) {
    guard document.needsRepair else {
      editor.message = .error(
        "The text is malformed, and rows after the first error may be wrong  (:w, then :e)")
      return
    }
    editor.keepingRows { $0.read(by: repair) }
  }

  /// Infers the model again of a text that was edited: what was not declared follows the text. The text is small enough to
  /// be checked again before the next frame.
  mutating func inferAnew() {
    guard document.infersAnew, document.inferred?.revision != document.history.revision else { return }
    editor.infer(deciding: document.decisions)
    var reports: [WorkReport] = []
    startedCheck().run { reports.append($0) }
    for report in reports { if case .checked(let news) = report.news { editor.findings.apply(news) } }
    running.end(.check)
  }

  /// Takes over what the model is by all of the text, and says what changed by it. Rows keep their places.
  private mutating func refine(_ place: ModelPlace?) {
    guard let inferred = document.inferred else {
      guard let place else { return }
      let isComplete = document.base.count <= InferredModel.mostSummed
      editor.view.outline.update { $0.infer(InferredModel(place: place, isComplete: isComplete)) }
      return
    }
    guard let place else { return startChecking() }
    let changes = inferred.changes(to: place)
    let isShown = document.needsInference
    let complete = InferredModel(place: place, isComplete: true, decisions: inferred.decisions)
    editor.view.outline.update {
      $0.infer(complete)
      if isShown { $0.read(as: ModelPick([complete.place])) }
    }
    guard isShown else { return }
    guard let changes else { return startChecking() }
    read(as: ModelPick([complete.place]))
    editor.message = .note("All of the file was read, which changed the inferred model: \(changes)")
  }

  var isEditing: Bool {
    switch mode {
    case .editing, .choosing, .writing, .filling: true
    case .browsing, .typing, .asking, .reading, .listing: false
    }
  }
}

extension Checker {
  /// A check that was not asked for takes no more than 250 MB of memory for one model.
  fileprivate static let largestModelOfBrowser = 1 << 25

  /// Checks a text as the browser shows it.
  static func ofBrowser(_ bytes: JSONBytes, name: String, _ pick: ModelPick) -> Checker {
    var checker = Checker(bytes, name: name, places: pick.places, leastSeverity: .warning)
    checker.largestModel = largestModelOfBrowser
    return checker
  }

  /// Of more places with errors only the number is kept.
  private static let mostProblems = 1_000_000

  /// Checks everything and sends news, not more often than is worth drawing.
  ///
  /// - Parameter archived: the problems of an archive, which are reported instead of those of its JSON; nil
  ///   for JSON.
  fileprivate func run(reportingTo link: Work.Link, archived: [Diagnostic]?) {
    var causes = CauseCollector()
    archived?.forEach { causes.add($0) }
    let errors = archived?.filter { $0.severity == .error } ?? []
    var problems = errors.compactMap(\.location?.offset).sorted()
    var reported = 0
    var kept = 0
    let step = max(1 << 16, bytes.count / 200)
    func news(_ scanned: Int, _ summary: Summary, isDone: Bool) -> Report {
      .checked(
        CheckNews(
          share: Double(scanned) / Double(max(1, bytes.count)),
          errors: archived == nil ? summary.errors : errors.count,
          warnings: archived.map { $0.count - errors.count } ?? summary.warnings, unmapped: summary.unmapped,
          problems: problems,
          causes: causes.takeNews(), isDone: isDone))
    }
    let summary = run { progress in
      let diagnostics = archived == nil ? progress.diagnostics : []
      for diagnostic in diagnostics { causes.add(diagnostic) }
      // Diagnostics come in the order of the properties, places are visited in that of the text.
      let places = diagnostics.filter { $0.severity == .error }.compactMap(\.location?.offset)
      for place in places.sorted() where kept < Self.mostProblems && problems.last != place {
        problems.append(place)
        kept += 1
      }
      if progress.scanned - reported >= step {
        reported = progress.scanned
        link.report(news(progress.scanned, progress.summary, isDone: false))
        problems = []
      }
      return !link.isCancelled()
    }
    if !link.isCancelled() { link.report(news(bytes.count, summary, isDone: true)) }
  }
}
