import { describe, expect, it } from 'vitest';
import type { BotStatus } from '#src/discord/status/bot-status.ts';
import { statusEmbed } from '#src/discord/views/status.ts';
import { viewContext } from './view-context.ts';

const NOW = 1_767_225_600_000;

const fieldsOf = (change: Partial<BotStatus> = {}, waitingHere = 0) => {
  const status = {
    version: '1.2.3',
    startedAt: NOW - 60_000,
    feedReadAt: NOW - 5_000,
    newestEventAt: NOW - 65_000,
    failures: 0,
    storeProblem: null,
    unreadableSince: null,
    namedCoin: null,
    discordLatencyMs: 41.6,
    loginsRefusedUntil: null,
    waiting: 1_234,
    late: 0,
    ...change,
  };
  const { fields = [] } = statusEmbed(status, waitingHere, viewContext());
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
};

describe('the status', () => {
  it('says in how many channels something is late', () => {
    expect(fieldsOf({ late: 2 }, 3)['Alerts waiting']).toBe(
      '3 in this server\n-# 1,234 in total\n-# ⚠ 2 channels are delayed by more than a minute',
    );
  });

  it('says that most prices name another coin than the configured one', () => {
    expect(fieldsOf({ namedCoin: 'APE' })['Test Market’s feed']).toContain(
      '⚠ Most prices are in APE, not in ETH',
    );
  });

  it('says until when Discord refuses logins', () => {
    expect(fieldsOf({ loginsRefusedUntil: NOW + 60_000 })['Discord latency']).toBe(
      '42 ms\n-# ⚠ Discord’s daily login limit is almost reached. If I lose the connection, I can only reconnect <t:1767225660:R>.',
    );
  });

  it('shows feed, delays, what waits and since when', () => {
    expect(fieldsOf({}, 3)).toEqual({
      'Test Market’s feed': 'last read <t:1767225595:R>',
      'Newest event': '<t:1767225535:R>',
      'Discord latency': '42 ms',
      'Alerts waiting': '3 in this server\n-# 1,234 in total',
      'Running since': '<t:1767225540:R>',
      Version: '1.2.3',
    });
  });

  it('says what is not known yet in words', () => {
    const fields = fieldsOf({ feedReadAt: null, newestEventAt: null, discordLatencyMs: null });
    expect(fields['Test Market’s feed']).toBe('not read yet');
    expect(fields['Discord latency']).toBe('not measured yet');
    expect(fields).not.toHaveProperty('Newest event');
  });

  it('does not take a quiet market for a slow feed', () => {
    const hour = 3_600_000;
    const fields = fieldsOf({ feedReadAt: NOW - 5_000, newestEventAt: NOW - hour });
    expect(fields['Newest event']).toBe(`<t:${(NOW - hour) / 1_000}:R>`);
    expect(JSON.stringify(fields)).not.toMatch(/lag|delay/i);
  });

  it('says that the marketplace fails', () => {
    expect(fieldsOf({ failures: 2 })['Test Market’s feed']).toContain('⚠ 2 failed requests since');
  });
});
