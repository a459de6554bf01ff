/**
 * Notifications between the processes on one database. `outbox`: there are new deliveries or changed queues. `rules`:
 * rules or settings of a server have changed. `leases`: a role was given up.
 */
export type Word = 'outbox' | 'rules' | 'leases';

export const WORDS: readonly Word[] = ['outbox', 'rules', 'leases'];

/**
 * Wakes other processes when there is work. Notifications may be lost, so every process also polls every two seconds.
 */
export interface Wakeups extends AsyncDisposable {
  /** Notifies all processes, including this one, soon. Call this after the commit of the change. */
  notify(word: Word): void;
  /** Calls `run` on a notification from any process, and when notifications may have been lost. */
  listen(word: Word, run: () => void): void;
  /** Returns whether notifications arrive: `null` while unknown. */
  isHeard(): boolean | null;
}
