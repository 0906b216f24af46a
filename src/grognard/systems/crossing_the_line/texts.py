"""What a screen says, in English, by its key: the sentences with what they speak of in braces, and the words that an
argument or an id stands for. `tools/told.py` makes the client's catalogue of it, from which others are translated."""

from __future__ import annotations

from typing import Any

from . import show_texts

TEXTS: dict[str, str] = {
    # ---- what happened
    "CTL.Deployed": "Both sides stand where the set-up of '{scenario}' puts them.",
    "CTL.TurnBegan": "Turn {turn} begins.",
    "CTL.OpsBegan": "The Ops Phase begins.",
    "CTL.MarkerSet": "The Initiative marker shows {side}, +{box}.",
    "CTL.MarkerSet.none": "The Initiative marker goes to box 0.",
    "CTL.InitiativeWon": "{side} have the initiative, {us} to {them}.",
    "CTL.InitiativeWon.granted": "{side} have the initiative, without a roll.",
    "CTL.InitiativeTransferred": "The initiative is transferred: {side} have it now.",
    "CTL.Passed": "{side} pass for the rest of this Ops Phase.",
    "CTL.DiceThrown": "{throw}: the dice show {faces}.",
    "CTL.DiceThrown_one": "{throw}: the die shows {faces}.",
    "CTL.SnafuPassed": "SNAFU: die {die} is thrown again, and {side} have the marker now.",
    "CTL.Activated": "{formation}: {count} AP, Activation Level now {level}.",
    "CTL.Activated.emergency": "{formation} spends Emergency Supply: {count} AP, Activation Level now {level}.",
    "CTL.Activated.reaction": "{formation} reacts: {count} AP, Activation Level now {level}.",
    "CTL.ActivationEnded": "{side} end the activation.",
    "CTL.Moved": "{units}: {start} to {hex}.",
    "CTL.Moved.covered": "{units} on top of a stack of {count}: {start} to {hex}.",
    "CTL.Moved.retreats": "{units}: retreat from {start} to {hex}.",
    "CTL.Moved.displaced": "{units}: displaced from {start} to {hex}.",
    "CTL.AttackDeclared": "Attack ({posture}) on {hex} from {start}: {attackers}.",
    "CTL.ChitsDrawn": "Chits: {chit} for the attacker, {other_chit} for the defender: {column}.",
    "CTL.ChitsDrawn.below": "Chits: {chit} for the attacker, {other_chit} for the defender: below the table.",
    "CTL.CombatResolved": "With DRM {drm}: {result}.",
    "CTL.CombatResolved.below": "No die is thrown: {result}.",
    "CTL.StepsLost": "{unit} loses {count} SP.",
    "CTL.StepsLost.unseen": "{unit} loses strength.",
    "CTL.Eliminated": "{unit} is eliminated.",
    "CTL.Disrupted": "{unit} is disrupted.",
    "CTL.Recovered": "No longer disrupted: {units}.",
    "CTL.Improved": "Improved Defense in {hex}.",
    "CTL.HqMoved": "{unit} goes to {hex}, Activation Level now {level}.",
    "CTL.HqMoved.away": "{unit} finds no place and leaves the map for a while.",
    "CTL.SupportLost": "{unit} loses Attack Support.",
    "CTL.ReactionTried": "{formation} reacts to the move.",
    "CTL.ReactionTried.fails": "{formation} does not manage to react.",
    "CTL.ReactionTried.none": "{side} do not react.",
    "CTL.BattleWon": "{side} win the battle.",
    "CTL.BattleWon.none": "Nobody wins the battle.",
    "CTL.ControlTaken": "{side} now control {hexes}.",
    "CTL.GameEnded": "The game is over: {why}.",
    "CTL.FrontsTurned": "In supply again, and turned to the front: the HQs of {formation}.",
    "CTL.LevelsRose": "Activation Levels rise: {levels}.",
    "CTL.InterdictionSet": "The Interdiction Level of this turn is {level}.",
    "CTL.Assigned": "{unit} is assigned to the {formation}.",
    "CTL.Assigned.none": "{unit} is assigned to nobody.",
    "CTL.PlanDrawn": "A Victory Plan marker is drawn: {plan}.",
    "CTL.PlanDrawn.unseen": "A Victory Plan marker is drawn.",
    "CTL.PlanInspected": "The Germans look at marker {marker}: {plan}.",
    "CTL.PlanInspected.unseen": "The Germans look at marker {marker}.",
    "CTL.Restored": "{unit} has {left} SP now.",
    "CTL.Withdrawn": "{formation} leaves: {units}.",
    "CTL.Placed": "{unit} enters in {hex}.",
}
"""A key with `_one` is said of a single thing: of `count` 1."""

WORDS: dict[str, dict[str, str]] = {
    "side": {"us": "the Americans", "german": "the Germans"},
    "plan": {
        "aachen": "the Aachen plan",
        "pocket": "the Pocket plan",
        "roer_river": "the Roer River plan",
        "dummy": "a dummy",
    },
    "posture": {"hasty": "hasty", "regular": "regular", "prepared": "prepared"},
    "throw": {
        "CTL-5.8.4b": "Effectiveness Checks of isolated units",
        "CTL-6.1a": "Initiative",
        "CTL-6.3.2a": "Action Points",
        "CTL-6.4.2a": "Formation Reaction",
        "CTL-7.3.4c": "Effectiveness Checks for infiltration",
        "CTL-7.5.1e": "Combat",
        "CTL-7.5.2f": "Effectiveness Checks",
        "CTL-7.6a": "Refit",
        "CTL-8.1.2a": "Interdiction",
        "CTL-8.1.5a": "Attrition",
        "CTL-8.3c": "Inspection of a Victory Plan marker",
    },
}
"""What an argument (`side`, `posture`, `throw`) stands for."""

TEXTS |= show_texts.TEXTS
WORDS |= show_texts.WORDS


def phrase(text: str, **args: Any) -> str:
    """What a screen says without a key: a catalogue has it by these very words, and `tools/told.py` finds it by this
    call."""
    return text.format(**args) if args else text
