import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileEmbed } from '#commands/profile/show.ts';
import { socialText } from '#commands/profile/social-links.ts';
import type { Holding, Holdings } from '#src/marketplace/holdings.ts';
import type { Profile } from '#src/marketplace/resources/profile.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../support/build-activity.ts';
import { bareProfile } from '../bare-token.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyCount, anyPicture, anyWei, nasty, sometimes } from './any-lookup.ts';
import { anyContext, viewContext, withoutPages } from './view-context.ts';

const ETHER = 10n ** 18n;
const NOBODY: Profile['social'] = {
  x: null,
  instagram: null,
  discord: null,
  github: null,
  website: null,
  email: null,
};

const holding = (change: Partial<Holding> = {}): Holding => ({
  collection: address(0xc0),
  tokens: 2,
  listed: 0,
  floor: ETHER,
  ...change,
});
const holdings = (change: Partial<Holdings> = {}): Holdings => ({
  each: [holding()],
  counted: 2,
  total: 2,
  whole: true,
  ...change,
});
const fieldsOf = (profile: Partial<Profile>, held: Holdings | null = null) =>
  profileEmbed(bareProfile(profile), held, withoutPages).fields?.map(({ name, value }) => [name, value]);
const WALLET = ['Wallet', '`0x00000000000000000000000000000000000000b0`'];

describe('the embed of a person', () => {
  it('shows who they are, what they own and trade, and where else they are', () => {
    const profile = {
      ...{ name: 'ada', bio: 'I <b>collect</b> **foxes**', ownedTokens: 12, ownedCollections: 3 },
      ...{ volumeBought: 5n * ETHER, volumeSold: ETHER, social: { ...NOBODY, x: '@ada' } },
      ...{ avatar: 'https://example.com/a.png', banner: 'https://example.com/b.png' },
    };
    const embed = profileEmbed(bareProfile(profile), holdings(), withoutPages);
    expect(embed).toMatchObject({
      title: 'ada',
      description: 'I collect \\*\\*foxes\\*\\*',
      thumbnail: { url: 'https://example.com/a.png' },
      image: { url: 'https://example.com/b.png' },
    });
    expect(embed.fields?.map(({ name, value }) => [name, value])).toEqual([
      ['Items', '12'],
      ['Collections', '3'],
      ['Bought for', '5 ETH'],
      ['Sold for', '1 ETH'],
      ['Holdings', '**0x0000…00c0** · 2 items · 2 ETH at floor price\n-# total 2 ETH at floor price'],
      ['Links', '[X](https://x.com/ada)'],
      WALLET,
    ]);
  });

  it('leaves out everything that is unknown', () => {
    expect(profileEmbed(bareProfile(), null, withoutPages)).toEqual({
      color: 0x1abc9c,
      title: '0x0000…00b0',
      fields: [{ name: WALLET[0], value: WALLET[1], inline: false }],
      footer: { text: 'Test Market' },
    });
  });

  it('says that a profile is private, and does not show its missing values as 0', () => {
    const silent = { isPrivate: true, ownedTokens: 0, ownedCollections: 0, volumeBought: 0n, volumeSold: 0n };
    const embed = profileEmbed(bareProfile(silent), null, withoutPages);
    expect(embed.description).toContain('This profile is private');
    expect(embed.fields?.map(({ name }) => name)).toEqual(['Wallet']);
  });

  it('says who is new', () => {
    expect(profileEmbed(bareProfile({ isNew: true }), null, withoutPages).description).toContain('New user');
  });

  it('shows the amount in full where digits were left out', () => {
    expect(fieldsOf({ volumeBought: 10n ** 24n + 1n })).toEqual([
      ['Bought for', '1,000,000 ETH\n-# exactly 1000000.000000000000000001 ETH'],
      WALLET,
    ]);
  });

  it('says of how many items the holdings were counted, and which floors are known', () => {
    const each = [holding({ listed: 1 }), holding({ collection: address(0xc1), tokens: 298, floor: null })];
    const held = holdings({ each, counted: 300, total: 812, whole: false });
    expect(fieldsOf({ ownedTokens: 812 }, held)?.find(([name]) => name === 'Holdings')?.[1]).toBe(
      [
        '**0x0000…00c0** · 2 items · 1 listed · 2 ETH at floor price',
        '**0x0000…00c1** · 298 items',
        '-# total 2 ETH at floor price, counting 1 of 2 collections',
        '-# only the latest 300 of 812 items are counted',
      ].join('\n'),
    );
  });

  it('never shows a mail address', () => {
    const social = { ...NOBODY, email: 'ada@example.com' };
    expect(JSON.stringify(profileEmbed(bareProfile({ social }), null, viewContext()))).not.toContain(
      'example.com',
    );
  });
});

describe('links to other sites', () => {
  it.each([
    [{ x: '@ada' }, '[X](https://x.com/ada)'],
    [{ x: 'https://twitter.com/ada' }, '[X](https://twitter.com/ada)'],
    [{ x: 'https://evil.example/x.com' }, '[evil.example](https://evil.example/x.com)'],
    [{ instagram: 'ada.l' }, '[Instagram](https://www.instagram.com/ada.l)'],
    [{ github: 'ada' }, '[GitHub](https://github.com/ada)'],
    [{ website: 'https://www.ada.example/(1)' }, '[ada.example](https://www.ada.example/%281%29)'],
    [{ website: 'http://ada.example' }, null],
    [{ website: 'javascript:alert(1)' }, null],
    [{ website: 'https://x.com@evil.example' }, null],
    [{ discord: 'https://discord.gg/abc' }, 'Discord: [discord.gg](https://discord.gg/abc)'],
    [{ discord: 'ada#1234' }, 'Discord: ada#1234'],
    [{ discord: 'come to discord.gg/scam' }, null],
    [{ x: '[Claim](https://evil.example)' }, null],
    [{ x: '..' }, null],
  ])('reads %j', (links, text) => {
    expect(socialText({ ...NOBODY, ...links })).toBe(text);
  });
});

describe('any person', () => {
  const link = sometimes(
    fc.oneof(nasty, fc.constantFrom('@ada', 'https://example.com', `https://example.com/${'x'.repeat(220)}`)),
  );
  const anyProfile = fc.record({
    name: sometimes(nasty),
    bio: sometimes(nasty),
    avatar: sometimes(anyPicture),
    banner: sometimes(anyPicture),
    social: fc.record({
      x: link,
      instagram: link,
      discord: link,
      github: link,
      website: link,
      email: link,
    }),
    ownedTokens: sometimes(anyCount),
    ownedCollections: sometimes(anyCount),
    volumeBought: sometimes(anyWei),
    volumeSold: sometimes(anyWei),
    isPrivate: fc.boolean(),
    isNew: fc.boolean(),
  });
  const anyHoldings = fc.record({
    each: fc.array(
      fc.record({
        collection: fc.constantFrom(address(0xc0), address(0xc1)),
        tokens: anyCount,
        listed: anyCount,
        floor: sometimes(anyWei),
      }),
      { maxLength: 40 },
    ),
    counted: anyCount,
    total: sometimes(anyCount),
    whole: fc.boolean(),
  });

  it('is taken by Discord, safe and without gaps, whatever they wrote', () => {
    fc.assert(
      fc.property(
        anyProfile,
        sometimes(anyHoldings),
        anyContext,
        fc.constantFrom(...['Foxes', 'x'.repeat(1_800), '@everyone [x](https://evil.example)']),
        (profile, held, base, name) => {
          const context = { ...base, collectionName: () => name };
          const embed = profileEmbed(bareProfile(profile), held, context);
          const message = validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] });
          expect(flatErrors(message)).toEqual([]);
          for (const { value } of embed.fields ?? []) {
            expect(readMarkdown(value).mentions).toEqual([]);
            expect(value).not.toMatch(/\b(?:null|undefined|NaN|n\/a)\b/);
          }
          expect(readMarkdown(embed.title ?? '')).toMatchObject({ live: [], links: [], mentions: [] });
          expect(readMarkdown(embed.description ?? '')).toMatchObject({ links: [], mentions: [] });
        },
      ),
      { numRuns: 300 },
    );
  });
});
