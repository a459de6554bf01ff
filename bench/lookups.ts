import { parseArgs } from 'node:util';
import { commands } from '../commands/index.ts';
import type { Person } from '../sandbox/discord/local-discord.ts';
import { behavioursOf } from '../src/discord/command.ts';
import { type BotWorld, startBotWorld } from '../test/support/bot-world.ts';

/*
 * `npm run bench:lookups -- [--runs N] [--only NAME]`: how long people wait for an answer. Every command, and every option
 * that completes, is driven through the real discord.js client against the local Discord, with the embedded marketplace
 * answering at once, after 400 ms, and not at all. Time is set forward between the runs, so that no answer is fresh in
 * memory and each has to ask. Prints a table, and one line of JSON for each figure.
 *
 * Bot, Discord and marketplace share one process and its clock counts whole milliseconds: the bot alone is faster.
 */

/** Every answer that the bot keeps is old after this. */
const UNTIL_OLD_MS = 15 * 60_000;

interface Situation {
  readonly name: string;
  readonly fault: Parameters<BotWorld['marketplace']['faults']['set']>[0];
  /** Runs at a time; where the marketplace is slow, they hardly disturb one another. */
  readonly together: number;
}

const SITUATIONS: readonly Situation[] = [
  { name: '0 ms', fault: {}, together: 1 },
  { name: '400 ms', fault: { latencyMs: 400 }, together: 3 },
  { name: 'down', fault: { drop: true }, together: 1 },
];

/** Something that a person does; the number varies what they ask for. Answers with ms to the answer that is read. */
type Act = (number: number) => Promise<{ readonly acknowledged: number; readonly answered: number }>;

function choose<T>(items: readonly T[], number: number): T {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}

/** What is typed into each command, by its name: a command that is missing here fails the run. */
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
    'alerts add': (number) => ({ channel: world.home.channelId, ...collection(number) }),
    'alerts list': () => ({}),
    'alerts remove': () => ({ subscription: '1' }),
    status: () => ({}),
    help: () => ({}),
  };
}

/** What is typed into an option while it completes. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  collection: ['', 'lan', 'lantren', 'moth', '0x'],
  token: ['#12', '7', 'fox'],
  auction: ['', 'lantern', '#1'],
  trait: ['', 'b'],
  value: ['', 'go'],
  who: ['', '0x'],
  subscription: ['', '1'],
};

function actsOf(world: BotWorld): ReadonlyMap<string, Act> {
  const { admin, member } = world.home;
  const options = optionsOf(world);
  const acts = new Map<string, Act>();
  for (const [name, { requires, autocomplete }] of behavioursOf(commands)) {
    const person: Person = requires === undefined ? member : admin;
    const typedInto = options[name];
    if (typedInto === undefined) throw new Error(`The bench does not know what to type into /${name}.`);
    acts.set(`/${name}`, async (number) => {
      const reply = await person.command(name, typedInto(number));
      const { acknowledgedAfterMs, answeredAfterMs } = reply;
      if (acknowledgedAfterMs === null || answeredAfterMs === null)
        throw new Error(`/${name}: ${reply.outcome}`);
      return { acknowledged: acknowledgedAfterMs, answered: answeredAfterMs };
    });
    if (autocomplete === undefined) continue;
    for (const option of completedIn(name)) {
      acts.set(`/${name} ${option}: …`, async (number) => {
        const started = performance.now();
        const typed = choose(TYPED[option] ?? [''], number);
        await person.autocomplete(name, { ...typedInto(number), [option]: typed }, option);
        const took = performance.now() - started;
        return { acknowledged: took, answered: took };
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
  return (one?.definition.options ?? []).flatMap((option) =>
    'autocomplete' in option && option.autocomplete ? [option.name] : [],
  );
}

/** The value below which this share of the sorted numbers lies. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return Math.round((sorted[at] ?? 0) * 10) / 10;
}

async function measure(world: BotWorld, act: Act, runs: number, together: number) {
  const answered: number[] = [];
  const acknowledged: number[] = [];
  for (let run = 0; run < runs; run += together) {
    world.clock.leap(UNTIL_OLD_MS);
    const numbers = Array.from({ length: Math.min(together, runs - run) }, (_, offset) => run + offset);
    for (const taken of await Promise.all(numbers.map(act))) {
      answered.push(taken.answered);
      acknowledged.push(taken.acknowledged);
    }
  }
  return {
    p50Ms: quantile(answered, 0.5),
    p99Ms: quantile(answered, 0.99),
    acknowledgedP99Ms: quantile(acknowledged, 0.99),
  };
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '30' }, only: { type: 'string', default: '' } },
});
const runs = Number(values.runs);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A world with auctions in it and the bot beside it; each command has one of its own, as its clock only leaps so far. */
async function startWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  for (let number = 0; number < 5; number += 1) {
    world.marketplace.cause.auction({ endsInMs: 365 * 24 * 3_600_000 });
    world.marketplace.cause.bid();
  }
  await world.start();
  return world;
}

async function namesOfActs(): Promise<readonly string[]> {
  await using world = await startWorld();
  return [...actsOf(world).keys()];
}

async function report(name: string): Promise<void> {
  await using world = await startWorld();
  const act = actsOf(world).get(name);
  if (act === undefined) throw new Error(`There is no ${name}.`);
  const cells: string[] = [];
  const lines: string[] = [];
  // The first runs warm up what every later one finds warm: code, connections, and the last known answers.
  for (let run = 0; run < 5; run += 1) await act(run);
  for (const { name: marketplace, fault, together } of SITUATIONS) {
    world.marketplace.faults.set(fault);
    const figures = await measure(world, act, runs, together);
    world.marketplace.faults.clear();
    cells.push(`${figures.p50Ms.toFixed(0).padStart(9)} ${figures.p99Ms.toFixed(0).padStart(5)}`);
    lines.push(
      JSON.stringify({ figure: 'interaction-to-answer', what: name, marketplace, runs, ...figures }),
    );
  }
  print(`${name.padEnd(34)} ${cells.join('  ')}`);
  for (const line of lines) print(line);
}

print('from interaction to answer, ms      0 ms: p50   p99   400 ms: p50   p99     down: p50   p99');
for (const name of await namesOfActs()) if (name.includes(values.only)) await report(name);
