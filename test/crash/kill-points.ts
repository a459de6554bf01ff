/** A place in the bot's work at which its process can be killed, by the name of what is done there. */
export const COMMITS = {
  intake: /INSERT INTO seen/,
  auctions: /INSERT INTO auctions/,
  'begin post': /INSERT INTO posts/,
  'mark sent': /UPDATE posts SET state = 'sent'/,
  'mark ambiguous': /UPDATE posts SET state = 'ambiguous' WHERE id/,
  recover: /UPDATE posts SET state = 'ambiguous' WHERE settled_at IS NULL/,
  'try again': /UPDATE posts SET state = 'sending'/,
  release: /UPDATE posts SET state = 'released'/,
  'card shown': /UPDATE cards SET revision/,
} as const satisfies Readonly<Record<string, RegExp>>;

export type CommitName = keyof typeof COMMITS;

/** Requests of the bot to Discord that matter for delivery. */
export const REQUESTS = {
  post: { method: 'POST', path: /\/channels\/\d+\/messages$/ },
  edit: { method: 'PATCH', path: /\/channels\/\d+\/messages\/\d+$/ },
  'read back': { method: 'GET', path: /\/channels\/\d+\/messages(\?|$)/ },
} as const;

export type RequestName = keyof typeof REQUESTS;

/** What the bot's process does to itself, told by an environment variable as `commit:before:intake:3`. */
export interface KillPoint {
  readonly of: 'commit' | 'request';
  readonly side: 'before' | 'after';
  readonly name: string;
  /** The how-manieth of its life, from 1. */
  readonly count: number;
}

export const KILL_POINT_VARIABLE = 'BOT_KILL_POINT';

export function writeKillPoint({ of, side, name, count }: KillPoint): string {
  return [of, side, name, count].join(':');
}

/** @throws Error for what `writeKillPoint` did not write */
export function readKillPoint(text: string): KillPoint {
  const [of, side, name = '', count] = text.split(':');
  if ((of === 'commit' || of === 'request') && (side === 'before' || side === 'after')) {
    return { of, side, name, count: Number(count) };
  }
  throw new Error(`${text} is no kill point.`);
}
