import {
  DiscordAPIError,
  type REST,
  type RESTGetAPIChannelMessagesResult,
  Routes,
  SnowflakeUtil,
} from 'discord.js';
import { type Post, referenceFor } from '../domain/delivery.ts';
import type { ReadBack } from '../domain/posting.ts';
import { searchWindow } from '../domain/search-window.ts';
import type { HistoryAccess } from './channel-access.ts';
import type { DiscordClock } from './discord-clock.ts';
import { afterRateLimits } from './rate-limit-pause.ts';

const MESSAGES_A_PAGE = 100;
/** 2,000 messages of the time in which the post was tried: beyond that people are asked. */
const MAX_PAGES = 20;
const UNKNOWN_MESSAGE = 10_008;
/** Unknown Channel, Unknown Guild. */
const GONE: ReadonlySet<number> = new Set([10_003, 10_004]);
/** Less is how exactly clocks can be compared. */
const CLOCKS_DIFFER_MS = 30_000;

type Message = RESTGetAPIChannelMessagesResult[number];

function shows(message: Message, reference: string): boolean {
  const mark = `alert ${reference}`;
  return (
    message.content.includes(mark) ||
    message.embeds.some((embed) => embed.footer?.text.includes(mark) === true)
  );
}

/** Discord's own code where Discord itself says no; `null` for all else. A page of something before it carries no code. */
function refusalCode(error: unknown): number | null {
  if (!(error instanceof DiscordAPIError) || typeof error.code !== 'number') return null;
  return error.status === 403 || error.status === 404 ? error.code : null;
}

/** The first id that Discord gives in this millisecond; before its first day there is none, and none is negative. @param at epoch ms */
function idAt(at: number): bigint {
  const timestamp = Math.max(at, Number(SnowflakeUtil.epoch));
  return SnowflakeUtil.generate({ timestamp, increment: 0n, processId: 0n, workerId: 0n });
}

const latestOf = (messages: readonly Message[], least: bigint): bigint =>
  messages.map(({ id }) => BigInt(id)).reduce((a, b) => (a > b ? a : b), least);

/**
 * Looks for a post in its channel, by the reference of its first alert; so a summary is found like any other message.
 *
 * It is looked for where its tries lie (`domain/search-window.ts`), from the earliest message on: so what was written later
 * costs nothing. Discord answers an empty list both where there is nothing and where the bot may not read. So an empty list
 * counts only once Discord has said that it knows no message of a certain id there, which it says to those alone who may read.
 */
export function createReadBack(deps: {
  readonly rest: REST;
  readonly discordClock: Pick<DiscordClock, 'read'>;
  /** The bot's own user id. */
  readonly botUserId: () => string;
  /** Whether the bot may read the channel's history, as far as the gateway told. */
  readonly historyAccess: (channelId: string) => HistoryAccess;
  /** For one request, ms. */
  readonly timeoutMs: number;
}): (post: Post) => Promise<ReadBack> {
  const { rest, discordClock, botUserId, historyAccess, timeoutMs } = deps;
  const signal = () => AbortSignal.timeout(timeoutMs);

  async function messagesAfter(channelId: string, after: bigint): Promise<RESTGetAPIChannelMessagesResult> {
    const query = new URLSearchParams({ after: after.toString(), limit: String(MESSAGES_A_PAGE) });
    const answer: unknown = await afterRateLimits(() =>
      rest.get(Routes.channelMessages(channelId), { query, signal: signal() }),
    );
    return answer as RESTGetAPIChannelMessagesResult;
  }

  /** Rejects where the bot may not read the channel, or nobody knows. @param id of a message, or of none */
  async function requireReading(channelId: string, id: bigint): Promise<void> {
    try {
      await rest.get(Routes.channelMessage(channelId, id.toString()), { signal: signal() });
    } catch (error) {
      if (refusalCode(error) !== UNKNOWN_MESSAGE) throw error;
    }
  }

  async function look(post: Post, reference: string): Promise<ReadBack> {
    const { channelId } = post;
    let begun = searchWindow(post, discordClock.read()).from;
    let after = idAt(begun);
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const messages = await messagesAfter(channelId, after);
      const found = messages.find(
        (message) => message.author.id === botUserId() && shows(message, reference),
      );
      if (found !== undefined) return { type: 'found', messageId: found.id };
      // Only this answer may have shown how the clocks stand.
      const { from, to } = searchWindow(post, discordClock.read());
      if (from < begun - CLOCKS_DIFFER_MS) {
        begun = from;
        after = idAt(from);
        continue;
      }
      const latest = latestOf(messages, after);
      const isPast = to !== null && latest > idAt(to);
      if (isPast || messages.length < MESSAGES_A_PAGE) {
        if (messages.length === 0) await requireReading(channelId, after);
        return { type: 'absent' };
      }
      after = latest;
    }
    return { type: 'crowded' };
  }

  return async (post) => {
    const [first] = post.alerts;
    if (first === undefined) return { type: 'absent' };
    if (historyAccess(post.channelId) === 'unreadable') return { type: 'unreadable' };
    try {
      return await look(post, referenceFor(post.channelId, first));
    } catch (error) {
      const code = refusalCode(error);
      const detail = error instanceof Error ? error.message : String(error);
      if (code === null) return { type: 'unavailable', detail };
      return GONE.has(code) ? { type: 'gone', code, detail } : { type: 'unreadable' };
    }
  };
}
