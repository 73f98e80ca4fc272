import Mantle
