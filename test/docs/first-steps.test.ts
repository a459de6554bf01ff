import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startPatient } from '../doctor/patient.ts';
import { startBotWorld } from '../support/bot-world.ts';

/** The settings that the steps of “Run it” have one write into `.env`. */
async function namedSettings(): Promise<readonly string[]> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const step = /^2\. .*?(?=^3\. )/ms.exec(readme)?.[0] ?? '';
  return [...step.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name ?? '');
}

describe('the steps in README', () => {
  it('lead to alerts with links and in the chain’s coin', async () => {
    await using world = await startBotWorld();
    const named = await namedSettings();
    const kept = new Set([...named, 'DISCORD_API_URL', 'DATABASE_URL', 'POLL_SCHEDULE']);
    const others = Object.keys(world.environment).filter((name) => !kept.has(name));
    const bot = await world.start(Object.fromEntries(others.map((name) => [name, ''])));
    const { home, marketplace } = world;
    await home.follow(home.channelId);
    const [sale] = marketplace.cause.sale();
    await bot.app.look();
    const [embed] = await world.untilPosted(home.channelId, 1);
    const text = JSON.stringify(embed);

    expect(embed?.url).toContain(`/${sale?.collection}/${sale?.tokenId}`);
    expect(embed?.author?.url).toContain(`/${sale?.collection}`);
    expect(text).toContain('](http');
    expect(text).toMatch(/\d S\b/);
  });

  it('leave the doctor nothing to remark', async () => {
    await using patient = await startPatient();
    const named = await namedSettings();
    const kept = new Set([...named, 'DISCORD_API_URL', 'DATABASE_URL', 'POLL_SCHEDULE']);
    const others = Object.keys(patient.world.environment).filter((name) => !kept.has(name));
    await patient.write(Object.fromEntries(others.map((name) => [name, null])));
    expect((await patient.examine()).signed('!')).toEqual([]);
  });
});

describe('the doctor, where only what is needed to start is set', () => {
  const LINKS = ['ITEM', 'COLLECTION', 'PROFILE', 'AUCTION'].map((page) => `MARKETPLACE_${page}_URL`);

  it('remarks that nothing can be clicked and that the coin is assumed', async () => {
    await using patient = await startPatient();
    const unset = [...LINKS, 'EXPLORER_TX_URL', 'CURRENCY_SYMBOL'];
    await patient.write(Object.fromEntries(unset.map((name) => [name, null])));
    const { sound, text, signed, below } = await patient.examine();

    expect(sound).toBe(true);
    expect(signed('!')).toEqual([
      '! Alerts and answers have no links: none of their pages is set.',
      '! Prices are told in ETH, since CURRENCY_SYMBOL is not set.',
    ]);
    for (const name of [...LINKS, 'EXPLORER_TX_URL']) expect(below('have no links')).toContain(name);
    expect(below('Prices are told in ETH')).toContain('CURRENCY_SYMBOL=ETH');
    expect(text).toContain('Nothing is wrong. 2 things are worth a look (!).');
  });

  it('names the one page that is missing', async () => {
    await using patient = await startPatient();
    await patient.write({ EXPLORER_TX_URL: null, MARKETPLACE_AUCTION_URL: '' });
    const { signed, below } = await patient.examine();
    expect(signed('!')).toEqual(['! Some links are missing from alerts and answers.']);
    expect(below('Some links')).toContain('MARKETPLACE_AUCTION_URL');
    expect(below('Some links')).not.toContain('MARKETPLACE_ITEM_URL');
  });

  it('remarks nothing about a coin that was said to be ETH', async () => {
    await using patient = await startPatient();
    await patient.write({ CURRENCY_SYMBOL: 'ETH' });
    expect((await patient.examine()).signed('!')).toEqual([]);
  });
});
