// swift-tools-version: 6.2
import PackageDescription

let isSwift5 = false
// Initialisers and closures that are handed to a mapping are Sendable; Swift 5 mode sees that with this feature only.
let settings: [SwiftSetting] = isSwift5 ? [.enableUpcomingFeature("InferSendableFromCaptures")] : []

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Shop", targets: ["Shop"])],
  dependencies: [.package(url: "@URL@", from: "@VERSION@")],
  targets: [
    .target(
      name: "Shop", dependencies: [.product(name: "Mantle", package: "Mantle")], swiftSettings: settings),
    .executableTarget(name: "shop-tool", dependencies: ["Shop"], swiftSettings: settings),
    .executableTarget(
      name: "shop-browser", dependencies: ["Shop", .product(name: "MantleCommand", package: "Mantle")],
      swiftSettings: settings),
    .testTarget(name: "ShopTests", dependencies: ["Shop"], swiftSettings: settings),
  ],
  swiftLanguageModes: [isSwift5 ? .v5 : .v6]
)
