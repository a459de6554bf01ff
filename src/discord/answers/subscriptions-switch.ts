import { heldReason } from '../../domain/held.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import { lackText } from '../setup/channel-lack.ts';
import { demandWriting } from '../setup/person-lack.ts';
import { UserError } from '../user-error.ts';

const GONE = 'This alert was removed meanwhile. `/alerts list` shows what there is.';

/**
 * Puts it out of force; what waits already is still posted.
 * @throws UserError when it was removed meanwhile, here and below
 */
export async function pauseSubscription(
  id: number,
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<Subscription> {
  const paused = await services.subscriptions.pause(guildId, id);
  if (paused === null) throw new UserError(GONE);
  return paused;
}

async function demandResumable(
  channelId: string,
  context: Pick<AnswerContext, 'person' | 'services'>,
): Promise<void> {
  await demandWriting(channelId, context);
  const { subscriptions, channelAccess } = context.services;
  const lack = lackText(channelId, context.services);
  if (lack !== null) throw new UserError(lack);
  const [lane] = await subscriptions.laneStatuses([channelId]);
  const isHeld = heldReason(lane?.problemCode ?? null) === 'unreadable';
  if (isHeld && channelAccess.historyAccess(channelId) !== 'readable') {
    throw new UserError(
      `I do not know whether my last message in <#${channelId}> arrived, and may not look. Give me “Read Message History” there, and I go on by myself, or say in \`/alerts health\` whether it did.`,
    );
  }
}

/** Puts it into force again, and goes on in a channel that Discord had stopped, once they and the bot may post there. */
export async function resumeSubscription(
  { id, channelId }: Pick<Subscription, 'id' | 'channelId'>,
  context: Pick<AnswerContext, 'guildId' | 'person' | 'services'>,
): Promise<Subscription> {
  const { guildId, services } = context;
  await demandResumable(channelId, context);
  const resumed = await services.subscriptions.resume(guildId, id);
  if (resumed === null) throw new UserError(GONE);
  return resumed;
}

/** `pauseSubscription` for several. */
export async function pauseAll(
  subscriptions: readonly Subscription[],
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<void> {
  await services.subscriptions.revise(guildId, { pause: subscriptions.map(({ id }) => id) });
}

/** `resumeSubscription` for several of one channel. */
export async function resumeAll(
  {
    channelId,
    subscriptions,
  }: { readonly channelId: string; readonly subscriptions: readonly Subscription[] },
  context: Pick<AnswerContext, 'guildId' | 'person' | 'services'>,
): Promise<void> {
  const { guildId, services } = context;
  await demandResumable(channelId, context);
  await services.subscriptions.revise(guildId, { resume: subscriptions.map(({ id }) => id) });
}

/** `removeSubscription` for several. */
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
  if (removed === null) throw new UserError(GONE);
  return removed;
}
