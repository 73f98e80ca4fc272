import MantleCommand
import Shop

CommandLineProgram.main(models: [Payment.modelDescription])
