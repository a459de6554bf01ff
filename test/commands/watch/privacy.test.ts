import { REST } from 'discord.js';
import { PermissionFlagsBits as Bits, ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { personTarget } from '#src/alerts/target.ts';
import { toJson } from '#src/chain/json.ts';
import type { Answer } from '#src/discord/answer.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { numberField } from '#src/discord/components/field.ts';
import type { Guild } from '#src/discord/guilds/guild.ts';
import type { Interaction } from '#src/discord/interactions/interaction.ts';
import { readOptions } from '#src/discord/interactions/options.ts';
import type { InteractionResponses } from '#src/discord/interactions/responses.ts';
import { createRouter } from '#src/discord/router.ts';
import { english } from '#src/messages/messages.ts';
import { inMemoryServices } from '../../discord/command-services.ts';
import { silentLog } from '../../support/silent-log.ts';

const SERVER = '200000000000000001';
const CHANNEL = '300000000000000001';
const STEPS = 10_000;

const GUILD: Guild = {
  id: SERVER,
  name: 'Fox Den',
  ownerId: '100000000000000009',
  joinedAt: null,
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
/** One of the numbers of all watches that there are, by any number. */
type WatchAt = (any: number) => string;

const ALL = -1;
const anyWatch = fc.oneof(fc.nat(1_000), fc.constant(ALL));
const anyCommand: fc.Arbitrary<readonly [string, (who: Person, watchAt: WatchAt) => Options]> = fc.oneof(
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
    .map(([name, any]) => [name, (_: Person, watchAt: WatchAt) => ({ watch: watchAt(any) })] as const),
  fc
    .tuple(
      fc.constantFrom('alerts pause', 'alerts resume', 'alerts remove', 'alerts test', 'alerts edit'),
      anyWatch,
    )
    .map(([name, any]) => [name, (_: Person, watchAt: WatchAt) => ({ alert: watchAt(any) })] as const),
);

const ACTIONS = [
  ...['watch-pause', 'watch-resume', 'watch-remove', 'watch-forget-now', 'watch-try-again'],
  ...['settings-erase-now', 'alerts-pause', 'alerts-remove-now'],
] as const;

/** A button, perhaps one of somebody else's message. */
const anyButton = fc.record({
  whose: fc.constantFrom(...PEOPLE),
  action: fc.constantFrom(...ACTIONS, 'watch', 'watches'),
  any: fc.nat(1_000),
});
type Button = typeof anyButton extends fc.Arbitrary<infer Some> ? Some : never;

function customIdOf({ whose: { userId: requester }, action, any }: Button, watchAt: WatchAt): string {
  const id = watchAt(any);
  if (action === 'watch' || action === 'watches') {
    const texts = [action === 'watch' ? numberField.write(id) : '1'];
    return writeCustomId({ id: action, isAskersOnly: false, texts }, { requester });
  }
  const hasWatch = [
    'watch-pause',
    'watch-resume',
    'watch-remove',
    'alerts-pause',
    'alerts-remove-now',
  ].includes(action);
  return writeCustomId({ id: action, isAskersOnly: true, texts: [hasWatch ? id : ''] }, { requester });
}

const anyStep = fc.record({
  who: fc.constantFrom(...PEOPLE),
  isInServer: fc.boolean(),
  does: fc.oneof(
    { weight: 3, arbitrary: anyCommand.map((command) => ({ command, button: null })) },
    { weight: 1, arbitrary: anyButton.map((button) => ({ command: null, button })) },
  ),
});

type Step = typeof anyStep extends fc.Arbitrary<infer Some> ? Some : never;

/** The same methods, which report what they are asked for: the first of what each is given. */
function reporting<Methods extends object>(methods: Methods, report: (asked: unknown) => void): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method];
    return [
      name,
      (...given: unknown[]): unknown => {
        report(given[0]);
        return Reflect.apply(method, methods, given);
      },
    ];
  });
  return Object.fromEntries(wrapped) as Methods;
}

function startWorld() {
  const { services, subscriptions } = inMemoryServices();
  const seen: string[] = [];
  const updated: Answer[] = [];
  const asked: unknown[] = [];
  const report = (one: unknown) => void asked.push(one);
  const reported = {
    ...services,
    store: { ...reporting(services.store, report), people: reporting(services.store.people, report) },
    subscriptions: reporting(services.subscriptions, report),
    settings: reporting(services.settings, report),
  };
  const note = (answer: Answer) => {
    const files = (answer.files ?? []).map(({ attachment }) => attachment.toString('utf8'));
    seen.push(toJson({ ...answer, files }));
  };
  const responses: InteractionResponses = {
    reply: async (answer) => note(answer),
    deferReply: async () => undefined,
    editReply: async (answer) => note(answer),
    editParts: async (answer) => note(answer),
    async update(answer) {
      updated.push(answer);
      note(answer);
    },
    deferUpdate: async () => undefined,
    followUp: async (answer) => note(answer),
    showModal: async (modal) => void seen.push(JSON.stringify(modal)),
    suggest: async (choices) => void seen.push(JSON.stringify(choices)),
  };
  const route = createRouter({
    commands,
    servicesFor: () => reported,
    messagesOf: () => english,
    guilds: { get: (id) => (id === SERVER ? GUILD : null) },
    rest: new REST(),
    now: () => 0,
    log: silentLog,
  });

  const watchAt: WatchAt = (any) =>
    any === ALL ? 'all' : String(subscriptions[any % Math.max(1, subscriptions.length)]?.id ?? 1);

  function interactionOf({ who, isInServer, does }: Step): Interaction {
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
      const customId = customIdOf(does.button, watchAt);
      return {
        ...base,
        type: 'component',
        customId,
        messageId: '900000000000000001',
        isStringSelect: false,
        values: [],
      };
    }
    const [fullName, optionsOf] = does.command;
    const [name = '', subcommand] = fullName.split(' ');
    const given = Object.entries(optionsOf(who, watchAt)).map(([option, value]) => ({
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

  return { route, interactionOf, keptOf, seen, updated, asked, subscriptions };
}

/** Names of a person in the store: their Discord id, and their target. */
const idsOf = ({ userId }: Person): readonly unknown[] => [userId, personTarget(userId)];

describe('what people watch', () => {
  /*
   * More than one guard stands before it, and each is observed by itself: who is asked for, which messages are obeyed,
   * and what is seen and changed. `test/discord/filter-for-member.test.ts` has the one that hides what was asked for
   * nevertheless.
   */
  it('is asked for, seen and changed by nobody else, in any history of two people and an admin', async () => {
    const world = startWorld();
    let added = 0;
    let strangers = 0;
    for (const step of fc.sample(anyStep, { numRuns: STEPS, seed: 22 })) {
      const others = PEOPLE.filter((person) => person !== step.who);
      const before = await Promise.all(others.map(world.keptOf));
      for (const list of [world.seen, world.updated, world.asked]) list.length = 0;

      await world.route(world.interactionOf(step));

      const idsOfOthers = others.flatMap(idsOf);
      expect(world.asked.filter((one) => idsOfOthers.includes(one))).toEqual([]);
      expect(await Promise.all(others.map(world.keptOf))).toEqual(before);
      const text = world.seen.join('\n');
      expect(others.filter((person) => names(text, person))).toEqual([]);
      const { button } = step.does;
      const isOfOthers = button !== null && button.whose !== step.who;
      expect(isOfOthers ? world.updated : []).toEqual([]);
      const isRefused = text.includes(english.interactions.belongsToSomebodyElse);
      const mustBeRefused = isOfOthers && button.action.startsWith('watch-');
      expect(isRefused || !mustBeRefused).toBe(true);
      strangers += mustBeRefused ? 1 : 0;
      added = Math.max(added, world.subscriptions.length);
    }
    expect(added).toBeGreaterThan(PEOPLE.length);
    expect(strangers).toBeGreaterThan(100);
  });
});
