"""Games with real hands: strategies written by hand, judged exactly, and played many times.

``written``  strategies as a file has them, and those of the seats that are left out
``judge``    what they pay, what each seat could gain, and with which hands
``dealing``  random hands by the million; ``kernel`` its loops
"""
