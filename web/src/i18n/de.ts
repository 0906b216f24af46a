// German, loaded when asked for.
const chapters = import.meta.glob<Record<string, string>>(["./de/*.json", "./told/de.json"], {
  eager: true, import: "default",
});

export const german: Record<string, string> = Object.assign({}, ...Object.values(chapters));
