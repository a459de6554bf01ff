import { describe, expect, it } from 'vitest';
import { readConfig } from '#src/config.ts';
import { checkFiat } from '#src/doctor/fiat.ts';
import type { Ask, Reply } from '#src/doctor/http-request.ts';

const BASE = { DISCORD_TOKEN: 'a.b.c', MARKETPLACE_URL: 'https://market.example', CURRENCY_SYMBOL: 'S' };
const FIAT = {
  FIAT_CURRENCY: 'USD',
  FIAT_RATE_URL: 'https://prices.example/v1?key=secret',
  FIAT_RATE_PATH: '/s/usd',
};

const answer = (body: unknown, status = 200): Reply => ({
  ...{ answered: true, status, body },
  ...{ headers: new Headers(), askedAt: 0, answeredAt: 0 },
});

async function check(reply: Reply, environment: Readonly<Record<string, string>> = FIAT) {
  const asked: string[] = [];
  const ask: Ask = async (url) => {
    asked.push(url);
    return reply;
  };
  const results = [];
  for await (const result of checkFiat(readConfig({ ...BASE, ...environment }), ask)) results.push(result);
  return { results, asked };
}

describe('the doctor, on the fiat price', () => {
  it('shows it', async () => {
    const { results } = await check(answer({ s: { usd: 0.4123 } }));
    expect(results).toMatchObject([
      { verdict: 'good', message: 'The fiat price can be read: 1 S is 0.4123 USD.' },
    ]);
  });

  it.each<[string, Reply, string]>([
    ['there is no answer', { answered: false, reason: 'nothing listens there' }, 'nothing listens there'],
    ['it is refused', answer(null, 403), 'answers with status 403'],
    ['there is no number', answer({ s: {} }), 'no positive number at FIAT_RATE_PATH'],
    ['the answer is no JSON', answer(undefined), 'no positive number at FIAT_RATE_PATH'],
  ])('warns if %s, without the key in its address', async (_when, reply, message) => {
    const { results } = await check(reply);
    expect(results).toMatchObject([{ verdict: 'warning' }]);
    expect(results[0]?.message).toContain(message);
    expect(JSON.stringify(results)).not.toContain('secret');
  });

  it('reads nothing if it is not set', async () => {
    expect(await check(answer({}), {})).toEqual({ results: [], asked: [] });
  });
});
