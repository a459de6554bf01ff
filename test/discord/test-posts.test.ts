import { describe, expect, it } from 'vitest';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { Picture } from '#src/charts/renderer.ts';
import { createTestPosts } from '#src/discord/posting/test-posts.ts';
import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import { english } from '#src/messages/messages.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { EXAMPLE_CHARTS } from '../charts/example-charts.ts';
import { saleAlert } from '../support/build-alert.ts';
import { pseudoMessages } from '../support/pseudo-language.ts';
import { unmarkedWords } from '../support/unmarked-words.ts';

const CHANNEL = '900000000000000001';

const CHART = EXAMPLE_CHARTS['floor-alert'];
const PNG: Picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const SALE = saleAlert(1);

/** Test posts whose requests end like this, and what was sent; a channel that shows charts with alerts gets this picture. */
function testPosts(
  outcome: SendOutcome = { type: 'sent', messageId: '1' },
  { isCharted = false, png = PNG }: { readonly isCharted?: boolean; readonly png?: Picture | null } = {},
) {
  const sent: {
    readonly channelId: string;
    readonly message: AlertMessage;
    readonly charts: DrawnCharts;
  }[] = [];
  const posts = createTestPosts({
    shownChart: () => (isCharted ? (CHART ?? null) : null),
    draw: async () => ({ png, text: 'It rises.' }),
    testMessage: (_channelId, alert, { charts, isPreview }) => ({
      ...(isPreview ? {} : { content: 'A test' }),
      embeds: [
        {
          title: alert.key,
          ...(charts.has(alert.key) ? { image: { url: 'attachment://chart-1.png' } } : {}),
        },
      ],
      allowed_mentions: { parse: [] },
    }),
    async send(channelId, message, charts) {
      sent.push({ channelId, message, charts });
      return outcome;
    },
  });
  return { posts, sent };
}

describe('a preview', () => {
  it('shows an alert without the test marker', async () => {
    const shown = await testPosts().posts.show(CHANNEL, SALE);
    expect(shown).toEqual({ embeds: [{ title: 'sale:id:1' }], files: [] });
  });

  it('shows its chart where the channel would', async () => {
    const { embeds, files } = await testPosts(undefined, { isCharted: true }).posts.show(CHANNEL, SALE);
    expect(embeds).toMatchObject([{ image: { url: 'attachment://chart-1.png' } }]);
    expect(files).toEqual([{ name: 'chart-1.png', attachment: Buffer.from(PNG), description: 'It rises.' }]);
  });

  it('shows no chart that could not be drawn', async () => {
    const { posts } = testPosts(undefined, { isCharted: true, png: null });
    expect(await posts.show(CHANNEL, SALE)).toEqual({ embeds: [{ title: 'sale:id:1' }], files: [] });
  });
});

describe('a test', () => {
  it('is posted in the channel with the test marker', async () => {
    const { posts, sent } = testPosts();
    expect(await posts.post(CHANNEL, saleAlert(1), null)).toBeNull();
    expect(sent).toMatchObject([{ channelId: CHANNEL, message: { content: 'A test' } }]);
    expect(sent[0]?.charts.size).toBe(0);
  });

  it('carries the chart where the channel shows one', async () => {
    const { posts, sent } = testPosts(undefined, { isCharted: true });
    await posts.post(CHANNEL, SALE, null);
    expect([...(sent[0]?.charts ?? [])]).toEqual([[SALE.key, { png: PNG, text: 'It rises.' }]]);
  });

  const refusals: readonly (readonly [SendOutcome, string])[] = [
    [{ type: 'refused', retryAfterMs: 5, detail: '' }, 'Try again in a minute'],
    [{ type: 'invalid', detail: '' }, 'another look'],
    [{ type: 'stopped', state: 'paused', code: 50_013, detail: '' }, 'Give me “View Channel”'],
    [{ type: 'stopped', state: 'closed', code: 10_003, detail: '' }, 'Copy the alert to another channel'],
    [{ type: 'unauthorized' }, 'Contact the bot’s operator'],
    [
      { type: 'ambiguous', detail: '', serverError: false },
      'Check whether the test is in <#900000000000000001>',
    ],
  ];
  it.each(refusals)('that ends as %o is answered with what to do', async (outcome, words) => {
    const refusal = await testPosts(outcome).posts.post(CHANNEL, saleAlert(1), null);
    expect(refusal?.(english)).toContain(words);
    expect(unmarkedWords(refusal?.(pseudoMessages))).toEqual([]);
  });
});
