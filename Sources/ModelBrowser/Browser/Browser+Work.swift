import Mantle
import MantleChecking
import MantleDocuments
import MantleFiles

extension Browser {
  /// Starts checking the file against its model, and counting the children of its outermost container.
  ///
  /// If the model was inferred from a prefix of the text, it is inferred from the whole text first.
  mutating func startChecking() {
    // Reading `mainContainer` opens the container of the models, so that it is counted first.
    _ = outline.mainContainer
    startCounting()
    if document.needsInference && running[.infer] == nil {
      startInferring(SplicedBytes(document.base), deciding: document.decisions) { $0.refine($1) }
    } else {
      request(.start(startedCheck()))
    }
  }

  /// Infers a model from about `limit` bytes of a text, if the program infers models.
  ///
  /// - Parameter use: receives the inferred model and its path; nil if inference found no model.
  fileprivate mutating func startInferring(
    _ text: SplicedBytes, deciding decisions: [TypeDecision], upTo limit: Int = .max,
    _ use: @escaping @Sendable (inout Browser, ModelPlace?) -> Void
  ) {
    guard let inference = document.inference else { return }
    let name = document.name
    start(.infer) { link in
      let place = (try? text.text()).flatMap {
        inference.place(in: $0, name: name, deciding: decisions, upTo: limit, isCancelled: link.isCancelled)
      }
      if !link.isCancelled() { link.report(Report { use(&$0, place) }) }
    }
  }

  /// Returns the work that checks the original text.
  private mutating func startedCheck() -> Work {
    let checker = prepareCheck()
    let (archive, bytes, layout) = (document.archive, document.base, document.layout)
    let needsRepair = document.needsRepair
    return running.start(.check) { link in
      if needsRepair, let repair = bytes.repairOfOneValue(layout), !link.isCancelled() {
        link.report(Report(.part) { repair.show(in: &$0) })
      }
      checker.run(isCancelled: link.isCancelled, archived: archive?.problems(in: bytes)) { found in
        link.report(Report(found.isDone ? .last : .part) { found.show(in: &$0) })
      }
    }
  }

  /// Discards the former problems and returns a checker of the original text. The problems of edited values are found
  /// immediately.
  private mutating func prepareCheck() -> Checker {
    editor.findings.start(end: document.base.count)
    editor.findings.correct(EditedProblems(outline).differences(at: Set(document.history.overlay.slots.keys)))
    let isLarge = document.base.count > Checker.largestModelOfBrowser
    let places = document.pick.places.flatMap { $0.path.isEmpty && isLarge ? $0.parts : [$0] }
    return Checker.ofBrowser(document.base, name: document.name, ModelPick(places))
  }

  /// Counts the children of the large containers that were opened, and the lines of the text.
  mutating func startCounting() {
    let (uncounted, bytes) = (outline.records.uncounted, document.base)
    guard !uncounted.withLock(\.isEmpty), running[.count] == nil else { return }
    start(.count) { link in
      var toldAt = ContinuousClock.now
      while let index = uncounted.withLock({ $0.popLast() }), !link.isCancelled() {
        while !link.isCancelled(), !index.extend(budgetBytes: 1 << 25).isComplete {
          let share = Double(index.progress.scanned) / Double(max(1, index.end))
          link.report(Report(.progress(share)) { ElementNumber.goToAwaited(&$0) })
        }
        // Each report rebuilds the rows on the screen.
        guard uncounted.withLock(\.isEmpty) || toldAt.duration(to: .now) > .milliseconds(250) else {
          continue
        }
        link.report(.counted(.awaitedPart))
        toldAt = .now
      }
      // The steps are small, because a request for a line waits until the current step ends.
      while !link.isCancelled(), bytes.countLines(budgetBytes: 1 << 22) < bytes.count {}
      link.report(.counted(.last))
    }
  }

  /// Writes a file: immediately, or in the background if that takes long.
  mutating func write(_ order: some WriteRequest) {
    guard order.isLarge else { return request(.write(order)) }
    start(.save) { link in
      let report = order.report { share in
        link.report(.progress(share))
        return !link.isCancelled()
      }
      link.report(report)
    }
  }

  /// Infers the model of an edited text again, except for declared types: a small text immediately, and a large text in
  /// the background after keys were renamed.
  mutating func inferAgain() {
    guard document.reinfersAfterEdits else {
      if document.lacksRenamedKeys, running[.infer] == nil { startInferringEdited() }
      return
    }
    guard document.inferred?.revision != document.history.revision else { return }
    editor.infer(deciding: document.decisions)
    running.end(.check)
    let checker = prepareCheck()
    checker.run(archived: document.archive?.problems(in: document.base)) { editor.findings.apply($0) }
  }

  /// Infers the model from the edited text and adopts it, unless another model was chosen in the meantime.
  private mutating func startInferringEdited() {
    let (decisions, revision) = (document.decisions, document.history.revision)
    startInferring(editor.currentText, deciding: decisions) { browser, place in
      guard browser.document.isReadAsInferred, let place = place ?? browser.document.inferred?.place else {
        return
      }
      let inferred = InferredModel(
        place: place, isComplete: true, revision: revision, decisions: decisions)
      browser.editor.keepingRows {
        $0.infer(inferred)
        $0.read(as: ModelPick([inferred.place]))
      }
      browser.restartChecking()
    }
  }

  /// Adopts the model that was inferred from the whole text, and reports the differences from the earlier inferred model. Rows
  /// keep their places.
  ///
  /// - Parameter place: the inferred model and its path; nil if inference found no model.
  fileprivate mutating func refine(_ place: ModelPlace?) {
    guard let inferred = document.inferred else {
      guard let place else { return }
      let isComplete = document.base.count <= InferredModel.maximumSummed
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

extension Report {
  /// Returns a report that children were counted, which updates the rows on the screen.
  fileprivate static func counted(_ stage: Stage) -> Report {
    Report(stage) {
      $0.outline.records.noteCounted()
      $0.editor.view.refresh()
      ElementNumber.goToAwaited(&$0)
    }
  }
}

extension CheckEvent {
  /// Updates the browser with the results of checking so far.
  func show(in browser: inout Browser) {
    browser.editor.findings.apply(self)
    if isDone { browser.editor.findings.stop(before: browser.document.base.count) }
    ListPane.refresh(&browser)
    guard isDone else { return }
    if browser.document.base.count <= TypeSurvey.maximumCountedAutomatically,
      let list = try? browser.outline.listToShow(at: browser.outline.root)
    {
      TypeSurvey.start(in: &browser, of: list)
    }
    // The summary of the file describes the properties of a known model with statistics from inference.
    if browser.document.inferred == nil, browser.document.model != nil {
      browser.startInferring(
        SplicedBytes(browser.document.base), deciding: [], upTo: InferredModel.maximumSummed
      ) { $0.refine($1) }
    }
  }
}

extension JSONRepair {
  /// Repairs a large text that is not valid JSON and shows it as one record, like a small text.
  fileprivate func show(in browser: inout Browser) {
    guard browser.document.needsRepair else {
      browser.editor.message = .error(
        "The text is malformed, and rows after the first error may be wrong  (:w, then :e)")
      return
    }
    browser.editor.keepingRows { $0.read(by: self) }
  }
}

extension Checker {
  /// The maximum size in bytes of a model that an automatic check decodes, which limits its memory to 250 MB.
  fileprivate static let largestModelOfBrowser = 1 << 25

  /// Creates a checker with the settings of the browser.
  static func ofBrowser(_ bytes: JSONBytes, name: String, _ pick: ModelPick) -> Checker {
    var checker = Checker(bytes, name: name, places: pick.places, minimumSeverity: .warning)
    checker.largestModel = largestModelOfBrowser
    return checker
  }

  /// The maximum number of locations with errors to store; further locations are only counted.
  private static let maximumProblems = 1_000_000

  /// Checks the whole text and reports the results so far, at most once per 0.5 % of the text.
  ///
  /// - Parameter archived: the problems of an archive, which are reported instead of the problems of its JSON form; nil if the
  ///   file is not an archive.
  fileprivate func run(
    isCancelled: () -> Bool = { false }, archived: [Diagnostic]?, report: (CheckEvent) -> Void
  ) {
    var causes = CauseCollector()
    archived?.forEach { causes.add($0) }
    let errors = archived?.filter { $0.severity == .error } ?? []
    var problems = errors.compactMap(\.location?.offset).sorted()
    var reported = 0
    var kept = 0
    let step = max(1 << 16, bytes.count / 200)
    func event(_ scanned: Int, _ summary: Summary, isDone: Bool) -> CheckEvent {
      CheckEvent(
        share: Double(scanned) / Double(max(1, bytes.count)),
        errors: archived == nil ? summary.errors : errors.count,
        warnings: archived.map { $0.count - errors.count } ?? summary.warnings, unmapped: summary.unmapped,
        problems: problems, causes: causes.takeNew(), isDone: isDone)
    }
    let summary = run { progress in
      let diagnostics = archived == nil ? progress.diagnostics : []
      for diagnostic in diagnostics { causes.add(diagnostic) }
      // Diagnostics are in the order of the properties, but the offsets must be in the order of the text.
      let places = diagnostics.filter { $0.severity == .error }.compactMap(\.location?.offset)
      for place in places.sorted() where kept < Self.maximumProblems && problems.last != place {
        problems.append(place)
        kept += 1
      }
      if progress.scanned - reported >= step {
        reported = progress.scanned
        report(event(progress.scanned, progress.summary, isDone: false))
        problems = []
      }
      return !isCancelled()
    }
    if !isCancelled() { report(event(bytes.count, summary, isDone: true)) }
  }
}
