import type { GuildSettings } from '../domain/settings.ts';
import type { PersonAccess } from './person-access.ts';
import type { CommandServices } from './services.ts';

/** Those that are not in a channel that the person cannot see. What is in no channel of the server any more, nobody hides. */
async function visible<T extends { readonly channelId: string }>(
  all: readonly T[],
  person: PersonAccess,
): Promise<readonly T[]> {
  const hidden = new Set<string>();
  for (const channelId of new Set(all.map((one) => one.channelId))) {
    if ((await person.standing(channelId)) === 'hidden') hidden.add(channelId);
  }
  return hidden.size === 0 ? all : all.filter(({ channelId }) => !hidden.has(channelId));
}

/** What the server chose, without a channel that they cannot see; for them new alerts go where they ask from. */
export async function settingsSeenBy(person: PersonAccess, settings: GuildSettings): Promise<GuildSettings> {
  const { defaultChannelId } = settings;
  if (defaultChannelId === null || (await person.standing(defaultChannelId)) !== 'hidden') return settings;
  return { ...settings, defaultChannelId: null };
}

/**
 * The services as one person may use them: whatever belongs to a channel that they cannot see does not exist for them.
 * Said here once, so that no command, choice or file can forget it.
 */
export function seenBy(person: PersonAccess, services: CommandServices): CommandServices {
  const { subscriptions, settings, health } = services;
  return {
    ...services,
    subscriptions: {
      ...subscriptions,
      of: async (guildId) => visible(await subscriptions.of(guildId), person),
      draftsOf: async (guildId) => visible(await subscriptions.draftsOf(guildId), person),
    },
    settings: {
      ...settings,
      async channelsOf(guildId) {
        const all = (await settings.channelsOf(guildId)).map((channelId) => ({ channelId }));
        return (await visible(all, person)).map(({ channelId }) => channelId);
      },
    },
    async health(guildId) {
      const state = await health(guildId);
      return {
        ...state,
        lanes: await visible(state.lanes, person),
        held: await visible(state.held, person),
        late: await visible(state.late, person),
        givenUp: await visible(state.givenUp, person),
        tooOld: await visible(state.tooOld, person),
      };
    },
  };
}
