import GitHubModels
import MantleCommand

MantleCommand.main(models: [], samples: GitHub.all.map { $0.modelDescription })
