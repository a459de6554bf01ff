import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import type { ServerHealth } from '../../../src/discord/server-health.ts';
import { healthEmbed } from '../../../src/discord/views/health.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { viewContext } from './view-context.ts';

const NOW = 1_767_225_600_000;

const health = (change: Partial<ServerHealth> = {}): ServerHealth => ({
  feed: { readAt: NOW, newestEventAt: NOW - 65_000, failures: 0, gapsNoticedAt: [] },
  auctions: { readAt: NOW, failures: 0, watched: 3 },
  discord: { connected: true, latencyMs: 41.4 },
  lanes: [],
  givenUp: [],
  ...change,
});

const shown = (change: Partial<ServerHealth> = {}) => {
  const embed = healthEmbed(health(change), [], NOW, viewContext());
  return { title: embed.title, fields: new Map(embed.fields?.map(({ name, value }) => [name, value])) };
};

describe('the health of a server’s alerts', () => {
  it('is well where nothing is wrong', () => {
    const { title, fields } = shown();
    expect(title).toBe('All is well with the alerts');
    expect(Object.fromEntries(fields)).toEqual({
      'Test Market’s feed': 'last read <t:1767225600:R>',
      'Feed lag': '1 min 5 s since the newest event (<t:1767225535:R>)',
      Auctions: 'last read <t:1767225600:R>\n3 auctions watched',
      Discord: 'connected, answers in 41 ms',
      'Missed events': 'none in the last 7 days',
      'Waiting to be posted': 'nothing',
      'Stopped channels': 'none',
      'Given up in the last 7 days': 'nothing',
    });
  });

  it.each<[Partial<ServerHealth>, string, string]>([
    [
      { feed: { readAt: null, newestEventAt: null, failures: 2, gapsNoticedAt: [] } },
      'Test Market’s feed',
      'not read yet\n⚠ the marketplace failed 2 times since; I keep trying',
    ],
    [
      { feed: { readAt: NOW, newestEventAt: NOW, failures: 0, gapsNoticedAt: [NOW, NOW - 1] } },
      'Missed events',
      '⚠ 2 times in the last 7 days events went by faster than they could be read, last <t:1767225600:R>',
    ],
    [{ discord: { connected: false, latencyMs: null } }, 'Discord', '⚠ not connected'],
  ])('needs a look with %j', (change, field, text) => {
    const { title, fields } = shown(change);
    expect(title).toBe('Alerts need a look');
    expect(fields.get(field)).toBe(text);
  });

  it('keeps within Discord’s limits with hundreds of troubled channels', () => {
    const ids = Array.from({ length: 300 }, (_, n) => String(10n ** 18n + BigInt(n)));
    const lanes = ids.map((channelId) => ({
      channelId,
      state: 'paused' as const,
      problemCode: 50_013,
      lastPostAt: null,
      waiting: 1_000,
      lastProblem: null,
    }));
    const givenUp = ids.map((channelId) => ({
      channelId,
      count: 5,
      lastAt: NOW,
      reason: 'unverifiable' as const,
    }));
    const embed = healthEmbed(health({ lanes, givenUp }), [], NOW, viewContext());
    expect(flatErrors(validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] }))).toEqual(
      [],
    );
    expect(embed.fields?.find(({ name }) => name === 'Stopped channels')?.value).toMatch(/and \d+ more$/);
  });
});
