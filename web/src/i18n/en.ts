// English, chapter by chapter; `told` is what the server tells, by the keys of its sentences.
const chapters = import.meta.glob<Record<string, string>>(["./en/*.json", "./told/en.json"], {
  eager: true, import: "default",
});

export const english: Record<string, string> = Object.assign({}, ...Object.values(chapters));
