# The numbers of an evaluation's board as constants of the compiler; windows.py says what they mean.
cdef enum:
    ROW = 46
    RANK = 0x1FF
