/**
 * What the processes on one database tell each other: `outbox`, there are new deliveries or changed queues; `rules`,
 * rules or settings of a server have changed; `leases`, a role was given up.
 */
export type Word = 'outbox' | 'rules' | 'leases';

export const WORDS: readonly Word[] = ['outbox', 'rules', 'leases'];

/**
 * Tells other processes that there is something to do. A word may be lost: everybody also looks by itself, every two
 * seconds.
 */
export interface Wakeups extends AsyncDisposable {
  /** Tells the word to all processes, this one included, soon. To be called after the commit of what it is about. */
  notify(word: Word): void;
  /** Calls `run` when any process told the word, and when words may have been lost. */
  listen(word: Word, run: () => void): void;
  /** Whether words arrive: `null` while it is not known. */
  isHeard(): boolean | null;
}
