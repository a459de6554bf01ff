import {
  ChannelType,
  DiscordAPIError,
  type REST,
  type RESTGetAPIChannelMessagesResult,
  Routes,
  SnowflakeUtil,
} from 'discord.js';
import { type Post, referenceFor } from '../domain/delivery.ts';
import type { ReadBack } from '../domain/posting.ts';
import type { HistoryAccess } from './channel-access.ts';

/** Our clock and Discord's may differ by so much without read-back looking in the wrong place. */
const CLOCK_TOLERANCE_MS = 60_000;
const MESSAGES_A_PAGE = 100;
/** 2,000 messages after the one looked for: beyond that the channel is asked again later, from the start. */
const MAX_PAGES = 20;

type Message = RESTGetAPIChannelMessagesResult[number];

function shows(message: Message, reference: string): boolean {
  const mark = `alert ${reference}`;
  return (
    message.content.includes(mark) ||
    message.embeds.some((embed) => embed.footer?.text.includes(mark) === true)
  );
}

/** Whether Discord itself says no. A page of something before Discord carries no code of Discord's. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError &&
    typeof error.code === 'number' &&
    (error.status === 403 || error.status === 404)
  );
}

/** Looks for a post in its channel, by the reference of its first alert; so a summary is found like any other message. */
export function createReadBack(deps: {
  readonly rest: REST;
  /** The bot's own user id. */
  readonly botUserId: () => string;
  /** Whether the bot may read the channel's history; Discord answers an empty list when it may not. */
  readonly historyAccess: (channelId: string) => HistoryAccess;
  /** For one request, ms. */
  readonly timeoutMs: number;
}): (post: Post) => Promise<ReadBack> {
  const { rest, botUserId, historyAccess, timeoutMs } = deps;

  async function messagesAfter(channelId: string, after: string): Promise<RESTGetAPIChannelMessagesResult> {
    const query = new URLSearchParams({ after, limit: String(MESSAGES_A_PAGE) });
    const answer: unknown = await rest.get(Routes.channelMessages(channelId), {
      query,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return answer as RESTGetAPIChannelMessagesResult;
  }

  /** The gateway does not tell of direct messages, in which the bot may read everything. */
  async function isDirectMessage(channelId: string): Promise<boolean> {
    const answer: unknown = await rest.get(Routes.channel(channelId), {
      signal: AbortSignal.timeout(timeoutMs),
    });
    return (
      typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === ChannelType.DM
    );
  }

  async function look(post: Post, reference: string): Promise<ReadBack> {
    let after = SnowflakeUtil.generate({
      timestamp: post.firstTryAt - CLOCK_TOLERANCE_MS,
      increment: 0n,
    }).toString();
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const messages = await messagesAfter(post.channelId, after);
      const found = messages.find(
        (message) => message.author.id === botUserId() && shows(message, reference),
      );
      if (found !== undefined) return { type: 'found', messageId: found.id };
      if (messages.length < MESSAGES_A_PAGE) return { type: 'absent' };
      after = messages
        .map(({ id }) => BigInt(id))
        .reduce((a, b) => (a > b ? a : b), BigInt(after))
        .toString();
    }
    return { type: 'unavailable', detail: 'too many messages since' };
  }

  return async (post) => {
    const [first] = post.alerts;
    if (first === undefined) return { type: 'absent' };
    const access = historyAccess(post.channelId);
    if (access === 'unreadable') return { type: 'unreadable' };
    try {
      const seen = await look(post, referenceFor(post.channelId, first));
      if (access === 'readable' || seen.type !== 'absent' || (await isDirectMessage(post.channelId))) {
        return seen;
      }
      return { type: 'unavailable', detail: 'the gateway has not told of the channel yet' };
    } catch (error) {
      if (isRefusal(error)) return { type: 'unreadable' };
      return { type: 'unavailable', detail: error instanceof Error ? error.message : String(error) };
    }
  };
}
