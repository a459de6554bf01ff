import type { Guild } from 'discord.js';
import type { Choices } from '../../src/discord/command.ts';
import type { CommandServices } from '../../src/discord/services.ts';
import { plainLine } from '../../src/discord/text.ts';
import { foldText } from '../../src/domain/finding.ts';
import { allOf } from './named-subscriptions.ts';
import { subscriptionChoices } from './subscription-choices.ts';

/** Discord: 100 characters a choice. */
const CHOICE_LENGTH = 100;
/** So many channels before the single subscriptions. */
const MOST_CHANNELS = 5;

/** The server's subscriptions, and channels with several of them as one choice each. */
export async function severalChoices(
  typed: string,
  guild: Pick<Guild, 'id' | 'channels'>,
  services: Pick<CommandServices, 'subscriptions' | 'view'>,
): Promise<Choices> {
  const counts = new Map<string, number>();
  for (const { channelId } of await services.subscriptions.of(guild.id)) {
    counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
  }
  const wanted = foldText(typed);
  const whole = [...counts]
    .filter(([, count]) => count > 1)
    .map(([channelId, count]) => {
      const channel = guild.channels.cache.get(channelId)?.name ?? 'deleted channel';
      return { name: plainLine(`All ${count} of ${channel}`, CHOICE_LENGTH), value: allOf(channelId) };
    })
    .filter(({ name }) => foldText(name).includes(wanted))
    .slice(0, MOST_CHANNELS);
  return [...(await subscriptionChoices(typed, guild, services)).slice(0, 25 - whole.length), ...whole];
}
