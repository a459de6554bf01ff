import type { GuildSettings } from '#src/alerts/settings.ts';
import type { CommandServices } from '../services.ts';
import type { MemberAccess } from './member-access.ts';

/** Items that are not in a channel hidden from the member. A deleted channel hides nothing, nor does none. */
async function filterVisible<T extends { readonly channelId: string | null }>(
  all: readonly T[],
  memberAccess: MemberAccess,
): Promise<readonly T[]> {
  const hidden = new Set<string>();
  for (const channelId of new Set(all.map((one) => one.channelId))) {
    if (channelId !== null && (await memberAccess.accessTo(channelId)) === 'hidden') hidden.add(channelId);
  }
  return hidden.size === 0
    ? all
    : all.filter(({ channelId }) => channelId === null || !hidden.has(channelId));
}

/**
 * Returns the settings of the server without a default channel that the member cannot see. New alerts then go to the
 * channel of the command.
 */
export async function settingsForMember(
  memberAccess: MemberAccess,
  settings: GuildSettings,
): Promise<GuildSettings> {
  const { defaultChannelId } = settings;
  if (defaultChannelId === null || (await memberAccess.accessTo(defaultChannelId)) !== 'hidden')
    return settings;
  return { ...settings, defaultChannelId: null };
}

/**
 * Limits the services to data that the member may see, without that of hidden channels. This is done here, once, so
 * that no command, choice or file can omit it.
 */
export function filterForMember(memberAccess: MemberAccess, services: CommandServices): CommandServices {
  const { store, health, silences } = services;
  return {
    ...services,
    store: {
      ...store,
      subscriptionsOf: async (guildId) => filterVisible(await store.subscriptionsOf(guildId), memberAccess),
      templates: {
        ...store.templates,
        async ofGuild(guildId) {
          const all = await store.templates.ofGuild(guildId);
          const rules = new Map((await store.subscriptionsOf(guildId)).map((one) => [String(one.id), one]));
          const placed = all.map((template) => {
            const { scope, target } = template;
            const channelId =
              scope === 'rule' ? rules.get(target)?.channelId : scope === 'channel' ? target : null;
            return { template, channelId: channelId ?? null };
          });
          return (await filterVisible(placed, memberAccess)).map(({ template }) => template);
        },
      },
      inputsIn: async (guildId, kind) => filterVisible(await store.inputsIn(guildId, kind), memberAccess),
      async channelsOf(guildId) {
        const all = (await store.channelsOf(guildId)).map((channelId) => ({ channelId }));
        return (await filterVisible(all, memberAccess)).map(({ channelId }) => channelId);
      },
    },
    silences: {
      ...silences,
      of: async (guildId) => filterVisible(await silences.of(guildId), memberAccess),
    },
    async health(guildId) {
      const state = await health(guildId);
      return {
        ...state,
        queues: await filterVisible(state.queues, memberAccess),
        held: await filterVisible(state.held, memberAccess),
        late: await filterVisible(state.late, memberAccess),
        givenUp: await filterVisible(state.givenUp, memberAccess),
        tooOld: await filterVisible(state.tooOld, memberAccess),
        reduced: await filterVisible(state.reduced, memberAccess),
        outdated: await filterVisible(state.outdated, memberAccess),
        notDecided: await filterVisible(state.notDecided, memberAccess),
      };
    },
  };
}
