import {
  DiscordAPIError,
  type REST,
  type RESTGetAPIChannelMessagesResult,
  type RESTPostAPIChannelMessageJSONBody,
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
  const mark = `alert ${reference}`;
  return (
    message.content.includes(mark) ||
    message.embeds.some((embed) => embed.footer?.text.includes(mark) === true)
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Only a message with an id is proof that it was posted; a page of something before Discord proves nothing. */
function sentOrNot(answer: unknown): SendOutcome {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
  return typeof id === 'string'
    ? { type: 'sent', messageId: id }
    : { type: 'ambiguous', detail: 'the answer is not a message' };
}

/** Whether Discord itself says no. A page of something before Discord carries no code of Discord's. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError &&
    typeof error.code === 'number' &&
    (error.status === 403 || error.status === 404)
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
      let body: RESTPostAPIChannelMessageJSONBody;
      try {
        body = alertMessage(post, context);
      } catch (error) {
        return { type: 'invalid', detail: `no message could be made: ${messageOf(error)}` };
      }
      try {
        return sentOrNot(
          await rest.post(Routes.channelMessages(post.channelId), {
            body,
            signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
          }),
        );
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
        if (isRefusal(error)) return { type: 'unreadable' };
        return { type: 'unavailable', detail: messageOf(error) };
      }
    },
  };
}
