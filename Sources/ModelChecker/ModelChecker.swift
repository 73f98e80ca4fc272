import MantlePlatform

/// `ModelChecker FILE… STAMP`: names the properties that a list of `Properties` lacks, has too many of or has in another
/// order than the initializer, which the compiler can only say of their types. The plugin `CheckModels` runs it before a
/// target is compiled; the stamp is what the build system asks for as a result.
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
