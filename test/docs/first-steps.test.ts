import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startDoctorFixture } from '../doctor/doctor-fixture.ts';
import { startBotWorld } from '../support/bot-world.ts';

/** The settings that the steps of “Run it” write into `.env`. */
async function namedSettings(): Promise<readonly string[]> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const step = /^2\. .*?(?=^3\. )/ms.exec(readme)?.[0] ?? '';
  return [...step.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name ?? '');
}

describe('the steps in README', () => {
  it('lead to alerts with links and prices in the chain’s coin', async () => {
    await using world = await startBotWorld();
    const named = await namedSettings();
    const keptNames = new Set([...named, 'DISCORD_API_URL', 'DATABASE_URL', 'POLL_SCHEDULE']);
    const others = Object.keys(world.environment).filter((name) => !keptNames.has(name));
    const bot = await world.start(Object.fromEntries(others.map((name) => [name, ''])));
    const { home, marketplace } = world;
    await home.follow(home.channelId);
    const [sale] = marketplace.cause.sale();
    await bot.app.poll();
    const [embed] = await world.untilPosted(home.channelId, 1);
    const text = JSON.stringify(embed);

    expect(embed?.url).toContain(`/${sale?.collection}/${sale?.tokenId}`);
    expect(embed?.author?.url).toContain(`/${sale?.collection}`);
    expect(text).toContain('](http');
    expect(text).toMatch(/\d S\b/);
  });

  it('leave the doctor without remarks', async () => {
    await using fixture = await startDoctorFixture();
    const named = await namedSettings();
    const keptNames = new Set([...named, 'DISCORD_API_URL', 'DATABASE_URL', 'POLL_SCHEDULE']);
    const others = Object.keys(fixture.world.environment).filter((name) => !keptNames.has(name));
    await fixture.write(Object.fromEntries(others.map((name) => [name, null])));
    expect((await fixture.runChecks()).withSign('!')).toEqual([]);
  });
});

describe('the doctor with only the required settings', () => {
  const LINKS = ['ITEM', 'COLLECTION', 'PROFILE', 'AUCTION'].map((page) => `MARKETPLACE_${page}_URL`);

  it('remarks that links are missing and that the coin is assumed', async () => {
    await using fixture = await startDoctorFixture();
    const unset = [...LINKS, 'EXPLORER_TX_URL', 'CURRENCY_SYMBOL'];
    await fixture.write(Object.fromEntries(unset.map((name) => [name, null])));
    const { isHealthy, text, withSign, detailsBelow } = await fixture.runChecks();

    expect(isHealthy).toBe(true);
    expect(withSign('!')).toEqual([
      '! Alerts and answers have no links: none of their pages is set.',
      '! Prices are shown in ETH, because CURRENCY_SYMBOL is not set.',
    ]);
    for (const name of [...LINKS, 'EXPLORER_TX_URL']) expect(detailsBelow('have no links')).toContain(name);
    expect(detailsBelow('Prices are shown in ETH')).toContain('CURRENCY_SYMBOL=ETH');
    expect(text).toContain('Nothing is wrong. 2 things are to be looked at (!).');
  });

  it('names a single missing page', async () => {
    await using fixture = await startDoctorFixture();
    await fixture.write({ EXPLORER_TX_URL: null, MARKETPLACE_AUCTION_URL: '' });
    const { withSign, detailsBelow } = await fixture.runChecks();
    expect(withSign('!')).toEqual(['! Some links are missing from alerts and answers.']);
    expect(detailsBelow('Some links')).toContain('MARKETPLACE_AUCTION_URL');
    expect(detailsBelow('Some links')).not.toContain('MARKETPLACE_ITEM_URL');
  });

  it('does not remark on a coin that is set to ETH', async () => {
    await using fixture = await startDoctorFixture();
    await fixture.write({ CURRENCY_SYMBOL: 'ETH' });
    expect((await fixture.runChecks()).withSign('!')).toEqual([]);
  });
});
