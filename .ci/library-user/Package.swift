// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Shop", targets: ["Shop"])],
  dependencies: [.package(url: "@URL@", from: "@VERSION@")],
  targets: [
    .target(name: "Shop", dependencies: [.product(name: "Mantle", package: "Mantle")]),
    .executableTarget(name: "shop-tool", dependencies: ["Shop"]),
    .testTarget(name: "ShopTests", dependencies: ["Shop"]),
  ],
  swiftLanguageModes: [.v6]
)
