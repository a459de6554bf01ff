import { referencesIn, referencesOf } from '../../demo/page-links.ts';
import type { LocalDiscord, MessageChange } from '../../discord/local-discord.ts';
import type { LedgerRecord } from '../../marketplace/ledger.ts';
import type { Cause, Caused, CausedPost } from '../contract.ts';

/** Finds the messages in which the bot posts the last caused event. Disposing it ends that. */
export interface CausedPosts extends Disposable {
  /** Follows the posts of an event from now on, in place of the one before. */
  follow(cause: Cause, records: readonly LedgerRecord[]): void;
  latest(): Caused | null;
}

/**
 * Messages are matched by the records that they link to, and so independently of their wording. Answers to
 * commands do not count.
 */
export function createCausedPosts(discord: LocalDiscord, botId: string): CausedPosts {
  let turn = 0;
  let cause: Cause | null = null;
  let references: ReadonlySet<string> = new Set();
  let posts: readonly CausedPost[] = [];

  function onMessage({ kind, message }: MessageChange): void {
    const { channelId, id, payload, visibleTo } = message;
    if (kind === 'deleted' || references.size === 0 || payload.author.id !== botId) return;
    if (visibleTo !== null || payload.interaction !== undefined) return;
    if (posts.some((post) => post.channelId === channelId)) return;
    const linked = referencesIn(JSON.stringify(payload));
    if (![...references].some((reference) => linked.has(reference))) return;
    posts = [...posts, { channelId, messageId: id, change: kind }];
  }

  const stop = discord.onMessage(onMessage);
  return {
    follow(what, records) {
      turn += 1;
      cause = what;
      references = new Set(records.flatMap(referencesOf));
      posts = [];
    },
    latest: () => (cause === null || references.size === 0 ? null : { turn, cause, posts }),
    [Symbol.dispose]: stop,
  };
}
