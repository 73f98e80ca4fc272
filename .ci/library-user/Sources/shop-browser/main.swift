import MantleCommand
import Shop

MantleCommand.main(models: [Payment.modelDescription])
