import { HELD_CODES } from '../../domain/held.ts';

/**
 * What Discord's error codes mean for a channel (Discord docs: Opcodes and Status Codes, JSON), and our own for one that a
 * message holds of which nobody can say whether it was posted.
 */
const REASONS: ReadonlyMap<number, string> = new Map([
  [HELD_CODES.unreadable, 'held_unreadable'],
  [HELD_CODES.crowded, 'held_crowded'],
  [10003, 'unknown_channel'],
  [10004, 'unknown_server'],
  [50001, 'missing_access'],
  [50008, 'no_text_channel'],
  [50013, 'missing_permissions'],
  [50083, 'thread_archived'],
  [160005, 'thread_locked'],
]);

const OTHER = 'other';

/** Every word that `stopReason` may answer. */
export const STOP_REASONS: readonly string[] = [...REASONS.values(), OTHER];

/** Why a lane was stopped, as one of a few words. */
export function stopReason(code: number): string {
  return REASONS.get(code) ?? OTHER;
}
