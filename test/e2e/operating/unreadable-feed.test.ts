import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { everyRecord, startChangingMarketplace } from '../../support/changing-marketplace.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { told } from '../../support/told.ts';
import { healthPages } from './metrics-page.ts';

const FEED = '/api/activities';
const AUCTIONS = '/api/auctions';
/** More than any pause between two looks. */
const PAUSE = 61_000;

const renamed = (rename: (name: string) => string) =>
  everyRecord((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value])),
  );

/** Ways in which a marketplace may rename all fields of its records. */
const RENAMINGS = [
  ['with a word before them', renamed((name) => `v2_${name}`)],
  ['with a word after them', renamed((name) => `${name}New`)],
  ['but their ids', renamed((name) => (/^_?id$/.test(name) ? name : `x${name}`))],
  ['by one level', everyRecord((record) => ({ id: 'id' in record ? record.id : null, attributes: record }))],
] as const;

/** What `/alerts health` or `/status` says. */
async function said(world: BotWorld, command: string): Promise<string> {
  const reply = await world.home.admin.command(command);
  return JSON.stringify(reply.message?.embeds ?? []);
}

describe.each(RENAMINGS)('a feed whose fields are all renamed %s', (_how, rename) => {
  it('is called unreadable everywhere, and what it showed meanwhile is told once it is read again', async () => {
    await using world = await startBotWorld();
    await using market = await startChangingMarketplace(world.marketplace.url);
    const pages = await healthPages();
    const bot = await world.start({ ...pages.environment, MARKETPLACE_URL: market.url });
    await world.home.follow(world.home.channelId, FOXES);
    const due = sellFoxes(world, 1);
    await bot.app.look();
    await world.untilPosted(world.home.channelId, 1);

    market.change(FEED, rename);
    due.push(...sellFoxes(world, 2));
    await bot.app.look();

    const health = await said(world, 'alerts health');
    expect(health).toContain('Alerts need a look');
    expect(health).toMatch(/⚠ unreadable since <t:\d+:R>/);
    expect(health).toContain('none in the last 7 days');
    expect(await said(world, 'status')).toMatch(/⚠ unreadable since <t:\d+:R>/);
    const ready = await pages.get('/readyz');
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.body)).toMatchObject({ checks: { feed: { ok: false, state: 'unreadable' } } });
    expect(await pages.metric('gavel_feed_records_total', 'result="unreadable"')).toBeGreaterThan(0);
    expect(await pages.metric('gavel_poll_unreadable', 'what="feed"')).toBe(1);
    expect(await pages.metric('gavel_feed_gaps_total')).toBe(0);
    expect(bot.log.having('the feed is unreadable')).toMatchObject([{ level: 50 }]);

    market.restore();
    world.clock.leap(PAUSE);
    await bot.app.look();
    await world.untilPosted(world.home.channelId, 3);

    expect(await said(world, 'alerts health')).toContain('All is well with the alerts');
    expect((await pages.get('/readyz')).status).toBe(200);
    expect(await pages.metric('gavel_poll_unreadable', 'what="feed"')).toBe(0);
    expect(bot.log.having('the feed is readable again')).toHaveLength(1);
    expect(told(world.embeds(world.home.channelId))).toEqual(due);
  });
});

describe('an unreadable feed', () => {
  it('is no first look: nothing of it counts as history', async () => {
    await using world = await startBotWorld();
    await using market = await startChangingMarketplace(world.marketplace.url);
    sellFoxes(world, 5);
    market.change(FEED, RENAMINGS[0][1]);
    const bot = await world.begin({ MARKETPLACE_URL: market.url });
    await bot.log.until('the feed is unreadable');
    market.restore();
    world.clock.leap(PAUSE);
    await bot.app.look();
    expect(bot.log.having('first look at the feed taken')).toHaveLength(1);
  });

  it('is told in the operator’s channel at once', async () => {
    await using world = await startBotWorld();
    await using market = await startChangingMarketplace(world.marketplace.url);
    const operators = world.home.addChannel('operators');
    await using child = world.launch({ OPERATOR_CHANNEL_ID: operators, MARKETPLACE_URL: market.url });
    await child.log.until('ready');
    market.change(FEED, RENAMINGS[0][1]);
    const [news] = await world.untilPosted(operators, 1);
    expect(news?.description).toContain('❌ the feed is unreadable');
  });
});

describe('a list of auctions whose fields are all renamed', () => {
  it('is called unreadable, too', async () => {
    await using world = await startBotWorld();
    await using market = await startChangingMarketplace(world.marketplace.url);
    const pages = await healthPages();
    for (let count = 0; count < 6; count += 1) world.marketplace.cause.auction({ collection: FOXES });
    const bot = await world.start({ ...pages.environment, MARKETPLACE_URL: market.url });
    market.change(AUCTIONS, RENAMINGS[0][1]);
    await bot.app.look();

    expect(await said(world, 'alerts health')).toMatch(/⚠ unreadable since <t:\d+:R>/);
    expect(JSON.parse((await pages.get('/readyz')).body)).toMatchObject({
      checks: { feed: { ok: true }, auctions: { ok: false, state: 'unreadable' } },
    });
    expect(await pages.metric('gavel_poll_unreadable', 'what="auctions"')).toBe(1);
    expect(bot.log.having('the auctions are unreadable')).toHaveLength(1);
  });
});
