import {
  DiscordAPIError,
  type REST,
  type RESTGetAPIChannelMessagesResult,
  type RESTPostAPIChannelMessageResult,
  Routes,
  SnowflakeUtil,
} from 'discord.js';
import type { Alert } from '../domain/alert.ts';
import { type Post, referenceFor } from '../domain/delivery.ts';
import type { ReadBack, SendOutcome } from '../domain/posting.ts';
import type { HistoryAccess } from './channel-access.ts';
import { outcomeOfFailure } from './failures.ts';
import { alertMessage, messageCapacity } from './views/alert-message.ts';
import type { ViewContext } from './views/context.ts';

/** Posts alerts and finds out what became of a message. No verb rejects: every end of a request is an outcome. */
export interface ChannelNotifier {
  capacity(channelId: string, alerts: readonly Alert[]): number;
  send(post: Post): Promise<SendOutcome>;
  readBack(post: Post): Promise<ReadBack>;
}

/** After so long a request is given up, its answer included. `pipeline/delivery/lane.ts` waits a little longer. */
const REQUEST_TIMEOUT_MS = 6_000;
/** Our clock and Discord's may differ by so much without read-back looking in the wrong place. */
const CLOCK_TOLERANCE_MS = 60_000;
const MESSAGES_A_PAGE = 100;
/** 2,000 messages after the one looked for: beyond that the channel is asked again later, from the start. */
const MAX_PAGES = 20;

type Message = RESTGetAPIChannelMessagesResult[number];

function shows(message: Message, reference: string): boolean {
  return (
    message.content.includes(reference) ||
    message.embeds.some((embed) => embed.footer?.text.includes(reference) === true)
  );
}

/** A notifier that sends through `rest`, a client of its own that neither retries nor waits (`discord/outbox-rest.ts`). */
export function createNotifier(deps: {
  readonly rest: REST;
  readonly context: ViewContext;
  /** The bot's own user id. */
  readonly botUserId: () => string;
  /** Whether the bot may read the channel's history; Discord answers an empty list when it may not. */
  readonly historyAccess: (channelId: string) => HistoryAccess;
}): ChannelNotifier {
  const { rest, context, botUserId, historyAccess } = deps;

  async function messagesAfter(channelId: string, after: string): Promise<RESTGetAPIChannelMessagesResult> {
    const query = new URLSearchParams({ after, limit: String(MESSAGES_A_PAGE) });
    const answer: unknown = await rest.get(Routes.channelMessages(channelId), {
      query,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return answer as RESTGetAPIChannelMessagesResult;
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

  return {
    capacity: (channelId, alerts) => messageCapacity(channelId, alerts, context),
    async send(post) {
      try {
        const answer = (await rest.post(Routes.channelMessages(post.channelId), {
          body: alertMessage(post, context),
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        })) as RESTPostAPIChannelMessageResult;
        return { type: 'sent', messageId: answer.id };
      } catch (error) {
        return outcomeOfFailure(error);
      }
    },
    async readBack(post) {
      const [first] = post.alerts;
      if (first === undefined) return { type: 'absent' };
      const access = historyAccess(post.channelId);
      if (access === 'unreadable') return { type: 'unreadable' };
      try {
        const seen = await look(post, referenceFor(post.channelId, first));
        const doubtful = access === 'unknown' && seen.type === 'absent';
        return doubtful
          ? { type: 'unavailable', detail: 'the gateway has not told of the channel yet' }
          : seen;
      } catch (error) {
        const refused = error instanceof DiscordAPIError && (error.status === 403 || error.status === 404);
        if (refused) return { type: 'unreadable' };
        return { type: 'unavailable', detail: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
