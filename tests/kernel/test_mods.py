from fractions import Fraction

import pytest

from grognard.kernel.mods import Mod, percent, plain, total


def test_a_sum_and_its_reasons():
    mods = [Mod(3, "TOY-5.2", "Grenadiers"), Mod(Fraction(-3, 2), "TOY-5.2", "the mill")]
    assert total(mods) == Fraction(3, 2)
    assert [str(m) for m in mods] == ["+3 Grenadiers [TOY-5.2]", "-1½ the mill [TOY-5.2]"]
    assert total([]) == 0


@pytest.mark.parametrize(
    ("n", "text"),
    [
        *(
            (0, "0"),
            (7, "7"),
            (-7, "-7"),
            (Fraction(5, 2), "2½"),
            (Fraction(1, 2), "½"),
            (Fraction(-1, 2), "-½"),
        ),
        *((Fraction(-3, 2), "-1½"), (Fraction(11, 4), "2¾"), (Fraction(1, 4), "¼"), (Fraction(7, 3), "7/3")),
        (Fraction(-7, 3), "-7/3"),
    ],
)
def test_a_number_as_players_write_it(n: Fraction, text: str):
    assert plain(n) == text


@pytest.mark.parametrize(
    ("p", "text"),
    [
        *((Fraction(1, 6), "16.7 %"), (Fraction(1, 2), "50 %"), (Fraction(0), "0 %"), (Fraction(1), "100 %")),
        *(
            (Fraction(1, 9999), "under 0.1 %"),
            (Fraction(9999, 10000), "over 99.9 %"),
            (Fraction(999, 1000), "99.9 %"),
        ),
    ],
)
def test_a_chance_for_the_eye(p: Fraction, text: str):
    assert percent(p) == text
