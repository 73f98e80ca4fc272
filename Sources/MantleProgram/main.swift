import GitHubModels
import MantleCommand

MantleCommand.main(models: GitHub.all.map { $0.modelDescription })
