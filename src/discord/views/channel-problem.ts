/** Why Discord takes no messages of ours in a channel, and what an admin can do about it. */
export interface ChannelProblem {
  readonly why: string;
  /** `null` where nothing can be done. */
  readonly remedy: string | null;
}

/** By Discord's JSON error code (Discord docs: Opcodes and Status Codes). */
const PROBLEMS: Readonly<Record<number, ChannelProblem>> = {
  10003: { why: 'the channel was deleted', remedy: null },
  10004: { why: 'I am not in the server any more', remedy: null },
  50001: { why: 'I may not see the channel', remedy: 'give me “View Channel” there' },
  50007: { why: 'I may not write to this person', remedy: null },
  50008: { why: 'the channel takes no messages', remedy: 'choose a text channel' },
  50013: { why: 'I may not post there', remedy: 'give me “Send Messages” and “Embed Links” there' },
  50083: { why: 'the thread is archived', remedy: 'open it again' },
  160005: { why: 'the thread is locked', remedy: 'unlock it' },
};

/**
 * A channel's problem in words.
 * @param code Discord's JSON error code; `null` where none was told
 */
export function channelProblem(code: number | null): ChannelProblem {
  if (code === null) return { why: 'Discord refuses my messages', remedy: null };
  return PROBLEMS[code] ?? { why: `Discord refuses my messages (code ${code})`, remedy: null };
}

/** Both in one: `I may not post there; give me … there, then use /alerts resume`. */
export function problemText(code: number | null): string {
  const { why, remedy } = channelProblem(code);
  return remedy === null ? why : `${why}; ${remedy}, then use \`/alerts resume\``;
}
