import GitHubModels
import MantleCommand

CommandLineProgram.main(models: [], samples: GitHub.all.map { $0.modelDescription })
