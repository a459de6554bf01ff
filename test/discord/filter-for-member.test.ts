import { REST } from 'discord.js';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { personTarget } from '#src/alerts/target.ts';
import { filterForMember } from '#src/discord/access/filter-for-member.ts';
import { accessOfPerson, memberAccessOf } from '#src/discord/access/member-access.ts';
import type { Guild } from '#src/discord/guilds/guild.ts';
import { newSubscription } from '../support/build-alert.ts';
import { inMemoryServices } from './command-services.ts';

const ANN = '100000000000000001';
const BOB = '100000000000000002';
const SERVER = '200000000000000001';

/** A server that Ann owns and may do everything in. */
const GUILD: Guild = {
  id: SERVER,
  name: 'Fox Den',
  ownerId: ANN,
  joinedAt: null,
  systemChannelId: null,
  roles: new Map([
    [SERVER, { id: SERVER, name: '@everyone', permissions: Bits.Administrator, isMentionable: false }],
  ]),
  channels: new Map(),
  self: null,
};

const ofPerson = (userId: string) => {
  const target = personTarget(userId);
  return newSubscription(target, { guildId: target, createdBy: userId });
};

describe.each([
  ['a person outside of the servers of the bot', accessOfPerson(ANN)],
  [
    'the owner of a server',
    memberAccessOf({
      guild: GUILD,
      member: { userId: ANN, roleIds: [], timedOutUntil: null },
      channelId: null,
      rest: new REST(),
      now: () => 0,
    }),
  ],
])('what is kept of people, for %s', (_, access) => {
  it('has what they watch and nothing of anybody else, even where it is asked for', async () => {
    const { services } = inMemoryServices();
    for (const userId of [ANN, BOB]) {
      await services.subscriptions.add({ ...ofPerson(userId), createdAt: 0 });
      await services.settings.saveChannel(
        personTarget(userId),
        personTarget(userId),
        services.settings.channel(personTarget(userId)),
      );
    }
    const store = filterForMember(access, services).store;

    expect(await store.subscriptionsOf(personTarget(ANN))).toHaveLength(1);
    expect(await services.store.subscriptionsOf(personTarget(BOB))).toHaveLength(1);
    expect(await store.subscriptionsOf(personTarget(BOB))).toEqual([]);
    expect(await services.store.channelsOf(SERVER)).toContain(personTarget(BOB));
    expect(await store.channelsOf(SERVER)).toEqual([personTarget(ANN)]);
  });
});
