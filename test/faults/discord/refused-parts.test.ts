import { existsSync, readFileSync } from 'node:fs';
import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { SaleAlert } from '#src/alerts/kinds/sale.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { startDeliveryWorld } from './delivery-world.ts';

const REFUSED = 'https://refused.example.com';
const HOUR_MS = 3_600_000;
const CASES = new URL('../../../../shared/fixtures/cases/pictures.json', import.meta.url);

/** A sale whose picture is there. */
function saleWith(number: number, image: string): SaleAlert {
  const sale = saleAlert(number);
  return { ...sale, item: { ...sale.item, image } };
}

describe('a card with a picture that Discord refuses', () => {
  it('is posted without the picture and with everything else, as health says', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId, store } = world;
    discord.refuseHosts('refused.example');
    const { all } = messageRequests(discord);

    await world.enqueue(channelId, [saleWith(1, `${REFUSED}/1.png`)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);

    const [embed] = discord.messages(channelId)[0]?.payload.embeds ?? [];
    expect(embed).toMatchObject({
      title: '**Punk #1** sold for **22.75 ETH**',
      description: expect.any(String),
    });
    expect(embed?.image).toBeUndefined();
    expect(all.map(({ status }) => status)).toEqual([400, 200]);
    await expect
      .poll(() => store.reducedMessages([channelId], 0))
      .toMatchObject([{ channelId, count: 1, leftOut: ['picture'] }]);
  });

  it('costs six of a batch one refusal, and other pictures of the host none for an hour', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId, clock } = world;
    discord.refuseHosts('refused.example');
    const { all } = messageRequests(discord);
    const six = Array.from({ length: 6 }, (_, index) => saleWith(index + 1, `${REFUSED}/${index}.png`));

    await world.enqueue(channelId, six);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    expect(discord.messages(channelId)[0]?.payload.embeds).toHaveLength(6);
    expect(all.map(({ status }) => status)).toEqual([400, 200]);

    await world.enqueue(channelId, [saleWith(7, `${REFUSED}/7.png`)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(2);
    expect(all.map(({ status }) => status)).toEqual([400, 200, 200]);

    discord.refuseHosts('refused.example', false);
    clock.advance(HOUR_MS);
    await world.enqueue(channelId, [saleWith(8, `${REFUSED}/8.png`)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(3);
    expect(discord.messages(channelId)[2]?.payload.embeds[0]?.image?.url).toBe(`${REFUSED}/8.png`);
  });

  it('costs other pictures of its host nothing where Discord accepted one there', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId } = world;
    await world.enqueue(channelId, [saleWith(1, `${REFUSED}/1.png`)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    const bad = { image: { url: { _errors: [{ code: 'URL_TYPE_INVALID_URL', message: 'bad' }] } } };
    const body = { code: 50_035, message: 'Invalid Form Body', errors: { embeds: { 0: bad } } };
    discord.faults.add({ do: 'answer', status: 400, body }, { bodyIncludes: 'bad.png' });

    await world.enqueue(channelId, [saleWith(2, `${REFUSED}/bad.png`)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(2);
    await world.enqueue(channelId, [saleWith(3, `${REFUSED}/3.png`)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(3);

    const pictures = discord.messages(channelId).map(({ payload }) => payload.embeds[0]?.image?.url);
    expect(pictures).toEqual([`${REFUSED}/1.png`, undefined, `${REFUSED}/3.png`]);
  });

  it('is edited without it, and stays live', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId } = world;
    await world.enqueue(channelId, [auctionAlert()]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    discord.refuseHosts('refused.example');

    const started = auctionAlert();
    const token = { ...started.token, image: `${REFUSED}/1.png` };
    const bid = (coins: bigint) =>
      auctionAlert({ topic: 'auction_bid', token, highestBid: coins * 10n ** 18n, bidCount: Number(coins) });
    const shown = () => {
      world.clock.advance(1_000);
      return JSON.stringify(discord.messages(channelId)[0]?.payload.embeds);
    };
    for (const coins of [4n, 5n]) {
      await world.enqueue(channelId, [], [{ key: 'auction:a-1', state: bid(coins) }]);
      await expect.poll(shown).toContain(`${coins} ETH`);
    }
    expect(shown()).not.toContain('refused.example');
    expect(discord.messages(channelId)).toHaveLength(1);
  });
});

describe('any part that Discord names', () => {
  it.each<[what: string, path: readonly string[], isLeft: (payload: APIMessage) => boolean]>([
    [
      'a text of the embed',
      ['embeds', '0', 'description'],
      ({ embeds }) => embeds[0]?.description !== undefined,
    ],
    ['the address of the embed', ['embeds', '0', 'url'], ({ embeds }) => embeds[0]?.url !== undefined],
    ['all components', ['components'], ({ components = [] }) => components.length > 0],
  ])('is left out alone, and the message is still found by its mark: %s', async (_what, path, isLeft) => {
    await using world = await startDeliveryWorld({ nonceWindowMs: 60_000 });
    const { discord, channelId, clock, store } = world;
    const errors = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), {
      _errors: [{ code: 'SOME_CODE', message: 'Refused.' }],
    });
    const body = { code: 50_035, message: 'Invalid Form Body', errors };
    discord.faults.add({ do: 'answer', status: 400, body }, { method: 'POST', times: 1 });
    discord.faults.add({ do: 'process-then-reset' }, { method: 'POST', times: 1 });

    await world.enqueue(channelId, [saleAlert(1)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    const [message] = discord.messages(channelId);
    if (message === undefined) throw new Error('There is no message.');
    expect(isLeft(message.payload)).toBe(false);
    expect(message.payload.embeds[0]?.title).toContain('Punk #1');

    clock.advance(120_000);
    await expect.poll(() => store.channelsWithWork()).toEqual([]);
    expect(discord.messages(channelId)).toHaveLength(1);
  });
});

interface Case {
  readonly tokens: Readonly<Record<string, { readonly image: string }>>;
  readonly discordRefuses: readonly [{ readonly contains: string; readonly body: object }];
}

describe.skipIf(!existsSync(CASES))('the pictures of public reports (needs ../shared/fixtures)', () => {
  it('that Discord refuses are not sent at all', async () => {
    const { tokens, discordRefuses } = JSON.parse(readFileSync(CASES, 'utf8')) as Case;
    const [{ contains, body }] = discordRefuses;
    await using world = await startDeliveryWorld();
    const { discord, channelId } = world;
    discord.faults.add({ do: 'answer', status: 400, body }, { bodyIncludes: contains });
    const { all } = messageRequests(discord);
    const [image = ''] = Object.values(tokens).flatMap((token) =>
      token.image.includes(contains) ? token.image : [],
    );

    await world.enqueue(channelId, [saleWith(6, image)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    expect(discord.messages(channelId)[0]?.payload.embeds[0]?.title).toContain('Punk #6');
    expect(all.map(({ status }) => status)).toEqual([200]);
  });
});
