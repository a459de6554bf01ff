import type { Subscription } from '#src/alerts/subscription.ts';
import { requireChangeAccess } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { type Sentence, UserError } from '#src/discord/user-error.ts';
import { overlapSentences } from '#src/discord/views/overlaps.ts';
import { heldReason } from '#src/store/model/held.ts';

const REMOVED_MESSAGE: Sentence = ({ alertList }) => alertList.removedMeanwhile;

/** Says, in sentences, which events of a paused alert other alerts of the channel still post; empty for none. */
export async function stillPosted(
  paused: Subscription,
  { guildId, services: { store, view } }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<string> {
  const { id, channelId } = paused;
  const others = (await store.subscriptionsOf(guildId)).filter(
    (one) => one.channelId === channelId && one.id !== id,
  );
  const { alertList: words } = view.messages;
  const channel = `<#${channelId}>`;
  const { texts } = overlapSentences(
    paused,
    others,
    {
      all: (other) => words.stillPostsAll(other, channel),
      some: (other, what) => words.stillPostsSome(other, what, channel),
    },
    view,
  );
  return texts.join(' ');
}

/**
 * Pauses a subscription; alerts that are already queued are still posted.
 * @throws UserError, here and below, if the subscription was removed
 */
export async function pauseSubscription(
  id: number,
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<Subscription> {
  const paused = await services.subscriptions.pause(guildId, id);
  if (paused === null) throw new UserError(REMOVED_MESSAGE);
  return paused;
}

/**
 * Requires the same permissions as changing the alerts and their pings, because members who may not set up a ping must
 * not turn it on.
 */
async function requireResumable(
  channelId: string,
  subscriptions: readonly Pick<Subscription, 'pingRoles'>[],
  context: Pick<AnswerContext, 'guildId' | 'memberAccess' | 'services'>,
): Promise<void> {
  for (const subscription of subscriptions) {
    await requireChangeAccess(channelId, subscription, context, subscription.pingRoles);
  }
  const { store, channelAccess } = context.services;
  const missing = missingPermissionsText(channelId, context.services);
  if (missing !== null) throw new UserError(missing);
  const [queue] = await store.queueStatuses([channelId]);
  const isHeld = heldReason(queue?.problemCode ?? null) === 'unreadable';
  if (isHeld && channelAccess.historyAccess(channelId) !== 'readable') {
    throw new UserError(({ permissions }) => permissions.historyHidden(`<#${channelId}>`));
  }
}

/**
 * Resumes a subscription, and the queue of its channel if Discord had stopped it. The member and the bot must be able
 * to post there.
 */
export async function resumeSubscription(
  { id, channelId, pingRoles }: Pick<Subscription, 'id' | 'channelId' | 'pingRoles'>,
  context: Pick<AnswerContext, 'guildId' | 'memberAccess' | 'services'>,
): Promise<Subscription> {
  const { guildId, services } = context;
  await requireResumable(channelId, [{ pingRoles }], context);
  const resumed = await services.subscriptions.resume(guildId, id);
  if (resumed === null) throw new UserError(REMOVED_MESSAGE);
  return resumed;
}

/** Pauses several subscriptions. */
export async function pauseAll(
  subscriptions: readonly Subscription[],
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<void> {
  await services.subscriptions.revise(guildId, { pause: subscriptions.map(({ id }) => id) });
}

/** Resumes several subscriptions of one channel. */
export async function resumeAll(
  {
    channelId,
    subscriptions,
  }: { readonly channelId: string; readonly subscriptions: readonly Subscription[] },
  context: Pick<AnswerContext, 'guildId' | 'memberAccess' | 'services'>,
): Promise<void> {
  const { guildId, services } = context;
  await requireResumable(channelId, subscriptions, context);
  await services.subscriptions.revise(guildId, { resume: subscriptions.map(({ id }) => id) });
}

/** Removes several subscriptions. */
export async function removeAll(
  subscriptions: readonly Subscription[],
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<void> {
  await services.subscriptions.revise(guildId, { remove: subscriptions.map(({ id }) => id) });
}

export async function removeSubscription(
  id: number,
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<Subscription> {
  const removed = await services.subscriptions.remove(guildId, id);
  if (removed === null) throw new UserError(REMOVED_MESSAGE);
  return removed;
}
