import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startBotWorld } from '../../support/bot-world.ts';
import { untilMessages } from '../../support/channel-reading.ts';
import { startMarketplaceProxy } from '../../support/marketplace-proxy.ts';
import { FOXES } from '../../support/sell-foxes.ts';

const FILE = '../shared/fixtures/cases/pictures.json';
const HASH = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKrFkF';

type TokenFields = Readonly<Record<string, string | null>>;

const record = z.record(z.string(), z.unknown());
const NO_PICTURE = { image: null, previewUrl: null, thumbnailUrl: null, metadata: null };

/** The answer with these fields in every token. */
function withFields(text: string, fields: TokenFields, others: object = {}): string {
  const answer = record.safeParse(JSON.parse(text)).data ?? {};
  const changed = Object.entries(answer).map(([name, value]) => {
    const list = z.array(record).safeParse(value).data;
    return [
      name,
      list === undefined ? value : list.map((token) => ({ ...token, ...NO_PICTURE, ...fields, ...others })),
    ];
  });
  return JSON.stringify(Object.fromEntries(changed));
}

/** The picture in the alert of a sale of a token with these fields; the feed has no picture. */
async function pictureOfSale(fields: TokenFields): Promise<string | undefined> {
  await using world = await startBotWorld();
  await using market = await startMarketplaceProxy(world.marketplace.url, (text, path) => {
    if (path.includes('/tokens')) return withFields(text, fields);
    return path.startsWith('/api/activities') ? text.replaceAll('"image":', '"noImage":') : text;
  });
  const bot = await world.start({ MARKETPLACE_URL: market.url });
  await world.home.follow(world.home.channelId);
  world.marketplace.cause.sale();
  await bot.app.poll();
  await untilMessages(world, world.home.channelId, 1);
  return world.discord.messages(world.home.channelId)[0]?.payload.embeds[0]?.image?.url;
}

describe('the picture of an alert', () => {
  it.each<[string, TokenFields, string | undefined]>([
    [
      'the still of a video',
      {
        image: 'https://cdn.example.com/1.mp4',
        mediaType: 'video',
        previewUrl: 'https://cdn.example.com/1.png',
      },
      'https://cdn.example.com/1.png',
    ],
    [
      'the still of a video whose file has no type',
      {
        image: 'https://cdn.example.com/1',
        mediaType: 'video/mp4',
        thumbnailUrl: 'https://cdn.example.com/1.png',
      },
      'https://cdn.example.com/1.png',
    ],
    [
      'the picture that stands for a model',
      {
        image: 'https://cdn.example.com/1.webp?v=2',
        mediaType: 'model/gltf-binary',
        previewUrl: 'https://cdn.example.com/2.png',
      },
      'https://cdn.example.com/1.webp?v=2',
    ],
    [
      'none for a video without a still',
      { image: 'https://cdn.example.com/1.mp4#t=1', mediaType: 'video' },
      undefined,
    ],
    [
      'with its blanks encoded',
      { image: 'https://cdn.example.com/header images/No 3.png', mediaType: 'image' },
      'https://cdn.example.com/header%20images/No%203.png',
    ],
    [
      'with its blanks encoded behind a gateway',
      { image: `ipfs://ipfs/${HASH}/4 a.png`, mediaType: null },
      `https://ipfs.io/ipfs/${HASH}/4%20a.png`,
    ],
    [
      'of https where the scheme is missing',
      { image: '//cdn.example.com/5.png' },
      'https://cdn.example.com/5.png',
    ],
  ])('is %s', async (_what, fields, url) => {
    expect(await pictureOfSale(fields)).toBe(url);
  });

  it('is the new one a few seconds after a reveal', async () => {
    await using world = await startBotWorld();
    const box = 'https://cdn.example.com/box.png';
    let isRevealed = false;
    await using market = await startMarketplaceProxy(world.marketplace.url, (text, path) => {
      if (path.startsWith('/api/activities')) return text.replaceAll('"image":', '"noImage":');
      if (!path.includes('/tokens')) return text;
      if (isRevealed) return withFields(text, { image: 'https://cdn.example.com/fox.png' });
      return withFields(text, { image: box, name: 'Mystery box' }, { attributes: [] });
    });
    const bot = await world.start({ MARKETPLACE_URL: market.url });
    const { channelId } = world.home;
    await world.home.follow(channelId);
    world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();
    await untilMessages(world, channelId, 1);
    isRevealed = true;
    world.clock.advance(15_000);
    world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();
    await untilMessages(world, channelId, 2);
    const urls = world.discord.messages(channelId).map(({ payload }) => payload.embeds[0]?.image?.url);
    expect(urls).toEqual([box, 'https://cdn.example.com/fox.png']);
  });

  const isThere = existsSync(FILE);
  it.skipIf(!isThere)(
    `is a still that Discord displays, for each token of the collected cases${isThere ? '' : ' (needs ../shared/fixtures)'}`,
    async () => {
      const { tokens } = z
        .object({ tokens: z.record(z.string(), z.record(z.string(), z.string().nullable())) })
        .parse(JSON.parse(readFileSync(FILE, 'utf8')));
      const shown = [];
      for (const id of ['1', '2', '3', '4', '5']) shown.push(await pictureOfSale(tokens[id] ?? {}));
      expect(shown).toEqual([
        'https://cdn.example.com/1.png',
        'https://cdn.example.com/2.png',
        'https://cdn.example.com/header%20images/No%203.png',
        `https://ipfs.io/ipfs/${HASH}/4%20a.png`,
        'https://cdn.example.com/5.png',
      ]);
    },
  );
});
