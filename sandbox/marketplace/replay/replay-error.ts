/** A recording's folder that cannot be read; the message names the file and the line. */
export class ReplayError extends Error {
  readonly code = 'REPLAY_UNREADABLE';

  constructor(place: string, reason: string, cause?: unknown) {
    super(`${place}: ${reason}`, { cause });
    this.name = 'ReplayError';
  }
}
