import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changedRule,
  DEFAULT_RULE,
  presentTexts,
  RULE_OPTIONS,
} from '#commands/alerts/rule-input/rule-texts.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { GavelError } from '#src/chain/errors.ts';
import { UserError } from '#src/discord/user-error.ts';
import { inMemoryServices, summary } from '../../../discord/command-services.ts';
import { address } from '../../../support/build-activity.ts';
import { anySetRule } from './any-set-rule.ts';

const ETH = 10n ** 18n;
const collections = [
  summary(),
  summary({ address: address(0xc1), name: 'Owls, Bats', path: 'owls' }),
  summary({ address: address(0xc2), name: 'Punks', path: 'other-punks' }),
];
const { services } = inMemoryServices({ collections });

describe('a rule that is changed by typed texts', () => {
  it('keeps what is not said, and clears what is “-” or empty', async () => {
    const rule = await changedRule(
      DEFAULT_RULE,
      { price_from: '2', rank: '5', collection: 'Punks' },
      services,
    );
    const kept = await changedRule(rule, { rank: '7' }, services);
    expect(kept.filter).toEqual({ ...rule.filter, rank: 7 });
    for (const nothing of ['-', '', ' – ', 'none']) {
      const cleared = await changedRule(
        rule,
        { price_from: nothing, rank: nothing, collection: nothing },
        services,
      );
      expect(cleared).toEqual(DEFAULT_RULE);
    }
  });

  it('says how far below the floor where only “listings below floor” was said', async () => {
    const bare = await changedRule(DEFAULT_RULE, { alerts: 'listings below floor' }, services);
    expect(bare.filter.below_floor).toBe(1);
    const far = await changedRule(
      DEFAULT_RULE,
      { alerts: 'listings below floor', below_floor: '20' },
      services,
    );
    expect(far.filter.below_floor).toBe(20);
  });

  it('refuses prices that leave nothing between them, and a wallet that is wanted and not', async () => {
    await expect(changedRule(DEFAULT_RULE, { price_from: '2', price_to: '1' }, services)).rejects.toThrow(
      'The minimum price (2 ETH) is above the maximum (1 ETH). Swap them.',
    );
    const both = { wallets: address(1), not_wallets: address(1) };
    await expect(changedRule(DEFAULT_RULE, both, services)).rejects.toThrow('**not_wallets**');
    const excluded = {
      ...DEFAULT_RULE,
      filter: { collection: [address(0xc0)], not_collections: [address(0xc0)] },
    };
    await expect(changedRule(excluded, { rank: '5' }, services)).rejects.toThrow(
      'The same entry is in **collection** and in **not_collections**. Remove it from one of them.',
    );
  });

  it('says everything that is wrong at once, in the order of the options, and calls them as they were shown', async () => {
    const texts = { rank: 'first', price_from: 'a lot', alerts: 'gossip', traits: 'x', trait_mode: 'some' };
    const refused = changedRule(DEFAULT_RULE, texts, services, (option) => option.toUpperCase());
    await expect(refused).rejects.toThrow(
      [
        '- I can’t read “gossip” in **ALERTS**. Choose from sales, listings, offers, mints, transfers, burns, auctions, floors, recaps and everything.',
        '- I can’t read “a lot” in **PRICE_FROM**. Enter a price like 100, 0.5 or 1.5k, in ETH.',
        '- I can’t read “first” in **RANK**. Enter a rank like 500 (1 is the rarest).',
        '- Choose a collection before using **TRAITS**: each collection has its own traits.',
        '- **TRAIT_MODE** must be “any” (one is enough) or “all”.',
      ].join('\n'),
    );
  });

  it('says nothing of traits while the collection that would have them is unknown', async () => {
    const texts = { collection: 'Nobodies', traits: 'hat: beanie' };
    await expect(changedRule(DEFAULT_RULE, texts, services)).rejects.toThrow(
      /^No collection “Nobodies” found/,
    );
  });

  it.each(['*', '@', '_', '🦊', 'x,', '\n1'])(
    'stays within a message of Discord when every option is full of %j',
    async (text) => {
      const texts = Object.fromEntries(RULE_OPTIONS.map((option) => [option, text.repeat(500)]));
      const error: unknown = await changedRule(DEFAULT_RULE, texts, services).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(UserError);
      expect(String(error).length).toBeLessThan(2_000);
    },
  );

  it('asks the marketplace for names of wallets, and keeps their addresses', async () => {
    const asked: string[] = [];
    const { services: asking } = inMemoryServices({
      lookups: {
        profile: (name) => {
          asked.push(name);
          return Promise.reject(new GavelError('MARKETPLACE_NOT_FOUND', 'nobody'));
        },
      },
    });
    await expect(changedRule(DEFAULT_RULE, { wallets: 'ada' }, asking)).rejects.toThrow(
      'No user “ada” found (in **wallets**). Paste the wallet’s address instead.',
    );
    expect(asked).toEqual(['ada']);
  });

  it('takes traits as the chosen collection writes them, and as they are typed while the marketplace does not answer', async () => {
    const traits = [{ type: 'Hat', values: [{ value: 'Beanie', count: 1, rarity: 1 }] }];
    const { services: withTraits } = inMemoryServices({
      lookups: { traits: async () => ({ value: traits, asOf: 0, stale: false }) },
    });
    const texts = { collection: 'Punks', traits: 'hat: beanie' };
    const changed = await changedRule(DEFAULT_RULE, texts, withTraits);
    expect(changed.filter.traits).toEqual([{ type: 'Hat', value: 'Beanie' }]);
    const typed = await changedRule(DEFAULT_RULE, texts, services);
    expect(typed.filter.traits).toEqual([{ type: 'hat', value: 'beanie' }]);
    await expect(changedRule(DEFAULT_RULE, { ...texts, traits: 'hat: crown' }, withTraits)).rejects.toThrow(
      'No trait “hat: crown”',
    );
  });

  it('wants traits beside a trait mode, and leaves the mode alone where traits are cleared', async () => {
    await expect(changedRule(DEFAULT_RULE, { trait_mode: 'all' }, services)).rejects.toThrow(
      'To use **trait_mode**, enter at least one trait in **traits**.',
    );
    const cleared = await changedRule(DEFAULT_RULE, { traits: '', trait_mode: 'all' }, services);
    expect(cleared).toEqual(DEFAULT_RULE);
  });

  it('is the same again when its present texts are typed, also where a collection is listed no more', async () => {
    await fc.assert(
      fc.asyncProperty(anySetRule, async (rule: Rule) => {
        const texts = presentTexts(rule, services);
        expect(await changedRule(rule, texts, services)).toEqual(rule);
      }),
    );
  });

  it('reads every option that it names', () => {
    const texts = presentTexts(
      {
        topics: TOPICS,
        filter: { ...MATCH_ALL, price_from: ETH },
        pingRoles: [],
      },
      services,
    );
    expect(Object.keys(texts)).toEqual(RULE_OPTIONS);
  });
});
