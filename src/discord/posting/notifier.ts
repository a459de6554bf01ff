import type { REST } from 'discord.js';
import { type APIEmbed, Routes } from 'discord-api-types/v10';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import type { ChartedMessage } from '#src/outbox/notifier.ts';
import type { EditOutcome, OpenOutcome, ReadBack, SendOutcome } from '#src/outbox/posting.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import type { Delivery, Post } from '#src/store/model/delivery.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import { EMBED_LINKS } from '../access/needed-permissions.ts';
import { attachedCharts } from '../render/alert-charts.ts';
import { alertMessage, messageCapacity, rebuiltMessage } from '../render/alert-message.ts';
import type { ViewContext } from '../views/context.ts';
import { createAlertChartDrawer } from './alert-chart-drawer.ts';
import { isSuppressed, markCarrierIn } from './delivery-mark.ts';
import type { DiscordClock } from './discord-clock.ts';
import { outcomeOfFailedEdit, outcomeOfFailedOpening, outcomeOfFailure } from './failures.ts';
import { channelOfTarget, messageUrlIn } from './message-channel.ts';
import { createReadBack } from './read-back.ts';
import type { RefusedParts } from './refused-parts.ts';
import { requestWith } from './send-once.ts';

/**
 * Posts, edits and publishes messages, and checks whether a message was posted. Nothing rejects: every result of a
 * request is an outcome. The required facts about a channel are passed with each call, from the store.
 */
export interface ChannelNotifier {
  capacity(
    channelId: string,
    waiting: readonly Pick<Delivery, 'alert' | 'template'>[],
    target: QueueTarget,
  ): number;
  /** Returns how far Discord's clock is ahead of the local one, ms; `null` while unknown. */
  clockOffsetMs(): number | null;
  hasCharts(channelId: string, message: ChartedMessage, target: QueueTarget): boolean;
  drawCharts(channelId: string, message: ChartedMessage, target: QueueTarget): Promise<DrawnCharts>;
  send(post: Post, target: QueueTarget, charts: DrawnCharts): Promise<SendOutcome>;
  readBack(post: Post, target: QueueTarget): Promise<ReadBack>;
  edit(message: StaleMessage, target: QueueTarget, charts: DrawnCharts): Promise<EditOutcome>;
  publish(channelId: string, messageId: string): Promise<EditOutcome>;
  openDirectMessage(userId: string): Promise<OpenOutcome>;
}

/** Timeout of a request including its response body, ms. `outbox/post-sender.ts` waits a little longer. */
const REQUEST_TIMEOUT_MS = 6_000;

/**
 * Returns the id in the answer. Only an answer with an id proves that Discord handled the request; a proxy's page does
 * not.
 */
function idIn(answer: unknown): string | null {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
  return typeof id === 'string' ? id : null;
}

/** Builds the request body, or returns the error of a view. A retry cannot fix such an error. */
function tryBuild<T>(make: () => T): { readonly body: T } | { readonly detail: string } {
  try {
    return { body: make() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { detail: `no message could be made: ${message}` };
  }
}

/** Capacity if an alert cannot be rendered. Each is then sent alone, which isolates the broken one. */
const SINGLE_ALERT = 1;
const NO_MESSAGE = 'the answer is not a message';
const NOT_OPEN = 'the direct messages are not open';

/** Discord's code for a missing permission. */
const MISSING_PERMISSIONS = 50_013;
const NO_EMBEDS = {
  type: 'stopped',
  state: 'paused',
  code: MISSING_PERMISSIONS,
  detail: 'Discord leaves out the embeds of messages there',
} as const;

const THREAD_ARCHIVED = 50_083;
const EMBEDS_REMOVED = {
  type: 'impossible',
  detail: 'the embeds of the message were removed by a moderator',
} as const;

/**
 * Returns why the answer shows no embeds of this body. `refused`: Discord left them out without a reason. `suppressed`:
 * a moderator removed all embeds of the message.
 */
function embedsMissing(
  { embeds = [] }: { readonly embeds?: readonly unknown[] | undefined },
  answer: unknown,
): 'refused' | 'suppressed' | null {
  if (embeds.length === 0 || typeof answer !== 'object' || answer === null || !('embeds' in answer))
    return null;
  if (!Array.isArray(answer.embeds) || answer.embeds.length > 0) return null;
  return 'flags' in answer && isSuppressed(answer.flags) ? 'suppressed' : 'refused';
}

/**
 * Returns whether Discord refused a message with files because of a permission, so that it may accept the message
 * without them.
 */
function isRefusalOfFiles<O extends SendOutcome | EditOutcome>(
  outcome: O,
  { embeds = [] }: { readonly embeds?: readonly APIEmbed[] | undefined },
  charts: DrawnCharts,
): outcome is O & { readonly type: 'stopped' } {
  if (outcome.type !== 'stopped' || outcome.code !== MISSING_PERMISSIONS) return false;
  return attachedCharts(embeds, charts).length > 0;
}

/** Together with the waits between searches, about a minute and a half. */
const MAX_TEXT_TRIES = 10;

/** @param isCurable whether the request may be accepted in another layout */
async function requestEdit(
  request: () => Promise<unknown>,
  isCurable: (error: unknown) => boolean = () => false,
): Promise<EditOutcome> {
  try {
    return idIn(await request()) === null
      ? { type: 'later', retryAfterMs: null, detail: NO_MESSAGE, serverError: false }
      : { type: 'done' };
  } catch (error) {
    if (isCurable(error))
      return { type: 'later', retryAfterMs: 0, detail: String(error), serverError: false };
    return outcomeOfFailedEdit(error);
  }
}

/**
 * Creates a notifier that sends through `rest`, a separate client that neither retries nor waits for rate limits
 * (`discord/rest/outbox-rest.ts`).
 */
export function createNotifier(deps: {
  readonly rest: REST;
  /** Returns the context with the settings of a server; `null` for no server. */
  readonly contextFor: (guildId: string | null) => ViewContext;
  readonly settingsOf: (channelId: string) => ChannelSettings;
  readonly charts: Pick<ChartRenderer, 'render'>;
  readonly discordClock: Pick<DiscordClock, 'read'>;
  readonly refusedParts: RefusedParts;
  /** Resolves to the bot's own user id; `null` while it is unknown. */
  readonly botUserId: () => Promise<string | null>;
}): ChannelNotifier {
  const { rest, contextFor, settingsOf, discordClock, refusedParts, botUserId } = deps;
  const channelSize = (channelId: string) => settingsOf(channelId).size;
  const hiddenParts = (channelId: string) => settingsOf(channelId).hiddenParts;
  const markCarrier = (channelId: string) => markCarrierIn(settingsOf(channelId));
  const viewOf = ({ guildId, person }: QueueTarget): ViewContext =>
    person === null ? contextFor(guildId) : { ...contextFor(guildId), reader: person.reader };
  const signal = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const drawer = createAlertChartDrawer(deps);

  /** Returns whether Discord would accept a message with components there, but leave out its embeds. */
  function leavesOutEmbeds({ facts }: QueueTarget): boolean {
    const missing = facts?.missingPermissions ?? [];
    return missing.length === 1 && missing[0] === EMBED_LINKS.name;
  }

  /** Nonces, by channel, of messages whose embeds Discord left out and whose text could not be added yet. */
  const lackText = new Map<string, string>();

  /**
   * Adds the text of the alerts to a message whose embeds Discord left out, although the gateway showed no reason. If
   * the edit fails temporarily, the post is sent again with its nonce, which adds the text to the same message. After
   * the nonce window, the search that finds it adds the text.
   */
  async function addText(
    post: Post,
    messageId: string,
    { messageChannelId, view }: { readonly messageChannelId: string; readonly view: ViewContext },
  ): Promise<SendOutcome> {
    const { channelId } = post;
    const { content } = alertMessage({ ...post, layout: 'text' }, view, channelSize(channelId));
    const route = Routes.channelMessage(messageChannelId, messageId);
    const outcome = await requestEdit(() =>
      rest.patch(route, { body: { content, allowed_mentions: { parse: [] } }, signal: signal() }),
    );
    if (outcome.type === 'later') {
      lackText.set(channelId, post.nonce);
      return { type: 'ambiguous', detail: `no text yet: ${outcome.detail}`, serverError: false };
    }
    lackText.delete(channelId);
    return { type: 'sent', messageId };
  }

  /**
   * Opens an archived thread. Everyone who may write in it may do so unless it is locked (Discord docs: Modify
   * Channel).
   */
  const openThread = (messageChannelId: string): Promise<EditOutcome> =>
    requestEdit(() =>
      rest.patch(Routes.channel(messageChannelId), { body: { archived: false }, signal: signal() }),
    );

  /** Attempts, by channel, to add the text to a message that a search found. */
  const textTries = new Map<string, { readonly nonce: string; readonly count: number }>();

  /** Returns whether to try again, because a message that cannot be edited must not hold up its channel forever. */
  function mayTryTextAgain({ channelId, nonce }: Post): boolean {
    const last = textTries.get(channelId);
    const count = (last?.nonce === nonce ? last.count : 0) + 1;
    if (count < MAX_TEXT_TRIES) textTries.set(channelId, { nonce, count });
    else textTries.delete(channelId);
    return count < MAX_TEXT_TRIES;
  }

  const search = createReadBack({ rest, discordClock, botUserId, timeoutMs: REQUEST_TIMEOUT_MS });

  /**
   * In other servers, to which a message is published, hardly anybody can open it. A person's message is a reply to it.
   */
  const cardUrl = (channelId: string, target: QueueTarget, messageId: string | null = null): string | null =>
    messageId === null || target.person !== null || settingsOf(channelId).publish
      ? null
      : messageUrlIn(channelId, target, messageId);

  /** An edit that Discord would empty waits until the channel is resumed. */
  async function edit(message: StaleMessage, target: QueueTarget, charts: DrawnCharts): Promise<EditOutcome> {
    const { channelId, messageId, cardMessageId } = message;
    const messageChannelId = channelOfTarget(channelId, target);
    if (messageChannelId === null)
      return { type: 'later', retryAfterMs: 0, detail: NOT_OPEN, serverError: false };
    const edited = { ...message, cardUrl: cardUrl(channelId, target, cardMessageId) };
    const built = tryBuild(() =>
      rebuiltMessage(
        edited,
        viewOf(target),
        channelSize(channelId),
        markCarrier(channelId),
        charts,
        hiddenParts(channelId),
      ),
    );
    if ('detail' in built) return { type: 'impossible', detail: built.detail };
    const { body } = refusedParts.without(built.body);
    if ((body.embeds ?? []).length > 0 && leavesOutEmbeds(target)) return NO_EMBEDS;
    let missing: ReturnType<typeof embedsMissing> = null;
    const outcome = await requestEdit(
      async () => {
        const answer = await rest.patch(Routes.channelMessage(messageChannelId, messageId), {
          ...requestWith(body, charts),
          signal: signal(),
        });
        missing = embedsMissing(body, answer);
        return answer;
      },
      (error) => refusedParts.note(error, body),
    );
    if (outcome.type === 'done') refusedParts.accepted(body);
    if (outcome.type === 'closed thread' && outcome.code === THREAD_ARCHIVED) {
      const opening = await openThread(messageChannelId);
      return opening.type === 'unauthorized' ? opening : { ...outcome, isOpened: opening.type === 'done' };
    }
    if (missing !== null) return missing === 'suppressed' ? EMBEDS_REMOVED : NO_EMBEDS;
    if (!isRefusalOfFiles(outcome, body, charts)) return outcome;
    drawer.noteRefusedFiles(channelId, target);
    return { type: 'later', retryAfterMs: 0, detail: outcome.detail, serverError: false };
  }

  return {
    capacity(channelId, waiting, target) {
      const alerts = waiting.map(({ alert }) => alert);
      const choices = {
        templates: waiting.map(({ template = null }) => template),
        hidden: hiddenParts(channelId),
      };
      const count = tryBuild(() =>
        messageCapacity(channelId, alerts, viewOf(target), channelSize(channelId), choices),
      );
      return 'body' in count ? count.body : SINGLE_ALERT;
    },
    clockOffsetMs: () => discordClock.read().clockOffsetMs,
    hasCharts: drawer.hasCharts,
    drawCharts: drawer.drawCharts,
    async send(post, target, charts) {
      const { channelId } = post;
      const messageChannelId = channelOfTarget(channelId, target);
      if (messageChannelId === null) return { type: 'refused', retryAfterMs: 0, detail: NOT_OPEN };
      // The mention of a deleted role would show “@deleted-role”.
      const pingRoleIds = post.pingRoleIds.filter(
        (roleId) => target.facts?.missingRoleIds.includes(roleId) !== true,
      );
      const deliverable = {
        ...post,
        pingRoleIds,
        cardUrl: cardUrl(channelId, target, post.cardMessageId),
        isReply: target.person !== null,
      };
      const built = tryBuild(() =>
        alertMessage(
          deliverable,
          viewOf(target),
          channelSize(channelId),
          markCarrier(channelId),
          charts,
          hiddenParts(channelId),
        ),
      );
      if ('detail' in built) return { type: 'invalid', detail: built.detail };
      const isPosted = lackText.get(channelId) === post.nonce;
      const { body, leftOut } = refusedParts.without(built.body);
      if (body.embeds !== undefined && !isPosted && leavesOutEmbeds(target)) return NO_EMBEDS;
      try {
        const answer = await rest.post(Routes.channelMessages(messageChannelId), {
          ...requestWith(body, charts),
          signal: signal(),
        });
        const messageId = idIn(answer);
        if (messageId === null) return { type: 'ambiguous', detail: NO_MESSAGE, serverError: false };
        refusedParts.accepted(body);
        if (embedsMissing(body, answer) === 'refused')
          return await addText(deliverable, messageId, {
            messageChannelId,
            view: viewOf(target),
          });
        return { type: 'sent', messageId, ...(leftOut.length === 0 ? {} : { leftOut }) };
      } catch (error) {
        if (refusedParts.note(error, body))
          return { type: 'refused', retryAfterMs: 0, detail: `without what Discord named: ${String(error)}` };
        const outcome = outcomeOfFailure(error);
        const isArchived = outcome.type === 'stopped' && outcome.code === THREAD_ARCHIVED;
        if (isArchived && (await openThread(messageChannelId)).type === 'done')
          return { type: 'refused', retryAfterMs: null, detail: outcome.detail };
        if (!isRefusalOfFiles(outcome, body, charts)) return outcome;
        drawer.noteRefusedFiles(channelId, target);
        return { type: 'refused', retryAfterMs: 0, detail: outcome.detail };
      }
    },
    async readBack(post, target) {
      const seen = await search(post, target);
      if (seen.type !== 'found') return seen;
      const { messageId } = seen;
      const place = channelOfTarget(post.channelId, target);
      // The lost answer would have shown that the embeds are missing.
      if (seen.lacksEmbeds && place !== null) {
        const { type } = await addText(post, messageId, { messageChannelId: place, view: viewOf(target) });
        if (type !== 'sent' && mayTryTextAgain(post))
          return { type: 'unavailable', detail: 'found without embeds, and no text yet', isListOnly: false };
      }
      return { type: 'found', messageId };
    },
    edit,
    publish: (channelId, messageId) =>
      requestEdit(() =>
        rest.post(Routes.channelMessageCrosspost(channelId, messageId), { signal: signal() }),
      ),
    async openDirectMessage(userId) {
      try {
        const body = { recipient_id: userId };
        const id = idIn(await rest.post(Routes.userChannels(), { body, signal: signal() }));
        return id === null
          ? { type: 'later', retryAfterMs: null, detail: 'the answer is not a channel' }
          : { type: 'opened', channelId: id };
      } catch (error) {
        return outcomeOfFailedOpening(error);
      }
    },
  };
}
