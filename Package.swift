// swift-tools-version: 6.2
import PackageDescription

// On Linux the header is in the default path and the module map links the library; there ncursesw.pc would add
// nothing but `-D` flags, which SwiftPM refuses with a warning at every build.
#if os(Linux)
  let pkgConfigName: String? = nil
#else
  let pkgConfigName: String? = "ncursesw"
#endif

let package = Package(
  name: "Mantle",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Mantle", targets: ["Mantle"]),
    .library(name: "MantleFiles", targets: ["MantleFiles"]),
    .library(name: "MantleFormatters", targets: ["MantleFormatters"]),
    .library(name: "MantleDefinitions", targets: ["MantleDefinitions"]),
    .library(name: "ModelBrowser", targets: ["ModelBrowser", "CursesTerminal"]),
    .library(name: "MantleCommand", targets: ["MantleCommand"]),
    .executable(name: "mantle", targets: ["MantleProgram"]),
    .plugin(name: "CheckModels", targets: ["CheckModels"]),
  ],
  targets: [
    .target(name: "MantlePlatform"),
    .target(name: "Mantle", dependencies: ["MantlePlatform"]),
    .target(name: "MantleFiles", dependencies: ["Mantle", "MantlePlatform"]),
    .target(name: "MantleFormatters", dependencies: ["Mantle"]),
    .target(name: "MantleDefinitions", dependencies: ["Mantle", "MantlePlatform"]),
    .systemLibrary(name: "CExtendedAttributes"),
    .target(
      name: "ModelBrowser", dependencies: ["CExtendedAttributes", "Mantle", "MantleFiles", "MantlePlatform"]),
    .systemLibrary(
      name: "Cncursesw",
      pkgConfig: pkgConfigName,
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]
    ),
    .target(
      name: "CNCurses",
      dependencies: ["Cncursesw"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]
    ),
    .target(
      name: "CursesTerminal",
      dependencies: ["CNCurses", "Mantle", "MantleFiles", "MantlePlatform", "ModelBrowser"]),
    .executableTarget(name: "ModelChecker", dependencies: ["MantlePlatform"]),
    .plugin(
      name: "CheckModels", capability: .buildTool(), dependencies: ["ModelChecker"],
      path: "Sources/CheckModels"),
    .target(name: "GitHubModels", dependencies: ["Mantle", "MantlePlatform"], plugins: ["CheckModels"]),
    .target(name: "MantleReports", dependencies: ["Mantle"]),
    .target(
      name: "MantleCommand",
      dependencies: [
        "CNCurses", "CursesTerminal", "Mantle", "MantleDefinitions", "MantleFiles", "MantlePlatform",
        "MantleReports", "ModelBrowser",
      ],
      resources: [.embedInCode("Help/Cookbook.md")]
    ),
    .executableTarget(name: "MantleProgram", dependencies: ["GitHubModels", "MantleCommand"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["GitHubModels", "Mantle", "MantleDefinitions", "MantleFiles", "ModelBrowser"],
      exclude: ["peers"]),
    .testTarget(name: "MantleTests", dependencies: ["Mantle", "MantleFiles", "MantleFormatters"]),
    .testTarget(name: "MantleFilesTests", dependencies: ["MantleFiles"]),
    .testTarget(
      name: "MantleDefinitionsTests", dependencies: ["GitHubModels", "MantleDefinitions", "MantleFiles"]),
    .testTarget(
      name: "ModelBrowserTests", dependencies: ["GitHubModels", "MantleDefinitions", "ModelBrowser"]),
    .testTarget(name: "CursesTerminalTests", dependencies: ["CursesTerminal"]),
    .testTarget(name: "ModelCheckerTests", dependencies: ["ModelChecker"]),
    .testTarget(name: "GitHubModelsTests", dependencies: ["GitHubModels"]),
    .testTarget(name: "MantleReportsTests", dependencies: ["GitHubModels", "MantleReports"]),
    .testTarget(name: "MantleCommandTests", dependencies: ["MantleCommand"]),
    .testTarget(name: "EndToEndTests", dependencies: ["MantleProgram"]),
    .testTarget(
      name: "FuzzTests",
      dependencies: ["CursesTerminal", "GitHubModels", "MantleDefinitions", "MantleReports", "ModelBrowser"]),
  ],
  swiftLanguageModes: [.v6]
)
