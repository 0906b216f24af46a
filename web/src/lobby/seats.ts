// Who plays which side of a new game, as the server is told.
import type { ScenarioCard } from "../lib/wire";

export const MODES = ["computer", "friend", "hotseat"] as const;
export type Mode = (typeof MODES)[number];

/** What is chosen before a game: with whom, which side is mine, which computer player. */
export interface Plan {
  mode: Mode;
  mine: string;
  player: string;
}

/** Is it a game for one, in which the other side plays by rule? */
export const alone = (scenario: ScenarioCard): boolean => Object.keys(scenario.sides).length < 2;

/** The ways in which a scenario can be played: without computer players not against one, alone only alone. */
export const modesOf = (scenario: ScenarioCard): Mode[] =>
  MODES.filter((m) => (alone(scenario) ? m === "hotseat" : m !== "computer" || (scenario.players ?? []).length > 0));

export function planFor(scenario: ScenarioCard, mode?: Mode): Plan {
  const open = modesOf(scenario);
  return {
    mode: mode && open.includes(mode) ? mode : open[0]!,
    mine: Object.keys(scenario.sides)[0] ?? "",
    player: scenario.players?.[0] ?? "",
  };
}

/** Each side with "me", "open" or the name of a computer player. */
export function seatsOf(scenario: ScenarioCard, plan: Plan): Record<string, string> {
  const other = { computer: plan.player, friend: "open", hotseat: "me" }[plan.mode];
  return Object.fromEntries(Object.keys(scenario.sides).map((s) => [s, s === plan.mine ? "me" : other]));
}
