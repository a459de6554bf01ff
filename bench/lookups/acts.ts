import { commands } from '#commands/index.ts';
import { behavioursOf } from '#src/discord/command.ts';
import { english } from '#src/messages/messages.ts';
import type { Person } from '../../sandbox/discord/local-discord.ts';
import type { BotWorld } from '../../test/support/bot-world.ts';

/** An interaction of a user; the number varies its input. Resolves to the time until the answer, ms. */
export type Act = (number: number) => Promise<number>;

function choose<T>(items: readonly T[], number: number): T {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}

/** Commands that change something or answer with a file. */
const NO_LOOKUPS: ReadonlySet<string> = new Set([
  'collection chart',
  'watch add',
  'watch pause',
  'watch resume',
  'watch remove',
  'watch quiet',
  'watch me',
  'watch forget',
  'watch export',
  'alerts recap',
  'alerts pause',
  'alerts resume',
  'alerts copy',
  'alerts test',
  'alerts export',
  'alerts import',
  'settings reset',
  'settings export',
  'settings erase',
]);

/** Input of each command. A command that is missing both here and above fails the run. */
function optionsOf(world: BotWorld): Readonly<Record<string, (number: number) => Record<string, string>>> {
  const collections = world.marketplace.collections().filter(({ tokens }) => tokens > 200);
  const auctions = world.marketplace.ledger.auctions();
  const people = world.marketplace.ledger.records().flatMap(({ buyer }) => (buyer === null ? [] : [buyer]));
  const collection = (number: number) => ({ collection: choose(collections, number).address });
  const token = (number: number) => String(1 + ((number * 37) % 190));
  return {
    'collection info': collection,
    'collection list': () => ({}),
    'collection tokens': collection,
    'collection traits': collection,
    'collection holders': collection,
    token: (number) => ({ ...collection(number), token: token(number) }),
    'profile show': (number) => ({ who: choose(people, number * 7) }),
    'profile nfts': (number) => ({ who: choose(people, number * 7) }),
    'auction list': (number) => ({ status: choose(['active', 'completed'], number) }),
    'auction show': (number) => {
      const one = choose(auctions, number);
      return { auction: `${one.collection}/${one.number}` };
    },
    activity: (number) => (number % 2 === 0 ? {} : collection(number)),
    'watch list': () => ({}),
    'alerts add': (number) => ({ channel: world.home.channelId, ...collection(number) }),
    'alerts list': () => ({}),
    'alerts edit': () => ({ alert: '1' }),
    'alerts channel': () => ({ channel: world.home.channelId }),
    'alerts health': () => ({}),
    'settings view': () => ({}),
    'settings set': () => ({ time_zone: 'Europe/Paris' }),
    'alerts remove': () => ({ alert: '1' }),
    status: () => ({}),
    help: () => ({}),
  };
}

/** Input of each option with autocomplete. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  collection: ['', 'lan', 'lantren', 'moth', '0x'],
  token: ['#12', '7', 'fox'],
  auction: ['', 'lantern', '#1'],
  trait: ['', 'b'],
  value: ['', 'go'],
  who: ['', '0x'],
  alert: ['', '1'],
  alerts: ['', 'sale'],
  traits: ['', 'b'],
  time_zone: ['', 'par'],
  language: ['', 'ind'],
};

/** All commands and all options with autocomplete. */
export function actsOf(world: BotWorld): ReadonlyMap<string, Act> {
  const { admin, member } = world.home;
  const options = optionsOf(world);
  const acts = new Map<string, Act>();
  for (const [name, { requires, autocomplete }] of behavioursOf(commands)) {
    if (NO_LOOKUPS.has(name)) continue;
    const person: Person = requires === undefined ? member : admin;
    const typedInto = options[name];
    if (typedInto === undefined) throw new Error(`The bench does not know what to type into /${name}.`);
    acts.set(`/${name}`, async (number) => {
      const started = performance.now();
      const reply = await person.command(name, typedInto(number));
      if (reply.answeredAfterMs === null) throw new Error(`/${name}: ${reply.outcome}`);
      return performance.now() - started;
    });
    if (autocomplete === undefined) continue;
    for (const option of completedIn(name)) {
      acts.set(`/${name} ${option}: …`, async (number) => {
        const started = performance.now();
        const typed = choose(TYPED[option] ?? [''], number);
        await person.autocomplete(name, { ...typedInto(number), [option]: typed }, option);
        return performance.now() - started;
      });
    }
  }
  return acts;
}

function completedIn(name: string): readonly string[] {
  const [top, sub] = name.split(' ');
  const command = commands.find(({ definition }) => definition.name === top);
  if (command === undefined) return [];
  const one =
    'subcommands' in command
      ? command.subcommands.find(({ definition }) => definition.name === sub)
      : command;
  return (one?.definition(english).options ?? []).flatMap((option) =>
    'autocomplete' in option && option.autocomplete ? [option.name] : [],
  );
}
