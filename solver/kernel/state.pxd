# The bits of a state as constants of the compiler; state.py says what they mean.
cdef enum:
    OWN_FIRST = 1
    FIRST = 3
    OWN_GIVES = 4
    ENEMY_GIVES = 8
    OWN_HAND = 0xFF00
    ENEMY_HAND = 0xFF0000
    ONE_IN_HAND = 0x100
    OWN_HAND_SHIFT = 8
    ENEMY_HAND_SHIFT = 16
    STATE = 0xFFFFFF
