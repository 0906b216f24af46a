"""How the Beachhead of these tests goes, with the dice of the word "w6": `test_turns.py` plays it by hand."""

SET_UP = ("end",)
LANDED = (
    *SET_UP,
    "invade normandy",
    "embark us-inf-1 1829",
    "embark us-inf-2 1829",
    "embark us-inf-4 1629",
    "embark us-inf-5 1629",
    "end",
    "drop us-abn-82 1532",
    "end",
)
TO_FIGHT = (*LANDED, "end")
ASSIGNED = (
    *TO_FIGHT,
    "attack us-inf-1,us-inf-2 on ge-st-716 cas",
    "attack us-inf-4,us-inf-5 on ge-inf-352",
)
FOUGHT = (
    *ASSIGNED,
    "resolve 1",
    "lose us-inf-1",
    "advance us-inf-2 1930",
    "resolve 1",
    "retreat ge-inf-352 to 1531",
    "advance us-inf-4 1730",
    "advance us-inf-5 1730",
)
GERMAN_MOVE = (*FOUGHT, "end")
WEEK_TWO = (*GERMAN_MOVE, "move ge-pz-21 1932", "end", "end", "end")
