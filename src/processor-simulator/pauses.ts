/** Waits that can all be ended early, so that a simulator with a long latency still stops at once. */
export class Pauses {
  private readonly running = new Set<() => void>();
  private isEnded = false;

  wait(milliseconds: number): Promise<void> {
    if (milliseconds === 0 || this.isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.running.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.running.add(end);
    });
  }

  endAll(): void {
    this.isEnded = true;
    for (const end of [...this.running]) end();
  }
}
