/** A reason why the simulator cannot start, as one sentence for whoever started it. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
