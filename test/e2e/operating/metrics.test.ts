import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { healthPages } from './metrics-page.ts';

const MESSAGES = { route: '/channels/:channelId/messages' };

/** Every Discord id that the bot knows. */
function idsOf({ home, applicationId }: BotWorld): readonly string[] {
  return [home.guildId, home.channelId, applicationId];
}

describe('/metrics', () => {
  it('counts records read, alerts due and posted, and measures the latency', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const bot = await world.start(pages.environment);
    await world.home.follow(world.home.channelId);
    sellFoxes(world, 3);
    await bot.app.poll();
    await world.untilPosted(world.home.channelId, 3);

    await expect
      .poll(() => pages.metric('gavel_deliveries_sent_total', 'kind="sale"', 'layout="card"'))
      .toBe(3);
    expect(await pages.metric('gavel_alerts_due_total', 'kind="sale"')).toBe(3);
    expect(await pages.metric('gavel_deliveries_due_total', 'kind="sale"')).toBe(3);
    expect(await pages.metric('gavel_delivery_latency_seconds_count')).toBe(3);
    expect(await pages.metric('gavel_polls_total', 'what="feed"', 'outcome="ok"')).toBeGreaterThanOrEqual(2);
    expect(await pages.metric('gavel_polls_total', 'what="auctions"', 'outcome="ok"')).toBeGreaterThanOrEqual(
      2,
    );
    expect(await pages.metric('gavel_feed_records_total', 'result="fresh"')).toBeGreaterThanOrEqual(3);
    expect(await pages.metric('gavel_outbox_deliveries', 'queue="open"')).toBe(0);
    expect(await pages.metric('gavel_rules')).toBe(1);
    expect(await pages.metric('gavel_gateway_connected')).toBe(1);
    expect(await pages.metric('gavel_servers')).toBe(1);
    expect(await pages.metric('gavel_store_up')).toBe(1);
    expect(
      await pages.metric('gavel_marketplace_requests_total', 'endpoint="activities"', 'outcome="ok"'),
    ).toBeGreaterThan(1);
    expect(
      await pages.metric('gavel_discord_requests_total', 'route="/channels/:id/messages"', 'status="200"'),
    ).toBeGreaterThanOrEqual(1);
    expect(await pages.metric('gavel_process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(await pages.metric('gavel_nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('counts messages answered with 500, and that they were posted after all', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const bot = await world.start(pages.environment);
    await world.home.follow(world.home.channelId);
    const over = world.discord.faults.add({ do: 'answer', status: 500 }, MESSAGES);
    sellFoxes(world, 1);
    await bot.app.poll();
    await expect.poll(() => pages.metric('gavel_message_attempts_total', 'outcome="ambiguous"')).toBe(1);
    // The attempt is counted before its outcome is committed.
    await expect.poll(() => pages.metric('gavel_outbox_messages', 'state="ambiguous"')).toBe(1);
    expect(await pages.metric('gavel_deliveries_sent_total')).toBe(0);

    over();
    const pageBodies = () => {
      world.clock.advance(1_000);
      return pages.metric('gavel_deliveries_sent_total', 'kind="sale"');
    };
    await expect.poll(pageBodies).toBe(1);
    expect(
      await pages.metric('gavel_discord_requests_total', 'route="/channels/:id/messages"', 'status="500"'),
    ).toBeGreaterThanOrEqual(1);
  });

  it('counts a stopped channel with the reason', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const bot = await world.start(pages.environment);
    await world.home.follow(world.home.channelId);
    world.discord.setOverwrite(world.home.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.SendMessages,
    });
    sellFoxes(world, 1);
    await bot.app.poll();
    await expect.poll(() => pages.metric('gavel_queue_stops_total', 'reason="missing_permissions"')).toBe(1);
    world.clock.advance(1_000);
    expect(await pages.metric('gavel_queues_stopped', 'state="paused"', 'reason="missing_permissions"')).toBe(
      1,
    );
  });

  it('distinguishes a marketplace that is down from one that answers', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const bot = await world.start(pages.environment);
    const before = await pages.metric('gavel_poll_last_success_timestamp_seconds', 'what="feed"');
    world.marketplace.faults.set({ drop: true });
    await bot.app.poll();
    expect(await pages.metric('gavel_poll_failures', 'what="feed"')).toBe(1);
    expect(await pages.metric('gavel_polls_total', 'what="feed"', 'outcome="failed"')).toBe(1);
    expect(
      await pages.metric(
        'gavel_marketplace_requests_total',
        'endpoint="activities"',
        'outcome="unavailable"',
      ),
    ).toBe(1);
    expect((await pages.get('/readyz')).status).toBe(200);
    world.marketplace.faults.clear();
    world.clock.advance(60_000);
    await bot.app.poll();
    expect(await pages.metric('gavel_poll_failures', 'what="feed"')).toBe(0);
    expect(await pages.metric('gavel_poll_last_success_timestamp_seconds', 'what="feed"')).toBeGreaterThan(
      before,
    );
  });

  it('contains no token, id or address', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const bot = await world.start(pages.environment);
    await world.home.follow(world.home.channelId);
    sellFoxes(world, 1);
    await bot.app.poll();
    await world.untilPosted(world.home.channelId, 1);
    await world.home.member.command('collection info', { collection: 'lantern-foxes' });
    const pageBodies = await Promise.all(['/metrics', '/readyz', '/healthz'].map((path) => pages.get(path)));
    const text = pageBodies.map(({ body }) => body).join('\n');
    expect(text).toContain('route="/interactions/:id/:token/callback"');
    for (const secret of [world.token, ...idsOf(world)]) expect(text).not.toContain(secret);
    // Values may have as many digits as an id; labels and JSON strings may not.
    expect(text.match(/"[^"\n]*\d{15}[^"\n]*"/g)).toBeNull();
    expect(text.match(/0x[0-9a-f]{8}/i)).toBeNull();
    expect(text).not.toContain('foxes');
  });
});
