import { describe, expect, it } from 'vitest';
import type { Address } from '#src/chain/address.ts';
import { createAmountHistory } from '#src/marketplace/amount-history.ts';
import { createAnswerCache } from '#src/marketplace/lookups/answer-cache.ts';
import { CACHE_POLICIES } from '#src/marketplace/lookups/cache-policies.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { createProblemLog } from '#src/marketplace/problem-log.ts';
import { createActivityReader } from '#src/marketplace/resources/activity/reader.ts';
import { createSuggestionCache } from '#src/marketplace/suggestion-cache.ts';
import { usedMebibytes } from '../support/heap.ts';
import { recordingLog, silentLog } from '../support/silent-log.ts';
import { NOW } from './stub-marketplace.ts';

const MEBIBYTE = 1_024 * 1_024;
const now = () => NOW;
const collection = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`;

describe('what a marketplace can make the bot cache', () => {
  it('of lookups is the latest answers of each kind, by number and by bytes', async () => {
    using byNumber = createAnswerCache<string>({
      policy: { ...CACHE_POLICIES.collection, maxEntries: 3 },
      now,
      log: silentLog,
    });
    using byBytes = createAnswerCache<string>({
      policy: { ...CACHE_POLICIES.collection, maxBytes: MEBIBYTE },
      now,
      log: silentLog,
    });
    let asked = 0;
    const ask = async () => `${(asked += 1)}${'x'.repeat(100_000)}`;
    for (const cache of [byNumber, byBytes]) {
      for (let key = 0; key < 20; key += 1) await cache.get(`${key}`, ask);
      asked = 0;
      for (let key = 19; key >= 0; key -= 1) await cache.get(`${key}`, ask);
      expect(asked).toBeGreaterThanOrEqual(14);
    }
    const bytes = Object.values(CACHE_POLICIES).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
    expect(bytes / MEBIBYTE).toBeLessThanOrEqual(82);
  });

  it('of names and traits is those of the latest 200 collections, and 2,000 names of each', () => {
    const lookups = { traits: () => Promise.reject(new Error()), tokens: () => Promise.reject(new Error()) };
    const hints = createSuggestionCache({ lookups, now, log: silentLog });
    for (let number = 0; number < 300; number += 1) {
      hints.learnTokens([{ collection: collection(number), tokenId: '1', name: 'One' }]);
      hints.learnTraits(collection(number), [{ type: `Hat ${number}`, values: [] }]);
    }
    expect(hints.tokenName(collection(99), '1')).toBeNull();
    expect(hints.tokenName(collection(100), '1')).toBe('One');
    expect(hints.traits(collection(99))).toEqual([]);
    expect(hints.traits(collection(299))).toHaveLength(1);
    const tokens = Array.from({ length: 2_500 }, (_unused, tokenId) => `${tokenId}`);
    hints.learnTokens(tokens.map((tokenId) => ({ collection: collection(299), tokenId, name: 'N' })));
    expect(hints.tokens(collection(299)).length).toBeLessThanOrEqual(2_000);
  });

  it('of floors is those of the latest 25,000 collections', () => {
    const floors = createAmountHistory();
    for (let number = 0; number < 25_010; number += 1) {
      floors.learn(collection(number), 1n, 1);
      floors.learn(collection(number), 2n, 2);
    }
    expect(floors.before(collection(0), 2n)).toBeNull();
    expect(floors.before(collection(25_009), 2n)).not.toBeNull();
  });

  it('of the feed is the latest thousand records', async () => {
    const read = createActivityReader(isCoinOf('S'));
    const before = usedMebibytes();
    for (let page = 0; page < 60; page += 1) {
      const records = Array.from({ length: 500 }, (_unused, number) => ({
        ...{ id: `${page}-${number}`, type: 'sale', timestamp: 1_756_464_735 },
        note: `${page}${'x'.repeat(3_000)}`,
      }));
      await read(records, NOW);
    }
    expect(usedMebibytes() - before).toBeLessThan(40);
  });

  it('of unexpected answers is 200 kinds of them', () => {
    const { log, lines } = recordingLog();
    const problems = createProblemLog({ log, now });
    for (let kind = 0; kind < 1_000; kind += 1) problems.report(`problem ${kind}`, 1, null);
    expect(lines).toHaveLength(200);
  });
});
