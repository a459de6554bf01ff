import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { describePostgres } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const NEEDS_OPERATOR = 78;
/** So few that no channel lags so far that it is summarised: each sale is to be seen by itself. */
const SALES = 8;
/** Enough for a message without an answer to be looked for. */
const POSTED_WITHIN_MS = 30_000;

async function runMove(from: string, to: string): Promise<number | null> {
  const tool = spawn(process.execPath, ['src/bin/move.ts', '--from', from, '--to', to], { stdio: 'ignore' });
  await once(tool, 'exit');
  return tool.exitCode;
}

describePostgres('a bot that was moved from SQLite to PostgreSQL', (kind) => {
  it('has posted every sale once and in order, also those under way', { timeout: 120_000 }, async () => {
    await using world = await startBotWorld();
    await using target = await kind.create();
    const { home, marketplace, discord } = world;
    const from = world.environment['DATABASE_URL'] ?? '';
    const first = world.startProcess();
    await first.log.until('ready');
    await home.follow(home.channelId);
    const sell = () => {
      for (let count = 0; count < SALES; count += 1) marketplace.cause.sale();
    };
    sell();
    await world.untilPosted(home.channelId, SALES);

    // Killed while a message is on its way, and others wait behind it.
    discord.faults.add({ do: 'delay', beforeMs: 0, afterMs: 3_000 }, POSTING);
    sell();
    await world.untilPosted(home.channelId, SALES + 1);
    first.kill('SIGKILL');
    await first.exit;
    discord.faults.clear();
    sell();
    expect(await runMove(from, target.url)).toBe(0);

    const refused = world.startProcess();
    expect(await refused.exit).toEqual({ code: NEEDS_OPERATOR, signal: null });
    expect(refused.log.lines.at(-1)?.msg).toMatch(/gavel\.db was moved to .+; set DATABASE_URL to that one/);
    const second = world.startProcess({ DATABASE_URL: target.url });
    await second.log.until('ready');
    sell();

    const sales = marketplace.ledger.records().filter(({ kind: of, history }) => of === 'sale' && !history);
    expect(sales).toHaveLength(4 * SALES);
    await world.untilPosted(home.channelId, sales.length, POSTED_WITHIN_MS);
    expect(itemsPosted(world.embeds(home.channelId))).toEqual(itemsSold(sales));
    second.kill('SIGTERM');
    await second.exit;
  });
});
