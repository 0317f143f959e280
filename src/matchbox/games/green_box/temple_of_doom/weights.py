"""Temple of Doom: the weights of ratings."""
import numpy as np
STAY_ALONE = [0.373, 2.201, 0.909, 1.373, 0.041, 0.101, 0.114, 0.975, 0.459, 0.072, 0.361, 0.113, 0.081, 0.206, 0.046, 0.136]
WEIGHTS = np.array([[STAY_ALONE]*3]*2)
