import { HELD_CODES } from '#src/store/model/held.ts';

/**
 * Metric labels for Discord's error codes (Discord docs: Opcodes and Status Codes, JSON) and for Gavel's codes for
 * channels that wait for a user's confirmation.
 */
const REASONS: ReadonlyMap<number, string> = new Map([
  [HELD_CODES.unreadable, 'held_unreadable'],
  [HELD_CODES.crowded, 'held_crowded'],
  [HELD_CODES.unlistable, 'held_unlistable'],
  [HELD_CODES.hidden, 'held_hidden'],
  [10003, 'unknown_channel'],
  [10004, 'unknown_server'],
  [50001, 'missing_access'],
  [50008, 'no_text_channel'],
  [50013, 'missing_permissions'],
  [50083, 'thread_archived'],
  [160005, 'thread_locked'],
]);

const OTHER = 'other';

/** All values of `stopReason`. */
export const STOP_REASONS: readonly string[] = [...REASONS.values(), OTHER];

/** Returns why a channel queue was stopped, as a metric label. */
export function stopReason(code: number): string {
  return REASONS.get(code) ?? OTHER;
}
