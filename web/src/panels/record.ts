// The record of a game, as a file.
import type { Table } from "../lib/game.svelte";
import { notices } from "../lib/notice.svelte";

export function fileName(title: string, id: string): string {
  const plain = title.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase();
  return `${plain || id}.txt`;
}

/** Hand a text to the browser as a file to keep. */
export function download(name: string, text: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function exportRecord(table: Table): Promise<void> {
  try {
    download(fileName(table.game?.title ?? "", table.id), await table.api.record(table.id));
  } catch (e) {
    notices.trouble(e);
  }
}
