import { REST } from 'discord.js';
import { PermissionFlagsBits as Bits, ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { personTarget } from '../../../src/alerts/target.ts';
import { toJson } from '../../../src/chain/json.ts';
import { writeActionId } from '../../../src/discord/actions/action-id.ts';
import type { Answer } from '../../../src/discord/answer.ts';
import type { Guild } from '../../../src/discord/guilds/guild.ts';
import type { Interaction } from '../../../src/discord/interactions/interaction.ts';
import { readOptions } from '../../../src/discord/interactions/options.ts';
import type { InteractionResponses } from '../../../src/discord/interactions/responses.ts';
import { createRouter } from '../../../src/discord/router.ts';
import { numberField } from '../../../src/discord/screens/field.ts';
import { writeScreenId } from '../../../src/discord/screens/link.ts';
import { english } from '../../../src/messages/messages.ts';
import { inMemoryServices } from '../../discord/command-services.ts';
import { silentLog } from '../../support/silent-log.ts';

const SERVER = '200000000000000001';
const CHANNEL = '300000000000000001';
const STEPS = 10_000;

const GUILD: Guild = {
  id: SERVER,
  name: 'Fox Den',
  ownerId: '100000000000000009',
  systemChannelId: null,
  roles: new Map([
    [SERVER, { id: SERVER, name: '@everyone', permissions: Bits.ViewChannel, isMentionable: false }],
  ]),
  channels: new Map(),
  self: null,
};

/** Two people and an admin. Each has a wallet that only they ever name. */
const PEOPLE = [
  { userId: '100000000000000001', letter: 'a', permissions: Bits.ViewChannel },
  { userId: '100000000000000002', letter: 'b', permissions: Bits.ViewChannel },
  { userId: '100000000000000003', letter: 'c', permissions: Bits.ManageGuild | Bits.Administrator },
] as const;
type Person = (typeof PEOPLE)[number];

const walletOf = ({ letter }: Person): string => `0x${letter.repeat(40)}`;
/** Whether a text names the wallet, in full or shortened. */
const names = (text: string, { letter }: Person): boolean =>
  text.toLowerCase().includes(`0x${letter.repeat(4)}`);

type Options = Readonly<Record<string, string>>;

const anyWatch = fc.oneof(fc.integer({ min: 1, max: 40 }).map(String), fc.constant('all'));
const anyCommand: fc.Arbitrary<readonly [string, (who: Person) => Options]> = fc.oneof(
  fc
    .constantFrom('wallet.bought', 'wallet.sold', 'wallet.outbid', 'wallet.won')
    .map((when) => ['watch add', (who: Person) => ({ when, what: walletOf(who) })] as const),
  fc.constant(['watch add', () => ({ when: 'wallet.offer_received' })] as const),
  fc.constantFrom(
    ['watch me', (who: Person) => ({ add: walletOf(who) })] as const,
    ['watch me', (who: Person) => ({ remove: walletOf(who) })] as const,
    ['watch quiet', () => ({ from: '22:00', to: '8' })] as const,
    ['watch me', () => ({})] as const,
    ['watch list', () => ({})] as const,
    ['watch export', () => ({})] as const,
    ['watch forget', () => ({})] as const,
    ['alerts list', () => ({})] as const,
    ['alerts export', () => ({})] as const,
    ['alerts health', () => ({})] as const,
    ['settings export', () => ({})] as const,
    ['settings erase', () => ({})] as const,
    ['status', () => ({})] as const,
  ),
  fc
    .tuple(fc.constantFrom('watch pause', 'watch resume', 'watch remove'), anyWatch)
    .map(([name, watch]) => [name, () => ({ watch })] as const),
  fc
    .tuple(
      fc.constantFrom('alerts pause', 'alerts resume', 'alerts remove', 'alerts test', 'alerts edit'),
      anyWatch,
    )
    .map(([name, alert]) => [name, () => ({ alert })] as const),
);

const ACTIONS = [
  ...['watch-pause', 'watch-resume', 'watch-remove', 'watch-forget-now', 'watch-try-again'],
  ...['settings-erase-now', 'alert-pause', 'alert-remove-now'],
] as const;

/** A custom id, perhaps one of somebody else's message. */
const anyCustomId = fc
  .record({
    whose: fc.constantFrom(...PEOPLE),
    action: fc.constantFrom(...ACTIONS, 'watch', 'watches'),
    id: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ whose: { userId: requester }, action, id }) => {
    if (action === 'watch' || action === 'watches') {
      const texts = [action === 'watch' ? numberField.write(String(id)) : '1'];
      return writeScreenId({ destination: { id: action, texts }, requester });
    }
    return writeActionId({ name: action, requester, argument: String(id) });
  });

const anyStep = fc.record({
  who: fc.constantFrom(...PEOPLE),
  isInServer: fc.boolean(),
  does: fc.oneof(
    { weight: 3, arbitrary: anyCommand.map((command) => ({ command, customId: null })) },
    { weight: 1, arbitrary: anyCustomId.map((customId) => ({ command: null, customId })) },
  ),
});

function startWorld() {
  const { services, subscriptions } = inMemoryServices();
  const seen: string[] = [];
  const note = (answer: Answer) => {
    const files = (answer.files ?? []).map(({ attachment }) => attachment.toString('utf8'));
    seen.push(toJson({ ...answer, files }));
  };
  const responses: InteractionResponses = {
    reply: async (answer) => note(answer),
    deferReply: async () => undefined,
    editReply: async (answer) => note(answer),
    update: async (answer) => note(answer),
    deferUpdate: async () => undefined,
    followUp: async (answer) => note(answer),
    showModal: async (modal) => void seen.push(JSON.stringify(modal)),
    suggest: async (choices) => void seen.push(JSON.stringify(choices)),
  };
  const route = createRouter({
    commands,
    servicesFor: () => services,
    messagesOf: () => english,
    guilds: { get: (id) => (id === SERVER ? GUILD : null) },
    rest: new REST(),
    now: () => 0,
    log: silentLog,
  });

  function interactionOf({
    who,
    isInServer,
    does,
  }: typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never): Interaction {
    const { userId, permissions } = who;
    const base = {
      id: '400000000000000001',
      userId,
      guildId: isInServer ? SERVER : null,
      channelId: CHANNEL,
      member: isInServer ? { userId, roleIds: [], timedOutUntil: null, permissions } : null,
      isDirectMessage: !isInServer,
      isInstalledInServer: true,
      appPermissions: null,
      responses,
    };
    if (does.command === null) {
      return { ...base, type: 'component', customId: does.customId, isStringSelect: false, values: [] };
    }
    const [fullName, optionsOf] = does.command;
    const [name = '', subcommand] = fullName.split(' ');
    const given = Object.entries(optionsOf(who)).map(([option, value]) => ({
      name: option,
      type: Type.String,
      value,
    }));
    const options =
      subcommand === undefined ? given : [{ name: subcommand, type: Type.Subcommand, options: given }];
    return {
      ...base,
      type: 'command',
      commandName: name,
      targetMessage: null,
      options: readOptions({ name, options }),
    };
  }

  /** All that is kept of a person. */
  const keptOf = async ({ userId }: Person) =>
    toJson([
      await services.store.people.find(userId),
      subscriptions.filter(({ guildId }) => guildId === personTarget(userId)),
      services.settings.channel(personTarget(userId)),
    ]);

  return { route, interactionOf, keptOf, seen, subscriptions };
}

describe('what people watch', () => {
  it('is seen and changed by nobody else, in any history of two people and an admin', async () => {
    const world = startWorld();
    let added = 0;
    for (const step of fc.sample(anyStep, { numRuns: STEPS, seed: 22 })) {
      const others = PEOPLE.filter((person) => person !== step.who);
      const before = await Promise.all(others.map(world.keptOf));
      world.seen.length = 0;

      await world.route(world.interactionOf(step));

      expect(await Promise.all(others.map(world.keptOf))).toEqual(before);
      const text = world.seen.join('\n');
      expect(others.filter((person) => names(text, person))).toEqual([]);
      added = Math.max(added, world.subscriptions.length);
    }
    expect(added).toBeGreaterThan(PEOPLE.length);
  });
});
