import MantlePlatform

/// Runs the program `ModelChecker FILE… STAMP`, which reports properties that a list of `Properties` lacks, has in
/// excess or has in another order than the initializer; the compiler compares only their types.
///
/// The plugin `CheckModels` runs the program before a target is compiled. The build system requires the file STAMP as
/// an output.
@main struct ModelChecker {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let stamp = arguments.last else { return }
    var declarations = Declarations()
    for file in arguments.dropLast() {
      guard let source = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
      declarations.add(source: source, file: file)
    }
    for finding in declarations.findings() { print(finding) }
    try? "// The models were checked.\n".write(toFile: stamp, atomically: true, encoding: .utf8)
  }
}
