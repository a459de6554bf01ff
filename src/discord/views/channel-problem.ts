import { HELD_CODES } from '../../domain/held.ts';
import { joined } from './joined.ts';

/** Why we post nothing in a channel, mostly because Discord takes nothing there, and what an admin can do about it. */
export interface ChannelProblem {
  readonly why: string;
  /** `null` where nothing is known to help. */
  readonly remedy: string | null;
  /**
   * How alerts go on there: by themselves when the gateway tells that it is mended (`discord/reopening.ts`), when an
   * admin resumes a rule because the gateway tells nothing of it, or never.
   */
  readonly goesOn: 'by itself' | 'when resumed' | 'never';
}

/** By Discord's JSON error code (Discord docs: Opcodes and Status Codes), or our own. */
const PROBLEMS: Readonly<Record<number, ChannelProblem>> = {
  [HELD_CODES.unreadable]: {
    why: 'I do not know whether a message arrived, and may not look',
    remedy: 'give me “Read Message History” there, or say in `/alerts health` whether it did',
    goesOn: 'by itself',
  },
  [HELD_CODES.crowded]: {
    why: 'I do not know whether a message arrived, among too many messages of that time',
    remedy: 'say in `/alerts health` whether it did',
    goesOn: 'by itself',
  },
  10003: {
    why: 'the channel was deleted',
    remedy: 'use `/alerts copy` to tell another one, or `/alerts remove`',
    goesOn: 'never',
  },
  10004: { why: 'I am not in the server any more', remedy: 'invite me again', goesOn: 'by itself' },
  50001: { why: 'I may not see the channel', remedy: 'give me “View Channel” there', goesOn: 'by itself' },
  50007: { why: 'I may not write to this person', remedy: null, goesOn: 'never' },
  50008: {
    why: 'the channel takes no messages',
    remedy: 'set the alerts up in a text channel with `/alerts add`',
    goesOn: 'never',
  },
  50013: {
    why: 'I may not post there',
    remedy: 'give me “Send Messages” and “Embed Links” there',
    goesOn: 'by itself',
  },
  50083: { why: 'the thread is archived', remedy: 'open it again', goesOn: 'by itself' },
  160005: { why: 'the thread is locked', remedy: 'unlock it', goesOn: 'by itself' },
};

const PERMISSION_CODES: ReadonlySet<number> = new Set([50_001, 50_013]);

/** What the bot lacks, known better than by the code: names of permissions, or that there is none. */
function missingProblem(code: number, missing: readonly string[]): ChannelProblem {
  const why = code === 50_001 ? 'I may not see the channel' : 'I may not post there';
  if (missing.length === 0) {
    return {
      why: `${why}, and I lack no permission there that I know of; perhaps I am in time-out`,
      remedy: null,
      goesOn: 'when resumed',
    };
  }
  const names = missing.map((name) => `“${name}”`);
  return { why, remedy: `give me ${joined(names, 'and')} there`, goesOn: 'by itself' };
}

/**
 * A channel's problem in words; everything that tells of it, a notice, a list, the health, says the same.
 * @param code Discord's JSON error code; `null` where none was told
 * @param missing names of the permissions that the bot lacks there; `null` where that is not known
 */
export function channelProblem(
  code: number | null,
  missing: readonly string[] | null = null,
): ChannelProblem {
  if (code !== null && missing !== null && PERMISSION_CODES.has(code)) return missingProblem(code, missing);
  const known = code === null ? undefined : PROBLEMS[code];
  if (known !== undefined) return known;
  const which = code === null ? '' : ` (code ${code})`;
  return { why: `Discord refuses my messages${which}`, remedy: null, goesOn: 'when resumed' };
}

/** All in one: `I may not post there; give me … there, and I go on by myself`. */
export function problemText(code: number | null, missing: readonly string[] | null = null): string {
  const { why, remedy, goesOn } = channelProblem(code, missing);
  if (goesOn === 'when resumed') return `${why}; when that is over, use \`/alerts resume\``;
  if (remedy === null) return why;
  return goesOn === 'never' ? `${why}; ${remedy}` : `${why}; ${remedy}, and I go on by myself`;
}
