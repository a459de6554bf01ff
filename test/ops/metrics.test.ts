import { describe, expect, it } from 'vitest';
import type { OutboxFigures } from '#src/store/model/health.ts';
import { EMPTY, metricsWith, NOW } from './test-metrics.ts';

const textOf = async (metrics: ReturnType<typeof metricsWith>) => (await metrics.read()).text;

describe('the metrics', () => {
  it('show the outbox figures of the store', async () => {
    const text = await textOf(
      metricsWith({
        outboxFigures: async () => ({
          waiting: 12,
          oldestWaitingSince: NOW / 1_000 - 90,
          waitingInStopped: 7,
          sending: 2,
          ambiguous: 1,
          late: { unanswered: 3, refused: 0, limited: 0, queue: 1 },
          toEdit: 4,
          stopped: [
            { state: 'paused', code: 50_013, queues: 2 },
            { state: 'paused', code: 4_711, queues: 1 },
            { state: 'paused', code: 4_712, queues: 1 },
          ],
          rules: 40,
        }),
      }),
    );
    for (const line of [
      'gavel_outbox_deliveries{queue="open"} 12',
      'gavel_outbox_deliveries{queue="stopped"} 7',
      'gavel_outbox_messages{state="sending"} 2',
      'gavel_outbox_messages{state="ambiguous"} 1',
      'gavel_outbox_oldest_event_age_seconds 90',
      'gavel_queues_late{reason="unanswered"} 3',
      'gavel_queues_late{reason="limited"} 0',
      'gavel_queues_late{reason="queue"} 1',
      'gavel_outbox_edits 4',
      'gavel_queues_stopped{state="paused",reason="missing_permissions"} 2',
      'gavel_queues_stopped{state="paused",reason="other"} 2',
      'gavel_rules 40',
      'gavel_store_up 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('remove a channel that is not stopped any more', async () => {
    const time = { now: NOW };
    let stopped: OutboxFigures['stopped'] = [{ state: 'closed', code: 10_003, queues: 1 }];
    const metrics = metricsWith({ outboxFigures: async () => ({ ...EMPTY, stopped }) }, time);
    expect(await textOf(metrics)).toContain('reason="unknown_channel"} 1');
    stopped = [];
    time.now += 1_000;
    expect(await textOf(metrics)).not.toContain('gavel_queues_stopped{');
  });

  it('read the store at most once a second', async () => {
    const time = { now: NOW };
    let asked = 0;
    const metrics = metricsWith(
      {
        async outboxFigures() {
          asked += 1;
          return EMPTY;
        },
      },
      time,
    );
    await Promise.all([metrics.read(), metrics.read()]);
    time.now += 999;
    await metrics.read();
    expect(asked).toBe(1);
    time.now += 1;
    await metrics.read();
    expect(asked).toBe(2);
  });

  it('are still available while the store cannot be read', async () => {
    const text = await textOf(metricsWith({ outboxFigures: () => Promise.reject(new Error('disk')) }));
    expect(text).toContain('gavel_store_up 0');
    expect(text).toContain('gavel_gateway_connected 1');
  });

  it('show the gateway and the polls', async () => {
    const text = await textOf(metricsWith());
    expect(text).toContain('gavel_gateway_ping_seconds 0.04');
    expect(text).toContain('gavel_servers 3');
    expect(text).toContain(`gavel_poll_last_success_timestamp_seconds{what="feed"} ${(NOW - 5_000) / 1_000}`);
    expect(text).toContain('gavel_poll_failures{what="auctions"} 2');
    expect(text).toContain('gavel_feed_lag_seconds 1.5');
    expect(text).toMatch(/gavel_build_info\{version="1\.2\.3",node="[\d.]+"\} 1/);
  });

  it('omit the last success of a poll before the first one', async () => {
    const text = await textOf(
      metricsWith({ pollState: () => ({ lastSuccessAt: null, failures: 0, unreadableSince: null }) }),
    );
    expect(text).not.toContain('gavel_poll_last_success_timestamp_seconds{');
  });

  it('show kinds and outcomes with 0 from the start, so that the first one is an increase', async () => {
    const text = await textOf(metricsWith());
    expect(text).toContain('gavel_alerts_due_total{kind="auction_ending"} 0');
    expect(text).toContain('gavel_message_attempts_total{outcome="ambiguous"} 0');
    expect(text).toContain('gavel_queue_stops_total{reason="missing_access"} 0');
    expect(text).toContain('gavel_discord_rate_limited_total{scope="global"} 0');
    expect(text).toContain('gavel_log_lines_total{level="error"} 0');
    expect(text).toContain('gavel_feed_gaps_total 0');
  });

  it('measure how long an alert took, apart from summaries', async () => {
    const metrics = metricsWith();
    metrics.deliveries.posted({ kind: 'sale', layout: 'card', sinceIngestedMs: 400, sinceEventMs: 3_000 });
    metrics.deliveries.posted({
      kind: 'sale',
      layout: 'summary',
      sinceIngestedMs: null,
      sinceEventMs: 7_200_000,
    });
    const text = await textOf(metrics);
    expect(text).toContain('gavel_delivery_latency_seconds_sum{layout="card"} 0.4');
    expect(text).not.toContain('gavel_delivery_latency_seconds_sum{layout="summary"}');
    expect(text).toContain('gavel_event_latency_seconds_sum{layout="summary"} 7200');
    expect(text).toContain('gavel_deliveries_sent_total{kind="sale",layout="summary"} 1');
  });

  it('count 429 by the scope of the limit', async () => {
    const metrics = metricsWith();
    const request = { method: 'POST', route: '/channels/:id/messages', tookMs: 30 };
    metrics.discord.requested({ ...request, status: 429, limited: 'shared' });
    metrics.discord.requested({ ...request, status: null, limited: null });
    const text = await textOf(metrics);
    expect(text).toContain('gavel_discord_rate_limited_total{scope="shared"} 1');
    expect(text).toContain('method="POST",route="/channels/:id/messages",status="none"} 1');
  });

  it('label endpoints of the marketplace with one word', async () => {
    const metrics = metricsWith();
    metrics.marketplace.requested({ endpoint: 'user NFTs', outcome: 'ok', tookMs: 20 });
    metrics.marketplace.lookedUp('collection', 'hit');
    const text = await textOf(metrics);
    expect(text).toContain('gavel_marketplace_requests_total{endpoint="user_nfts",outcome="ok"} 1');
    expect(text).toContain('gavel_lookups_total{kind="collection",from="hit"} 1');
  });
});
