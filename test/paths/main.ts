/**
 * `npm run paths [-- --list]`: which files of the bot run while one sale is posted, and while one alert is added. A file counts
 * when V8 saw one of its functions being called between the start and the end; loading it does not count. What runs by itself in
 * that time (timers, the heartbeat) is counted too, so that a figure may differ by a few files from run to run. The second figure
 * leaves out what also runs for a poll without news, or for another command: the client, the database, the router.
 */

import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBotWorld } from '../support/bot-world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'commands'];
const GOALS = { sale: 70, 'alerts add': 45 } as const;

/** Files, relative to the project, of which a function ran since the last call. */
async function calledFiles(session: Session): Promise<readonly string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result.flatMap(({ url, functions }) => {
    if (!url.startsWith('file:')) return [];
    const file = path.relative(ROOT, fileURLToPath(url));
    const isCalled = functions.some(
      ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
    );
    return isCalled && FOLDERS.includes(file.split(path.sep)[0] ?? '') ? [file] : [];
  });
  return [...new Set(files)].toSorted();
}

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });

function report(what: keyof typeof GOALS, files: readonly string[], always: readonly string[]): void {
  const own = files.filter((file) => !always.includes(file));
  process.stdout.write(
    `${what}: ${files.length} files run, ${own.length} of them only for it (goal: at most ${GOALS[what]})\n`,
  );
  if (values.list) for (const file of own) process.stdout.write(`  ${file}\n`);
}

await using world = await startBotWorld();
const { home } = world;
await using bot = await world.start();
await home.follow(home.channelId);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

await calledFiles(session);
await bot.app.poll();
const idle = await calledFiles(session);
world.marketplace.cause.sale();
await bot.app.poll();
await world.untilPosted(home.channelId, 1);
report('sale', await calledFiles(session), idle);

const other = home.addChannel('second');
await home.admin.command('alerts list', {});
const command = await calledFiles(session);
await home.follow(other);
report('alerts add', await calledFiles(session), command);
session.disconnect();
