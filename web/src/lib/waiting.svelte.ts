// What has been asked of the server and not been answered yet. After half a second the page says so.
const PATIENCE = 500;

class Waiting {
  long = $state(false);
  private open = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  async for<T>(answer: Promise<T>): Promise<T> {
    if (!this.open++) this.timer = setTimeout(() => (this.long = true), PATIENCE);
    try {
      return await answer;
    } finally {
      if (!--this.open) {
        clearTimeout(this.timer);
        this.long = false;
      }
    }
  }
}

export const waiting = new Waiting();
