import type { Messages } from '#src/messages/messages.ts';
import { HELD_CODES } from '#src/store/model/held.ts';
import { permissionList } from '../access/needed-permissions.ts';

/** Why nothing is posted in a channel, usually because Discord refuses messages there, and the remedy for an admin. */
export interface ChannelProblem {
  readonly why: string;
  /** `null` if no remedy is known. */
  readonly remedy: string | null;
  /**
   * How posting continues: `by itself`, when the gateway reports that the problem is solved
   * (`discord/access/channel-reopener.ts`); `when resumed`, at the next automatic attempt or when an admin resumes a
   * rule, because the gateway does not report it; or never.
   */
  readonly goesOn: 'by itself' | 'when resumed' | 'never';
}

type Words = Messages['channelProblems'];

/** Problems by Discord's JSON error code (Discord docs: Opcodes and Status Codes), or by Gavel's own codes. */
const PROBLEMS: Readonly<Record<number, (words: Words) => ChannelProblem>> = {
  [HELD_CODES.unreadable]: (words) => ({
    why: words.arrivalUnreadable,
    remedy: words.arrivalUnreadableRemedy,
    goesOn: 'by itself',
  }),
  [HELD_CODES.crowded]: (words) => ({
    why: words.arrivalUnclear,
    remedy: words.arrivalUnclearRemedy,
    goesOn: 'by itself',
  }),
  [HELD_CODES.unlistable]: (words) => ({
    why: words.arrivalUnlistable,
    remedy: words.arrivalUnclearRemedy,
    goesOn: 'by itself',
  }),
  [HELD_CODES.hidden]: (words) => ({
    why: words.arrivalHidden,
    remedy: words.arrivalUnclearRemedy,
    goesOn: 'by itself',
  }),
  10003: (words) => ({ why: words.channelDeleted, remedy: words.channelDeletedRemedy, goesOn: 'never' }),
  10004: (words) => ({ why: words.outsideServer, remedy: words.outsideServerRemedy, goesOn: 'by itself' }),
  50001: (words) => ({ why: words.channelHidden, remedy: words.channelHiddenRemedy, goesOn: 'by itself' }),
  50007: (words) => ({ why: words.personClosed, remedy: null, goesOn: 'never' }),
  50008: (words) => ({ why: words.noMessages, remedy: words.noMessagesRemedy, goesOn: 'never' }),
  50013: (words) => ({ why: words.mayNotPost, remedy: words.mayNotPostRemedy, goesOn: 'by itself' }),
  50083: (words) => ({ why: words.threadArchived, remedy: words.threadArchivedRemedy, goesOn: 'by itself' }),
  160005: (words) => ({ why: words.threadLocked, remedy: words.threadLockedRemedy, goesOn: 'by itself' }),
};

const PERMISSION_CODES: ReadonlySet<number> = new Set([50_001, 50_013]);

/** Describes the problem by the missing permissions, which are more specific than the code. */
function missingProblem(code: number, missing: readonly string[], messages: Messages): ChannelProblem {
  const { channelProblems: words } = messages;
  const why = code === 50_001 ? words.channelHidden : words.mayNotPost;
  if (missing.length === 0) return { why: words.nothingMissing(why), remedy: null, goesOn: 'when resumed' };
  return { why, remedy: words.givePermissions(permissionList(missing, messages)), goesOn: 'by itself' };
}

/**
 * Describes a channel's problem, the same in notices, lists and health.
 * @param code Discord's JSON error code; `null` if none was reported
 * @param missing English names of the permissions that the bot lacks there; `null` if unknown
 */
export function channelProblem(
  code: number | null,
  missing: readonly string[] | null,
  messages: Messages,
): ChannelProblem {
  if (code !== null && missing !== null && PERMISSION_CODES.has(code)) {
    return missingProblem(code, missing, messages);
  }
  const { channelProblems: words } = messages;
  const known = code === null ? undefined : PROBLEMS[code];
  if (known !== undefined) return known(words);
  // Discord reports 0 if there is no specific code.
  const why = code === null || code === 0 ? words.refused : words.refusedWithCode(String(code));
  return { why, remedy: null, goesOn: 'when resumed' };
}

/** Formats problem and remedy together: `I can’t post there; to continue, give me … there`. */
export function problemText(
  code: number | null,
  missing: readonly string[] | null,
  messages: Messages,
): string {
  const { why, remedy, goesOn } = channelProblem(code, missing, messages);
  const { channelProblems: words } = messages;
  if (goesOn === 'when resumed') return words.untilResumed(why);
  if (remedy === null) return why;
  return goesOn === 'never' ? words.withRemedy(why, remedy) : words.untilRemedied(why, remedy);
}
