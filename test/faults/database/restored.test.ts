import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';

const HOUR_MS = 3_600_000;
const NEEDS_OPERATOR = 78;

interface Tool {
  readonly code: number | null;
  readonly said: string;
}

/** Runs `npm run backup` or `npm run restore`, as its script does. */
async function runTool(world: BotWorld, name: 'backup' | 'restore', ...args: string[]): Promise<Tool> {
  const script = fileURLToPath(new URL(`../../../src/bin/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: world.environment['DATABASE_URL'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, said };
}

/** The titles of the messages in a channel, in order. */
function titlesIn(world: BotWorld, channelId: string): readonly (string | undefined)[] {
  return world.embeds(channelId).map(({ title }) => title);
}

describe('a bot whose database was restored from a backup', () => {
  it('posts nothing again that it posted since the backup, and everything that it had not posted', async () => {
    await using world = await startBotWorld();
    const { marketplace, home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const sell = async (count: number) => {
      for (let sale = 0; sale < count; sale += 1) marketplace.cause.sale();
      await bot.app.poll();
    };
    await sell(3);
    await world.untilPosted(home.channelId, 3);

    const backup = runTool(world, 'backup');
    let posted = 3;
    for (; posted < 12; posted += 3) {
      await sell(3);
      await world.untilPosted(home.channelId, posted + 3);
    }
    expect(await backup).toEqual({ code: 0, said: expect.stringMatching(/integrity checked/) });
    await sell(4);
    await world.untilPosted(home.channelId, posted + 4);
    const before = titlesIn(world, home.channelId);

    expect(await runTool(world, 'restore', '--newest')).toEqual({
      code: NEEDS_OPERATOR,
      said: expect.stringContaining('Another Gavel is running'),
    });
    await bot[Symbol.asyncDispose]();
    expect(await runTool(world, 'restore')).toEqual({
      code: NEEDS_OPERATOR,
      said: expect.stringMatching(/^Choose the backup that replaces /),
    });
    expect(await runTool(world, 'restore', '--newest')).toEqual({
      code: 0,
      said: expect.stringMatching(/^Restored /),
    });
    marketplace.cause.sale();
    world.clock.advance(HOUR_MS);

    const again = await world.start();
    await world.untilPosted(home.channelId, before.length + 1);
    marketplace.cause.sale();
    await again.app.poll();
    await world.untilPosted(home.channelId, before.length + 2);
    expect(titlesIn(world, home.channelId).slice(0, before.length)).toEqual(before);
    expect(titlesIn(world, home.channelId)).toHaveLength(before.length + 2);
    expect(again.log.linesWith('restored from a backup')).toHaveLength(1);
    expect(again.log.linesWith('stumbled')).toEqual([]);
  });
});
