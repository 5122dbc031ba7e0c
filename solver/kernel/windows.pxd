# The numbers of an evaluation's windows as constants of the compiler; windows.py says what they mean.
cdef enum:
    SIZE = 19683
    ROW = 46
    RANK = 0x1FF
    LANE = 0xFFFF
