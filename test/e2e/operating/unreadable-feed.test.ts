import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { changeEveryRecord, startJsonProxy } from '../../support/json-proxy.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { healthPages } from './metrics-page.ts';

const FEED = '/api/activities';
const AUCTIONS = '/api/auctions';
/** Longer than any back-off between two polls. */
const PAUSE = 61_000;

const renamed = (rename: (name: string) => string) =>
  changeEveryRecord((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value])),
  );

/** Renamings of all fields of the records. */
const RENAMINGS = [
  ['with a word before them', renamed((name) => `v2_${name}`)],
  ['with a word after them', renamed((name) => `${name}New`)],
  ['but their ids', renamed((name) => (/^_?id$/.test(name) ? name : `x${name}`))],
  [
    'by one level',
    changeEveryRecord((record) => ({ id: 'id' in record ? record.id : null, attributes: record })),
  ],
] as const;

/** The answer of `/alerts health` or `/status` as text. */
async function said(world: BotWorld, command: string): Promise<string> {
  const reply = await world.home.admin.command(command);
  return JSON.stringify(reply.message?.embeds ?? []);
}

describe.each(RENAMINGS)('a feed whose fields are all renamed %s', (_how, rename) => {
  it('is reported as unreadable everywhere, and its events are posted once it is readable again', async () => {
    await using world = await startBotWorld();
    await using market = await startJsonProxy(world.marketplace.url);
    const pages = await healthPages();
    const bot = await world.start({ ...pages.environment, MARKETPLACE_URL: market.url });
    await world.home.follow(world.home.channelId, FOXES);
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    await world.untilPosted(world.home.channelId, 1);

    market.change(FEED, rename);
    due.push(...sellFoxes(world, 2));
    await bot.app.poll();

    const health = await said(world, 'alerts health');
    expect(health).toContain('Alerts need attention');
    expect(health).toMatch(/⚠ The feed has an unknown format, first seen <t:\d+:R>/);
    expect(health).not.toContain('a gap at');
    expect(await said(world, 'status')).toMatch(/⚠ The feed has an unknown format, first seen <t:\d+:R>/);
    const ready = await pages.get('/readyz');
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.body)).toMatchObject({ checks: { feed: { ok: false, state: 'unreadable' } } });
    expect(await pages.metric('gavel_feed_records_total', 'result="unreadable"')).toBeGreaterThan(0);
    expect(await pages.metric('gavel_poll_unreadable', 'what="feed"')).toBe(1);
    expect(await pages.metric('gavel_feed_gaps_total')).toBe(0);
    expect(bot.log.linesWith('format of the feed not understood')).toMatchObject([{ level: 50 }]);

    market.restore();
    world.clock.advance(PAUSE);
    await bot.app.poll();
    await world.untilPosted(world.home.channelId, 3);

    expect(await said(world, 'alerts health')).toContain('✅ All good');
    expect((await pages.get('/readyz')).status).toBe(200);
    expect(await pages.metric('gavel_poll_unreadable', 'what="feed"')).toBe(0);
    expect(bot.log.linesWith('format of the feed understood again')).toHaveLength(1);
    expect(itemsPosted(world.embeds(world.home.channelId))).toEqual(due);
  });
});

describe('an unreadable feed', () => {
  it('does not count as the first poll: its events are not history', async () => {
    await using world = await startBotWorld();
    await using market = await startJsonProxy(world.marketplace.url);
    sellFoxes(world, 5);
    market.change(FEED, RENAMINGS[0][1]);
    const bot = await world.startWithoutWaiting({ MARKETPLACE_URL: market.url });
    await bot.log.until('format of the feed not understood');
    market.restore();
    world.clock.advance(PAUSE);
    await bot.app.poll();
    expect(bot.log.linesWith('first poll of the feed done')).toHaveLength(1);
  });

  it('is reported in the operator’s channel at once', async () => {
    await using world = await startBotWorld();
    await using market = await startJsonProxy(world.marketplace.url);
    const operators = world.home.addChannel('operators');
    await using child = world.startProcess({ OPERATOR_CHANNEL_ID: operators, MARKETPLACE_URL: market.url });
    await child.log.until('ready');
    market.change(FEED, RENAMINGS[0][1]);
    const [news] = await world.untilPosted(operators, 1);
    expect(news?.description).toContain('❌ format of the feed not understood');
  });
});

describe('a list of auctions whose fields are all renamed', () => {
  it('is reported as unreadable too', async () => {
    await using world = await startBotWorld();
    await using market = await startJsonProxy(world.marketplace.url);
    const pages = await healthPages();
    for (let count = 0; count < 6; count += 1) world.marketplace.cause.auction({ collection: FOXES });
    const bot = await world.start({ ...pages.environment, MARKETPLACE_URL: market.url });
    market.change(AUCTIONS, RENAMINGS[0][1]);
    await bot.app.poll();

    expect(await said(world, 'alerts health')).toMatch(
      /⚠ The feed has an unknown format, first seen <t:\d+:R>/,
    );
    expect(JSON.parse((await pages.get('/readyz')).body)).toMatchObject({
      checks: { feed: { ok: true }, auctions: { ok: false, state: 'unreadable' } },
    });
    expect(await pages.metric('gavel_poll_unreadable', 'what="auctions"')).toBe(1);
    expect(bot.log.linesWith('format of the auctions not understood')).toHaveLength(1);
  });
});
