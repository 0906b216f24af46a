import { getContext, setContext } from "svelte";
import type { Table } from "../lib/game.svelte";

export const KEY = Symbol("table");

export const keepTable = (table: Table): Table => setContext(KEY, table);
export const theTable = (): Table => getContext<Table>(KEY);
