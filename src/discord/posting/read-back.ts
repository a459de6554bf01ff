import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError, HTTPError, RateLimitError, type REST } from 'discord.js';
import { type RESTGetAPIChannelMessagesResult, Routes } from 'discord-api-types/v10';
import { isMarketAlert } from '#src/alerts/kinds/registry.ts';
import type { ReadBack } from '#src/outbox/posting.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import { type Post, referenceFor } from '#src/store/model/delivery.ts';
import { lowestIdAt } from '../snowflake.ts';
import { hasDeliveryMark, isSuppressed, markText, mayHideDeliveryMark } from './delivery-mark.ts';
import type { DiscordClock } from './discord-clock.ts';
import { channelOfTarget } from './message-channel.ts';
import { readBackWindow } from './read-back-window.ts';

/** discord.js adds 50 ms to every wait; a wait of at most this long means that Discord named no time. */
const LIBRARY_OFFSET_MS = 50;
/** Rate limits on reading a channel usually last about a second; the caller handles longer ones. */
const MAX_PAUSE_MS = 5_000;
const MAX_PAUSES = 5;

/**
 * Makes an idempotent request and repeats it after each short rate limit, because all but the first few of many
 * requests in a row are limited. Rejects with any other failure of `request`.
 */
async function retryRateLimits<T>(request: () => Promise<T>): Promise<T> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof RateLimitError) || pauses === MAX_PAUSES) throw error;
      const waitMs = Math.max(error.retryAfter, error.timeToReset);
      if (waitMs <= LIBRARY_OFFSET_MS || waitMs > MAX_PAUSE_MS) throw error;
      await sleep(waitMs);
    }
  }
}

const MESSAGES_PER_PAGE = 100;
/** Covers 2,000 messages in the time range of the attempts; beyond that a moderator has to decide. */
const MAX_PAGES = 20;
const UNKNOWN_MESSAGE = 10_008;
/** Unknown Channel, Unknown Guild. */
const DELETED_CODES: ReadonlySet<number> = new Set([10_003, 10_004]);
/** Missing Access, Missing Permissions. Other refusals say nothing about the permission to read. */
const ACCESS_CODES: ReadonlySet<number> = new Set([50_001, 50_013]);
/** Tolerance of the clock comparison. */
const CLOCK_TOLERANCE_MS = 30_000;

type Message = RESTGetAPIChannelMessagesResult[number];

/** Result of a search. `lacksEmbeds`: Discord left out the message's embeds, and it has no text instead. */
export type SearchResult =
  | Exclude<ReadBack, { readonly type: 'found' }>
  | { readonly type: 'found'; readonly messageId: string; readonly lacksEmbeds: boolean };

/**
 * A mention, or words of a template, may stand above the embeds; the text of an alert instead of them has the mark. Only
 * notices have no embeds.
 */
const lacksEmbeds = (
  { layout, alerts }: Post,
  { content, embeds, flags }: Message,
  reference: string,
): boolean =>
  layout !== 'text' &&
  alerts.some(isMarketAlert) &&
  embeds.length === 0 &&
  !content.includes(markText(reference)) &&
  !isSuppressed(flags);

/** Returns the JSON error code of a refusal that shows whether the bot may read there; `null` for any other error. */
function refusalCode(error: unknown): number | null {
  if (!(error instanceof DiscordAPIError) || typeof error.code !== 'number') return null;
  return DELETED_CODES.has(error.code) || ACCESS_CODES.has(error.code) || error.code === UNKNOWN_MESSAGE
    ? error.code
    : null;
}

const latestId = (messages: readonly Message[], least: bigint): bigint =>
  messages.map(({ id }) => BigInt(id)).reduce((a, b) => (a > b ? a : b), least);

/**
 * Creates the search for a post in its channel, by the delivery mark of its first alert; summaries have one too.
 *
 * The search covers the time range of the attempts (`discord/posting/read-back-window.ts`), oldest message first, so
 * later messages cost nothing. Discord answers with an empty list both if there are no messages and if the bot may not
 * read them. An empty list therefore counts only after Discord has reported a certain id as an unknown message, which
 * it does only for bots that may read. If a moderator removed a message's embeds, a mark in them is lost; a message
 * that may be the post is then not counted as absent.
 */
export function createReadBack(deps: {
  readonly rest: REST;
  readonly discordClock: Pick<DiscordClock, 'read'>;
  /** Resolves to the bot's own user id; `null` while it is unknown. */
  readonly botUserId: () => Promise<string | null>;
  /** Timeout of one request, ms. */
  readonly timeoutMs: number;
}): (post: Post, target: QueueTarget) => Promise<SearchResult> {
  const { rest, discordClock, botUserId, timeoutMs } = deps;
  const signal = () => AbortSignal.timeout(timeoutMs);

  /** Resolves to `null` if Discord answers 5xx. */
  async function messagesAfter(
    channelId: string,
    after: bigint,
  ): Promise<RESTGetAPIChannelMessagesResult | null> {
    const query = new URLSearchParams({ after: after.toString(), limit: String(MESSAGES_PER_PAGE) });
    try {
      const answer: unknown = await retryRateLimits(() =>
        rest.get(Routes.channelMessages(channelId), { query, signal: signal() }),
      );
      return answer as RESTGetAPIChannelMessagesResult;
    } catch (error) {
      if (error instanceof HTTPError && error.status >= 500) return null;
      throw error;
    }
  }

  /**
   * Rejects if the bot may not read the channel, or if that is unknown.
   * @param id of a message, which need not exist
   */
  async function requireReadable(channelId: string, id: bigint): Promise<void> {
    try {
      await rest.get(Routes.channelMessage(channelId, id.toString()), { signal: signal() });
    } catch (error) {
      if (refusalCode(error) !== UNKNOWN_MESSAGE) throw error;
    }
  }

  /** Resolves to whether Discord shows single messages of the channel; rejects if it refuses to. */
  async function showsMessages(channelId: string, id: bigint): Promise<boolean> {
    try {
      await requireReadable(channelId, id);
      return true;
    } catch (error) {
      if (refusalCode(error) !== null) throw error;
      return false;
    }
  }

  async function search(
    post: Post,
    channelId: string,
    reference: string,
    botId: string,
  ): Promise<SearchResult> {
    let searchFrom = readBackWindow(post, discordClock.read()).from;
    let after = lowestIdAt(searchFrom);
    let mayBeHidden = false;
    const isMarkedInText = post.layout === 'text';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const messages = await messagesAfter(channelId, after);
      if (messages === null) {
        const isListOnly = await showsMessages(channelId, after);
        return { type: 'unavailable', detail: 'Discord answers 5xx to the list of messages', isListOnly };
      }
      const ofBot = messages.filter(({ author }) => author.id === botId);
      const found = ofBot.find((message) => hasDeliveryMark(message, reference));
      if (found !== undefined)
        return { type: 'found', messageId: found.id, lacksEmbeds: lacksEmbeds(post, found, reference) };
      // This may be the first response that shows the clock offset.
      const { from, to } = readBackWindow(post, discordClock.read());
      if (from < searchFrom - CLOCK_TOLERANCE_MS) {
        searchFrom = from;
        after = lowestIdAt(from);
        continue;
      }
      const end = to === null ? null : lowestIdAt(to);
      const ofThatTime = ofBot.filter(({ id }) => end === null || BigInt(id) <= end);
      mayBeHidden ||= !isMarkedInText && ofThatTime.some(mayHideDeliveryMark);
      const latest = latestId(messages, after);
      const isPast = end !== null && latest > end;
      if (isPast || messages.length < MESSAGES_PER_PAGE) {
        if (messages.length === 0) await requireReadable(channelId, after);
        return { type: mayBeHidden ? 'hidden' : 'absent' };
      }
      after = latest;
    }
    return { type: 'crowded' };
  }

  return async (post, target) => {
    const { facts } = target;
    const [first] = post.alerts;
    if (first === undefined) return { type: 'absent' };
    // Without that permission Discord answers with an empty list.
    if (facts?.isHistoryReadable === false) return { type: 'unreadable' };
    const messageChannelId = channelOfTarget(post.channelId, target);
    if (messageChannelId === null)
      return { type: 'unavailable', detail: 'the direct messages are not open', isListOnly: false };
    try {
      const botId = await botUserId();
      // Without the bot's id, every message seems to be someone else's.
      if (botId === null)
        return { type: 'unavailable', detail: 'the bot’s own user id is not known yet', isListOnly: false };
      return await search(post, messageChannelId, referenceFor(post.channelId, first), botId);
    } catch (error) {
      const code = refusalCode(error);
      const detail = error instanceof Error ? error.message : String(error);
      // If the gateway contradicts this, ask again: it will report that the channel is deleted, or closed to the bot.
      const isDisputed =
        code !== null && facts !== null && (DELETED_CODES.has(code) || facts.isHistoryReadable);
      if (code === null || isDisputed) return { type: 'unavailable', detail, isListOnly: false };
      return DELETED_CODES.has(code) ? { type: 'gone', code, detail } : { type: 'unreadable' };
    }
  };
}
