import Foundation
import Mantle
import MantleFiles

func run() throws {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  switch options.mode {
  case .help: print(Options.usage)
  case .data:
    FileHandle.standardOutput.write(
      Data(IssueGenerator.bytes(atLeast: options.megabytes * 1_000_000, seed: options.seed)))
  case .serve: try Server(contenders: contenders(options)).run()
  case .growth:
    let growth = Growth(
      largest: options.largest * 1_000_000, rounds: options.rounds, folder: NSTemporaryDirectory())
    print(GrowthReport(points: try growth.run()).markdown)
  case .elements: print(try ElementWork.table(in: NSTemporaryDirectory()))
  case .commands: print(try CommandWork.table(of: options.program ?? ""))
  case .step(let step): print(try Growth.report(step, on: options.file ?? ""))
  case .race:
    let contenders = try contenders(options)
    let race = Race(contenders: contenders, rounds: options.rounds, isChecked: options.isChecked)
    print(Report(results: try race.run()).markdown)
  }
}

func contenders(_ options: Options) throws -> [Contender] {
  let bytes =
    try options.file.map { try JSONBytes.map(path: $0) }
    ?? JSONBytes(IssueGenerator.bytes(atLeast: options.megabytes * 1_000_000, seed: options.seed))
  let input = try Input(bytes)
  let archives =
    Archives.names.contains(where: options.selects)
    ? Archives(input.issues.prefix(options.archived)).contenders : []
  let stores = Stores.names.contains(where: options.selects) ? try Stores(input).contenders : []
  return
    (input.parseContenders + input.boundaryContenders + (try input.decodeContenders()) + input.checkContenders
    + input.inferContenders + input.encodeContenders + archives + stores).filter {
      options.selects($0.work, $0.name)
    }
}

do { try run() } catch {
  FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
  exit(1)
}
