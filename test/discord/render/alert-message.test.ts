import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert, AuctionAlert } from '#src/alerts/alert.ts';
import { AUCTION_TOPIC } from '#src/alerts/kinds/auction/schema.ts';
import { MESSAGE_SIZES, type MessageSize } from '#src/alerts/settings.ts';
import {
  type AlertMessage,
  alertMessage,
  messageCapacity,
  rebuiltMessage,
} from '#src/discord/render/alert-message.ts';
import { createLinks } from '#src/marketplace/links.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { address } from '../../support/build-activity.ts';
import { auctionAlert, noticeAlert, saleAlert, soldItem, sweepAlert } from '../../support/build-alert.ts';
import { isFound } from '../../support/is-found.ts';
import { cases } from '../../support/thorough.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyAlert, anyMarketAlert, hasTarget, postOf } from '../views/any-alert.ts';
import { refusals } from '../views/discord-refuses.ts';
import { anyContext, anyLook, TEMPLATES, viewContext, withoutPages } from '../views/view-context.ts';

const CHANNEL = '1000';
const layouts = fc.constantFrom('card' as const, 'text' as const, 'summary' as const);
/** Where every alert is shown for itself. */
const eachLayout = fc.constantFrom('card' as const, 'text' as const);

/** Markdown that is not escaped: the item and the price in a title. */
const OUR_EMPHASIS = /(?<=(?<!\\)(?:\\\\)*)\*\*/g;

const anyPlace = fc.constantFrom('component' as const, 'embed' as const);

type Body = ReturnType<typeof alertMessage> | AlertMessage;

/** The texts of a message in which Discord reads markdown. */
function formatted(body: Body): readonly string[] {
  const embeds = (body.embeds ?? []).flatMap((embed) => [
    embed.title,
    embed.description,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]);
  return [body.content, ...embeds].filter((text) => typeof text === 'string');
}

/** Every text of a message that a person reads, in one. */
function readable(body: Body): string {
  const plain = (body.embeds ?? []).flatMap((embed) => [embed.author?.name, embed.footer?.text]);
  return [...formatted(body), ...plain].join('\n');
}

describe('the message of one alert', () => {
  it('is taken by Discord in every layout, look and setting, whatever the marketplace wrote', () => {
    fc.assert(
      fc.property(anyAlert, layouts, anyContext, anyLook, anyPlace, (alert, layout, context, look, marks) => {
        expect(refusals(alertMessage(postOf([alert], layout), context, look, marks))).toEqual([]);
      }),
      { numRuns: cases(150, 1_000) },
    );
  });

  it('has no container in any layout, which could make the history of its channel unlistable', () => {
    fc.assert(
      fc.property(anyAlert, layouts, anyContext, anyLook, anyPlace, (alert, layout, context, look, marks) => {
        const { flags = 0, components = [] } = alertMessage(postOf([alert], layout), context, look, marks);
        expect(flags & MessageFlags.IsComponentsV2).toBe(0);
        expect(components.map(({ type }) => type).filter((type) => type !== ComponentType.ActionRow)).toEqual(
          [],
        );
      }),
      { numRuns: cases(50, 200) },
    );
  });

  it('asks for silence in every layout, and only when it is posted', () => {
    fc.assert(
      fc.property(anyAlert, layouts, anyLook, fc.boolean(), (alert, layout, look, isSilent) => {
        const post = postOf([alert], layout, { isSilent });
        expect(alertMessage(post, viewContext(), look).flags).toBe(
          isSilent ? MessageFlags.SuppressNotifications : undefined,
        );
        // Discord refuses the flag in an edit.
        expect(rebuiltMessage(post, viewContext(), look)).not.toHaveProperty('flags');
      }),
      { numRuns: cases(50, 200) },
    );
  });

  it('is found by read-back in every layout, look and place of the mark', () => {
    fc.assert(
      fc.property(anyAlert, layouts, anyContext, anyLook, anyPlace, (alert, layout, context, look, marks) => {
        const body = alertMessage(postOf([alert], layout), context, look, marks);
        expect(isFound(body, CHANNEL, alert)).toBe(true);
      }),
      { numRuns: cases(50, 200) },
    );
  });

  it('shows no mark to people where a component carries it', () => {
    fc.assert(
      fc.property(anyMarketAlert.filter(hasTarget), anyContext, anyLook, (alert, context, look) => {
        const body = alertMessage(postOf([alert]), context, look);
        expect(readable(body)).not.toContain(referenceFor(CHANNEL, alert));
        expect(body.embeds?.[0]?.footer?.text).toBe(context.marketplaceName);
      }),
      { numRuns: cases(50, 200) },
    );
  });

  it('has the mark in its URL where it may have no components, and in its footer where it has no page', () => {
    const alert = saleAlert(1);
    const reference = referenceFor(CHANNEL, alert);
    const embedIn = (context: typeof withoutPages) =>
      alertMessage(postOf([alert]), context, 'normal', 'embed').embeds?.[0];
    expect(embedIn(viewContext())?.url).toMatch(
      new RegExp(`^https://market\\.example/item/.+#alert-${reference}$`),
    );
    expect(embedIn(viewContext())?.footer?.text).toBe('Test Market');
    expect(embedIn(withoutPages)?.footer?.text).toBe(`Test Market · alert ${reference}`);
    const routed = viewContext({
      links: createLinks({ ...TEMPLATES, item: 'https://market.example/#/item/{collection}/{tokenId}' }),
    });
    expect(embedIn(routed)?.url).toMatch(/^https:\/\/market\.example\/#\/item\/0x[0-9a-f]{40}\/\d+$/);
    expect(embedIn(routed)?.footer?.text).toBe(`Test Market · alert ${reference}`);
  });

  describe('links to the transaction once', () => {
    const linksIn = ({ embeds = [], components = [] }: Body) => {
      const page = `https://explorer.example/tx/${saleAlert(1).txHash}`;
      return [JSON.stringify(embeds), JSON.stringify(components)].map((text) => text.split(page).length - 1);
    };

    it('by a button where it has buttons', () => {
      expect(linksIn(alertMessage(postOf([saleAlert(1)]), viewContext(), 'normal'))).toEqual([0, 1]);
    });

    it('beside the people where it may have none, or shows several alerts', () => {
      const published = alertMessage(postOf([saleAlert(1)]), viewContext(), 'normal', 'embed');
      expect(linksIn(published)).toEqual([1, 0]);
      expect(published.embeds?.[0]?.description).toMatch(/ · Seller \S+ · \[transaction\]\(\S+\)$/);
      const several = alertMessage(postOf([saleAlert(1), saleAlert(2)]), viewContext(), 'normal');
      expect(linksIn(several)).toEqual([1, 0]);
    });
  });

  describe('shows the time of the event', () => {
    const MINUTE = 60;
    const happened = '2026-01-01T00:00:01.000Z';
    const timesOf = (alerts: readonly Alert[], secondsLater: number, size: MessageSize = 'normal') => {
      const firstTryAt = ((alerts[0]?.occurredAt ?? 0) + secondsLater) * 1_000;
      const { embeds = [] } = alertMessage(postOf(alerts, 'card', { firstTryAt }), viewContext(), size);
      return embeds.map(({ timestamp }) => timestamp);
    };

    it('only if that was a quarter of an hour ago, since Discord shows the time of the message', () => {
      for (const size of MESSAGE_SIZES) {
        expect(timesOf([saleAlert(1)], 2, size)).toEqual([undefined]);
        expect(timesOf([saleAlert(1)], 15 * MINUTE - 1, size)).toEqual([undefined]);
        expect(timesOf([saleAlert(1)], 15 * MINUTE, size)).toEqual([happened]);
      }
    });

    it('if it is one of several, and of what is still going on', () => {
      expect(timesOf([saleAlert(1), saleAlert(2)], 2)).toEqual([happened, '2026-01-01T00:00:02.000Z']);
      expect(timesOf([auctionAlert()], 2)).toEqual([expect.any(String)]);
    });

    it.each([253_402_300_800, 1e15, -1])('not if %d is none that Discord can show', (occurredAt) => {
      const others = [{ ...saleAlert(1), occurredAt }, saleAlert(2)];
      expect(timesOf(others, 0)[0]).toBeUndefined();
    });
  });

  it('keeps the pictures of a sweep together', () => {
    const items = [1, 2, 3, 4].map((picture) => soldItem({ image: `https://example.com/${picture}.png` }));
    const sweep = sweepAlert(4, { items });
    const { embeds = [] } = alertMessage(postOf([sweep]), viewContext(), 'big', 'embed');
    expect(embeds).toHaveLength(4);
    expect(new Set(embeds.map(({ url }) => url)).size).toBe(1);
  });

  it('never says null, undefined, NaN or n/a', () => {
    const nothing = soldItem({
      collectionName: null,
      tokenName: null,
      image: null,
      rarity: null,
      attributes: [],
      price: null,
      seller: null,
    });
    const sale = saleAlert(1, { item: nothing, buyer: null, txHash: null });
    const sweep = sweepAlert(3, { items: [nothing, nothing, nothing], buyer: null, txHash: null });
    for (const context of [viewContext(), withoutPages]) {
      for (const layout of ['card', 'text'] as const) {
        for (const alert of [sale, sweep]) {
          const text = readable(alertMessage(postOf([alert], layout), context, 'big'));
          expect(text).not.toMatch(/null|undefined|NaN|n\/a/i);
        }
      }
    }
  });

  it('mentions nobody, even if a name got through', () => {
    fc.assert(
      fc.property(anyMarketAlert, layouts, (alert, layout) => {
        const { allowed_mentions } = alertMessage(postOf([alert], layout), viewContext(), 'normal');
        expect(allowed_mentions).toEqual({ parse: [] });
      }),
    );
  });

  it('mentions the role that was decided on and no other, whatever the layout', () => {
    fc.assert(
      fc.property(anyMarketAlert, layouts, anyContext, (alert, layout, context) => {
        const body = alertMessage(postOf([alert], layout, { pingRoleIds: ['555'] }), context, 'normal');
        expect(body.content).toMatch(/^<@&555>(?:\n|$)/);
        expect(body.allowed_mentions).toEqual({ parse: [], roles: ['555'] });
        expect(refusals(body)).toEqual([]);
      }),
    );
  });

  it('carries the nonce of its post and asks Discord to hold to it', () => {
    expect(alertMessage(postOf([saleAlert(1)]), viewContext(), 'normal')).toMatchObject({
      nonce: 'aaaaaaaaaaaaaaaaaaaaaa',
      enforce_nonce: true,
    });
  });

  it('is the same whenever it is made of the same post', () => {
    fc.assert(
      fc.property(anyAlert, layouts, (alert, layout) => {
        const post = postOf([alert], layout);
        const again = postOf([structuredClone(alert)], layout);
        expect(alertMessage(again, viewContext(), 'big')).toEqual(alertMessage(post, viewContext(), 'big'));
      }),
      { numRuns: cases(30, 100) },
    );
  });

  it('links only to pages of the operator', () => {
    fc.assert(
      fc.property(anyAlert, layouts, anyLook, (alert, layout, look) => {
        const body = alertMessage(postOf([alert], layout), viewContext(), look);
        const links = formatted(body).flatMap((text) => readMarkdown(text).links);
        expect(links.filter((link) => !/^https:\/\/(?:market|explorer)\.example\//.test(link))).toEqual([]);
      }),
      { numRuns: cases(50, 200) },
    );
  });

  it('mentions no one and opens no block in the texts where Discord reads markdown', () => {
    /** Small print: the rarest traits, and that trades are counted. */
    const ours = /^-# (?:I count further trades |\S)/;
    fc.assert(
      fc.property(anyMarketAlert, anyLook, (alert, look) => {
        const { embeds = [] } = alertMessage(postOf([alert]), viewContext(), look);
        for (const embed of embeds) {
          const texts = [embed.title, embed.description, ...(embed.fields ?? []).map(({ value }) => value)];
          for (const text of texts.filter((one) => one !== undefined)) {
            const { blocks, mentions } = readMarkdown(text.replaceAll(/<t:\d+:[Rf]>/g, 'a moment'));
            expect(mentions).toEqual([]);
            expect(blocks.filter((line) => !ours.test(line))).toEqual([]);
          }
          // The change of a floor is in brackets.
          const allowed = alert.kind === 'floor' ? ['(', ')'] : [];
          const { live } = readMarkdown((embed.title ?? '').replaceAll(OUR_EMPHASIS, ''));
          expect(live.filter((sign) => !allowed.includes(sign))).toEqual([]);
        }
      }),
      { numRuns: cases(50, 200) },
    );
  });
});

describe('the capacity of a message', () => {
  const backlog = fc.array(anyAlert, { minLength: 1, maxLength: 14 });
  const changed = fc.record({
    alerts: backlog,
    before: anyContext,
    thatLook: anyLook,
    now: anyContext,
    look: anyLook,
    marks: anyPlace,
  });

  it('always takes the first alert and never more than Discord takes, in every layout', () => {
    fc.assert(
      fc.property(
        backlog,
        eachLayout,
        anyContext,
        anyLook,
        anyPlace,
        (alerts, layout, context, look, marks) => {
          const capacity = messageCapacity(CHANNEL, alerts, context, look);
          expect(capacity).toBeGreaterThanOrEqual(1);
          expect(capacity).toBeLessThanOrEqual(alerts.length);
          const post = postOf(alerts.slice(0, capacity), layout, { pingRoleIds: ['900000000000000001'] });
          const body = alertMessage(post, context, look, marks);
          expect(refusals(body)).toEqual([]);
          for (const alert of alerts.slice(0, capacity)) expect(isFound(body, CHANNEL, alert)).toBe(true);
        },
      ),
      { numRuns: cases(50, 200) },
    );
  });

  it('holds also when the look or the settings were changed after the message was put together', () => {
    fc.assert(
      fc.property(changed, ({ alerts, before, thatLook, now, look, marks }) => {
        const frozen = alerts.slice(0, messageCapacity(CHANNEL, alerts, before, thatLook));
        const body = alertMessage(postOf(frozen), now, look, marks);
        expect(refusals(body)).toEqual([]);
        for (const alert of frozen) expect(isFound(body, CHANNEL, alert)).toBe(true);
      }),
      { numRuns: cases(50, 200) },
    );
  });

  it.each(MESSAGE_SIZES)('is ten for ordinary sales in the %s look', (look) => {
    const sales = Array.from({ length: 30 }, (_, number) => saleAlert(number));
    expect(messageCapacity(CHANNEL, sales, viewContext(), look)).toBe(10);
  });

  it('ends before the alert that no longer fits', () => {
    const alerts: readonly Alert[] = [saleAlert(1), sweepAlert(60), sweepAlert(60), saleAlert(2)];
    expect(messageCapacity(CHANNEL, alerts, viewContext(), 'big')).toBe(2);
  });

  it('keeps a notice in a message of its own', () => {
    expect(messageCapacity(CHANNEL, [noticeAlert(), saleAlert(1)], viewContext(), 'normal')).toBe(1);
    expect(messageCapacity(CHANNEL, [saleAlert(1), noticeAlert()], viewContext(), 'normal')).toBe(1);
  });
});

describe('a message of several alerts', () => {
  it('shows their pictures small, in the order of the alerts', () => {
    const { embeds = [] } = alertMessage(postOf([saleAlert(1), saleAlert(2)]), viewContext(), 'big');
    expect(embeds.map(({ image, thumbnail }) => [image, thumbnail?.url])).toEqual([
      [undefined, 'https://example.com/7.png'],
      [undefined, 'https://example.com/7.png'],
    ]);
    expect(embeds.map(({ title }) => title)).toEqual([
      '**Punk #1** sold for **22.75 ETH**',
      '**Punk #2** sold for **22.75 ETH**',
    ]);
  });

  it('keeps within the text of a message in plain words, however long the pages are', () => {
    const sales = Array.from({ length: 10 }, (_, number) =>
      saleAlert(number, { item: soldItem({ tokenName: 'x'.repeat(1_800) }) }),
    );
    for (let length = 0; length < 120; length += 1) {
      const transaction = `https://explorer.example/${'t'.repeat(length)}/{txHash}`;
      const links = createLinks({ ...TEMPLATES, item: null, transaction });
      expect(refusals(alertMessage(postOf(sales, 'text'), viewContext({ links }), 'normal'))).toEqual([]);
    }
  });

  it('has a line for each in plain words', () => {
    const { content = '' } = alertMessage(
      postOf([saleAlert(1), sweepAlert(3)], 'text'),
      viewContext(),
      'normal',
    );
    expect(content.split('\n')).toHaveLength(2);
  });
});

describe('an alert in plain words', () => {
  const plain = (alert: Alert, context = viewContext()) =>
    alertMessage(postOf([alert], 'text'), context, 'normal').content;

  it('shows a sale with its price, its pages and its delivery mark', () => {
    const alert = saleAlert(7);
    expect(plain(alert)).toBe(
      `Sale: Punk #7 of Punks · 22.75 ETH · <https://market.example/item/${alert.item.collection}/7> · <https://explorer.example/tx/${alert.txHash}> · alert ${referenceFor(CHANNEL, alert)}`,
    );
  });

  it('shows a sweep with its size and total', () => {
    expect(plain(sweepAlert(7), withoutPages)).toMatch(/^Sweep: 7 × Punks · 7 ETH · alert \w{8}$/);
  });

  it('says so when the price was not reported', () => {
    expect(plain(saleAlert(1, { item: soldItem({ price: null }) }))).toContain(' · price not reported · ');
  });
});

describe('an auction in a channel that publishes', () => {
  const bids = { bidCount: 3, leader: address(0xb0), highestBid: 2n * 10n ** 18n, startingPrice: 10n ** 18n };
  const shown = (alert: AuctionAlert) =>
    JSON.stringify(alertMessage(postOf([alert]), viewContext(), 'normal', 'embed').embeds);

  it.each([AUCTION_TOPIC.started, AUCTION_TOPIC.ending])(
    'shows no bids while it runs, because they are not kept up to date: %s',
    (topic) => {
      for (const changes of [bids, { bidCount: 0, leader: null, startingPrice: 10n ** 18n }]) {
        const text = shown(auctionAlert({ topic, status: 'running', ...changes }));
        expect(text).toContain('from 1 ETH');
        expect(text).not.toMatch(/bid/i);
      }
    },
  );

  it('shows the highest bid once it is over, and a bid where the message is about it', () => {
    expect(shown(auctionAlert({ topic: AUCTION_TOPIC.started, status: 'sold', ...bids }))).toContain('2 ETH');
    expect(shown(auctionAlert({ topic: AUCTION_TOPIC.bid, status: 'running', ...bids }))).toContain('2 ETH');
  });
});
