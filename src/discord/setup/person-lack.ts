import type { PingRule } from '../../domain/settings.ts';
import type { AnswerContext } from '../answer.ts';
import { UserError } from '../user-error.ts';

type Asking = Pick<AnswerContext, 'person' | 'services'>;

/**
 * The same for a channel that is not there, one that they cannot see and one that they may not write in: whether there is
 * one is not told.
 */
const NO_SUCH_CHANNEL =
  'There is no such channel. Choose one that you can see and write in; a closed thread has to be opened first.';

/** Why a ping of the role in the channel is more than they may do themselves, and what helps; `null` where they may. */
export function pingLack(
  channelId: string,
  ping: PingRule | null,
  { person }: Pick<Asking, 'person'>,
): string | null {
  if (ping === null || person.mayMention(channelId, ping.roleId)) return null;
  return `You may not ping <@&${ping.roleId}> in <#${channelId}>, so I do not do it for you. Ask somebody who may, or have everyone be allowed to mention it (Server settings → Roles).`;
}

/** @throws UserError where a ping of the role in the channel is more than they may do themselves */
export function demandMention(
  channelId: string,
  ping: PingRule | null,
  asking: Pick<Asking, 'person'>,
): void {
  const lack = pingLack(channelId, ping, asking);
  if (lack !== null) throw new UserError(lack);
}

/** @throws UserError where they may not write, as if there were no such channel */
export async function demandWritable(channelId: string, { person }: Pick<Asking, 'person'>): Promise<void> {
  if ((await person.standing(channelId)) !== 'writes') throw new UserError(NO_SUCH_CHANNEL);
}

/** @throws UserError where they may not have the bot post alerts that were not posted there before, with the channel's ping */
export async function demandTarget(channelId: string, asking: Asking): Promise<void> {
  await demandWritable(channelId, asking);
  demandMention(channelId, asking.services.settings.channel(channelId).ping, asking);
}

/**
 * For an alert that is there already, and so names its channel. A channel that is gone holds nobody back: nothing is posted
 * there, and what is left of it has to be taken away.
 * @throws UserError where they may not write
 */
export async function demandWriting(channelId: string, { person }: Pick<Asking, 'person'>): Promise<void> {
  const standing = await person.standing(channelId);
  if (standing === 'hidden') throw new UserError(NO_SUCH_CHANNEL);
  if (standing === 'reads') {
    throw new UserError(
      `You may not write in <#${channelId}>, so I post nothing there for you. Ask somebody who may.`,
    );
  }
}

/** @throws UserError where they may not change what is posted there, with the channel's ping */
export async function demandChange(channelId: string, asking: Asking): Promise<void> {
  await demandWriting(channelId, asking);
  demandMention(channelId, asking.services.settings.channel(channelId).ping, asking);
}
