import { commands } from '#commands/index.ts';
import { behavioursOf, type Runnable } from '#src/discord/command.ts';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { OffsetClock } from '../../support/offset-clock.ts';
import { type Choosable, type Step, stepsOf } from './steps.ts';
import { NONSENSE, type TypedTexts, textsFor, typedInto } from './typed.ts';

/** Longer than any flood limit holds somebody up for one use. */
const BETWEEN_USES_MS = 20_000;

export interface CrawlOptions {
  readonly clock: OffsetClock;
  readonly of: Choosable;
  readonly texts: TypedTexts;
  /** Called before each use with what is done, and by which command. */
  readonly doing: (command: string, what: string) => void;
  /** Puts back what commands took away, and returns what to give to this one. */
  readonly prepare: (command: string, values: OptionValues) => Promise<OptionValues>;
}

interface Crawl extends CrawlOptions {
  readonly person: Person;
}

const optionText = (options: OptionValues): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}:${typeof value === 'object' ? value.name : String(value)}`)
    .join(' ');

/** Steps to take, one after the other, from the answer to a command. */
interface Visit {
  readonly command: string;
  /** What the command was given. */
  readonly what: string;
  readonly start: () => Promise<Reply>;
  readonly path: readonly Step[];
}

/** The answer after the steps, from the beginning; `null` where one of them is not offered again. */
async function visit(
  { clock, person, doing }: Crawl,
  { command, what, start, path }: Visit,
): Promise<Reply | null> {
  doing(command, [what, ...path.map(({ title }) => title)].join(', '));
  let reply: Reply | null = await start();
  for (const step of path) {
    clock.advance(BETWEEN_USES_MS);
    reply = await step.take(person, reply);
    if (reply === null) return null;
  }
  return reply;
}

async function complete(crawl: Crawl, name: string, { options }: Runnable): Promise<void> {
  for (const option of options) {
    if (!('autocomplete' in option) || !option.autocomplete) continue;
    for (const typed of ['', ...textsFor(option, crawl.texts), NONSENSE]) {
      crawl.doing(name, `typing “${typed}” into ${option.name} of /${name}`);
      const collection = options.some((one) => one.name === 'collection')
        ? crawl.texts['collection']
        : undefined;
      const given = collection === undefined ? {} : { collection: collection[0] };
      crawl.clock.advance(BETWEEN_USES_MS);
      await crawl.person.autocomplete(name, { ...given, [option.name]: typed }, option.name);
    }
  }
}

/**
 * Uses every command with every option, completes every option, and takes every step from every answer, each from where it is
 * the fewest steps away.
 * @returns the kinds of steps that were taken, each of which begins with its custom id
 */
export async function crawlCommands(person: Person, options: CrawlOptions): Promise<readonly string[]> {
  const { clock, texts, of, prepare } = options;
  const taken = new Set<string>();
  const crawl: Crawl = { ...options, person };
  const visits: Visit[] = [];
  for (const [command, runnable] of behavioursOf(commands)) {
    await complete(crawl, command, runnable);
    for (const values of typedInto(runnable.options, texts, of)) {
      const start = async (): Promise<Reply> => {
        clock.advance(BETWEEN_USES_MS);
        return person.command(command, await prepare(command, values));
      };
      visits.push({ command, what: `/${command} ${optionText(values)}`, start, path: [] });
    }
  }
  for (const one of visits) {
    const reply = await visit(crawl, one);
    if (reply === null) continue;
    for (const step of stepsOf(reply, of)) {
      if (taken.has(step.like)) continue;
      taken.add(step.like);
      visits.push({ ...one, path: [...one.path, step] });
    }
  }
  return [...taken];
}
