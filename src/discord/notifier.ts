import { type REST, Routes } from 'discord.js';
import type { Alert } from '../domain/alert.ts';
import type { Post } from '../domain/delivery.ts';
import type { ReadBack, SendOutcome, TouchUpOutcome } from '../domain/posting.ts';
import type { ChannelSettings } from '../domain/settings.ts';
import type { StaleCard, StalePost } from '../domain/topic.ts';
import type { HistoryAccess } from './channel-access.ts';
import type { DiscordClock } from './discord-clock.ts';
import { outcomeOfFailedTouchUp, outcomeOfFailure } from './failures.ts';
import { createReadBack } from './read-back.ts';
import { alertMessage, cardMessage, messageCapacity, redrawnMessage } from './views/alert-message.ts';
import type { ViewContext } from './views/context.ts';

/** Posts, edits and publishes, and finds out what became of a message. No verb rejects: every end of a request is an outcome. */
export interface ChannelNotifier {
  capacity(channelId: string, alerts: readonly Alert[]): number;
  /** How far Discord's clock is ahead of ours, ms; `null` while that is not known. */
  aheadMs(): number | null;
  send(post: Post): Promise<SendOutcome>;
  readBack(post: Post): Promise<ReadBack>;
  edit(channelId: string, card: StaleCard): Promise<TouchUpOutcome>;
  redraw(post: StalePost): Promise<TouchUpOutcome>;
  publish(channelId: string, messageId: string): Promise<TouchUpOutcome>;
}

/** After so long a request is given up, its answer included. `pipeline/delivery/settling.ts` waits a little longer. */
const REQUEST_TIMEOUT_MS = 6_000;

/** Only a message with an id is proof that it was taken; a page of something before Discord proves nothing. */
function messageIdOf(answer: unknown): string | null {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
  return typeof id === 'string' ? id : null;
}

/** What is asked of Discord, or why there is nothing to ask: a view that cannot be made is no reason to try again. */
function bodyOf<T>(make: () => T): { readonly body: T } | { readonly detail: string } {
  try {
    return { body: make() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { detail: `no message could be made: ${message}` };
  }
}

/** Among alerts of which one cannot be shown, each is tried by itself, so that sending finds out which one it is. */
const ALONE = 1;
const NO_MESSAGE = 'the answer is not a message';

async function touchUp(request: () => Promise<unknown>): Promise<TouchUpOutcome> {
  try {
    return messageIdOf(await request()) === null
      ? { type: 'later', retryAfterMs: null, detail: NO_MESSAGE }
      : { type: 'done' };
  } catch (error) {
    return outcomeOfFailedTouchUp(error);
  }
}

/** A notifier that sends through `rest`, a client of its own that neither retries nor waits (`discord/outbox-rest.ts`). */
export function createNotifier(deps: {
  readonly rest: REST;
  /** With the settings of the server that the channel is in. */
  readonly contextFor: (channelId: string) => ViewContext;
  readonly settingsOf: (channelId: string) => ChannelSettings;
  readonly discordClock: Pick<DiscordClock, 'read'>;
  /** The bot's own user id. */
  readonly botUserId: () => string;
  /** Whether the bot may read the channel's history; Discord answers an empty list when it may not. */
  readonly historyAccess: (channelId: string) => HistoryAccess;
  /** Whether the server is known and has no such role any more: its mention would read “@deleted-role”. */
  readonly roleIsGone: (channelId: string, roleId: string) => boolean;
}): ChannelNotifier {
  const { rest, contextFor, settingsOf, discordClock, botUserId, historyAccess, roleIsGone } = deps;
  const lookOf = (channelId: string) => settingsOf(channelId).look;
  const signal = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);

  return {
    capacity(channelId, alerts) {
      const count = bodyOf(() =>
        messageCapacity(channelId, alerts, contextFor(channelId), lookOf(channelId)),
      );
      return 'body' in count ? count.body : ALONE;
    },
    aheadMs: () => discordClock.read().aheadMs,
    async send(post) {
      const { channelId } = post;
      const isGone = post.pingRoleId !== null && roleIsGone(channelId, post.pingRoleId);
      const told = isGone ? { ...post, pingRoleId: null } : post;
      const made = bodyOf(() => alertMessage(told, contextFor(channelId), lookOf(channelId)));
      if ('detail' in made) return { type: 'invalid', detail: made.detail };
      try {
        const answer = await rest.post(Routes.channelMessages(channelId), {
          body: made.body,
          signal: signal(),
        });
        const messageId = messageIdOf(answer);
        return messageId === null
          ? { type: 'ambiguous', detail: NO_MESSAGE, serverError: false }
          : { type: 'sent', messageId };
      } catch (error) {
        return outcomeOfFailure(error);
      }
    },
    readBack: createReadBack({
      rest,
      discordClock,
      botUserId,
      historyAccess,
      timeoutMs: REQUEST_TIMEOUT_MS,
    }),
    async edit(channelId, card) {
      const made = bodyOf(() => cardMessage(channelId, card, contextFor(channelId), lookOf(channelId)));
      if ('detail' in made) return { type: 'impossible', detail: made.detail };
      const route = Routes.channelMessage(channelId, card.messageId);
      return touchUp(() => rest.patch(route, { body: made.body, signal: signal() }));
    },
    async redraw(post) {
      const { channelId, messageId } = post;
      const made = bodyOf(() => redrawnMessage(post, contextFor(channelId), lookOf(channelId)));
      if ('detail' in made) return { type: 'impossible', detail: made.detail };
      const route = Routes.channelMessage(channelId, messageId);
      return touchUp(() => rest.patch(route, { body: made.body, signal: signal() }));
    },
    publish: (channelId, messageId) =>
      touchUp(() => rest.post(Routes.channelMessageCrosspost(channelId, messageId), { signal: signal() })),
  };
}
