import { describe, expect, it } from 'vitest';
import { createAsk } from '#src/doctor/http-request.ts';
import { checkMarketplace } from '#src/doctor/marketplace/check.ts';
import { saleRecord } from '../../marketplace/activity-samples.ts';
import { json, NOW, startStub } from '../../marketplace/stub-marketplace.ts';

/** The warnings about a marketplace whose twenty prices name these coins in turn. */
async function warningsOf(names: readonly (string | null)[], currency: { symbol: string; isGiven: boolean }) {
  const activities = Array.from({ length: 20 }, (_, index) =>
    saleRecord({ _id: `a${index}`, logIndex: index, currency: names[index % names.length] }),
  );
  await using stub = await startStub((request, response) =>
    json(
      response,
      request.url?.startsWith('/api/activities') === true ? { activities } : { collections: [] },
    ),
  );
  const now = () => NOW;
  const settings = { marketplaceUrl: stub.origin, currency: { ...currency, decimals: 18 } };
  const messages: string[] = [];
  for await (const { verdict, message } of checkMarketplace(createAsk(now), settings, now))
    if (verdict === 'warning') messages.push(message);
  return messages.filter((message) => message.includes('rices are in'));
}

describe('the doctor', () => {
  it('says that most prices name another coin than the setting', async () => {
    expect(await warningsOf(['APE', 'APE', null], { symbol: 'ETH', isGiven: true })).toEqual([
      'Most prices are in APE, which the bot treats as another coin than ETH: no price filter applies to them.',
    ]);
  });

  it('says what the prices are in where the setting is left out', async () => {
    expect(await warningsOf(['S', 'S', null], { symbol: 'ETH', isGiven: false })).toEqual([
      'The marketplace’s prices are in S, so the bot shows that, and not ETH.',
    ]);
  });

  it('says nothing where prices name the own coin or none', async () => {
    expect(await warningsOf(['eth', null], { symbol: 'ETH', isGiven: true })).toEqual([]);
  });
});
