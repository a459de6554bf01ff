import { describe, expect, it } from 'vitest';
import { createTestPosts } from '../../src/discord/posting/test-posts.ts';
import type { AlertMessage } from '../../src/discord/render/alert-message.ts';
import { english } from '../../src/messages/messages.ts';
import type { SendOutcome } from '../../src/outbox/posting.ts';
import { saleAlert } from '../support/build-alert.ts';
import { pseudoMessages } from '../support/pseudo-language.ts';
import { unmarkedWords } from '../support/unmarked-words.ts';

const CHANNEL = '900000000000000001';

/** Test posts whose requests end like this, and what was sent. */
function testPosts(outcome: SendOutcome = { type: 'sent', messageId: '1' }) {
  const sent: { readonly channelId: string; readonly message: AlertMessage }[] = [];
  const posts = createTestPosts({
    testMessage: (_channelId, alert) => ({
      content: 'A test',
      embeds: [{ title: alert.key }],
      allowed_mentions: { parse: [] },
    }),
    async send(channelId, message) {
      sent.push({ channelId, message });
      return outcome;
    },
  });
  return { posts, sent };
}

describe('a preview', () => {
  it('shows an alert without the test marker', () => {
    const message = testPosts().posts.message(CHANNEL, saleAlert(1));
    expect(message).toEqual({ embeds: [{ title: 'sale:id:1' }], allowed_mentions: { parse: [] } });
  });
});

describe('a test', () => {
  it('is posted in the channel with the test marker', async () => {
    const { posts, sent } = testPosts();
    expect(await posts.post(CHANNEL, saleAlert(1))).toBeNull();
    expect(sent).toMatchObject([{ channelId: CHANNEL, message: { content: 'A test' } }]);
  });

  const refusals: readonly (readonly [SendOutcome, string])[] = [
    [{ type: 'refused', retryAfterMs: 5, detail: '' }, 'try again in a minute'],
    [{ type: 'invalid', detail: '' }, 'another look'],
    [{ type: 'stopped', state: 'paused', code: 50_013, detail: '' }, 'Give me “View Channel”'],
    [{ type: 'stopped', state: 'closed', code: 10_003, detail: '' }, 'Choose another channel'],
    [{ type: 'unauthorized' }, 'inform the one who runs me'],
    [{ type: 'ambiguous', detail: '', serverError: false }, 'may be in <#900000000000000001> or not'],
  ];
  it.each(refusals)('that ends as %o is answered with what to do', async (outcome, words) => {
    const refusal = await testPosts(outcome).posts.post(CHANNEL, saleAlert(1));
    expect(refusal?.(english)).toContain(words);
    expect(unmarkedWords(refusal?.(pseudoMessages))).toEqual([]);
  });
});
