import PackagePlugin

/// A build plugin that checks the models of a target before it is compiled, if its sources have changed.
@main struct CheckModels: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let sources = module.sourceFiles(withSuffix: "swift").map(\.url)
    // A source, since the build system would copy any other file into the product as a resource.
    let stamp = context.pluginWorkDirectoryURL.appending(path: "CheckedModels.swift")
    return [
      .buildCommand(
        displayName: "Checking the models of \(module.name)",
        executable: try context.tool(named: "ModelChecker").url,
        arguments: (sources + [stamp]).map { $0.path(percentEncoded: false) },
        inputFiles: sources, outputFiles: [stamp])
    ]
  }
}
