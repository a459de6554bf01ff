import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmptyMessage, validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { createLinks } from '../../../src/discord/links.ts';
import { alertMessage, messageCapacity } from '../../../src/discord/views/alert-message.ts';
import type { Alert } from '../../../src/domain/alert.ts';
import { referenceFor } from '../../../src/domain/delivery.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { saleAlert, soldItem, sweepAlert } from '../../support/build-alert.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyAlert, anySale, postOf } from './any-alert.ts';
import { longSettings, TEMPLATES, viewContext, withoutPages } from './view-context.ts';

const CHANNEL = '1000';
const contexts = fc.constantFrom(viewContext(), withoutPages, longSettings);
const forms = fc.constantFrom('rich' as const, 'plain' as const);

/** What Discord would refuse of the body; also what it would refuse as empty. */
function refusals(body: unknown): readonly string[] {
  const empty = isEmptyMessage(body, []) ? ['EMPTY_MESSAGE'] : [];
  return [...empty, ...flatErrors(validateMessage(body, { operation: 'create', fileNames: [] }))];
}

type Body = ReturnType<typeof alertMessage>;

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
  it('is taken by Discord in both forms, whatever the marketplace wrote', () => {
    fc.assert(
      fc.property(anyAlert, forms, contexts, (alert, form, context) => {
        expect(refusals(alertMessage(postOf([alert], form), context))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('shows the reference in both forms', () => {
    fc.assert(
      fc.property(anyAlert, forms, contexts, (alert, form, context) => {
        const body = alertMessage(postOf([alert], form), context);
        expect(readable(body)).toContain(`alert ${referenceFor(CHANNEL, alert)}`);
      }),
    );
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
      for (const form of ['rich', 'plain'] as const) {
        for (const alert of [sale, sweep]) {
          const text = readable(alertMessage(postOf([alert], form), context));
          expect(text).not.toMatch(/null|undefined|NaN|n\/a/i);
        }
      }
    }
  });

  it('mentions nobody, even if a name got through', () => {
    for (const form of ['rich', 'plain'] as const) {
      expect(alertMessage(postOf([saleAlert(1)], form), viewContext())).toMatchObject({
        allowed_mentions: { parse: [] },
      });
    }
  });

  it('carries the nonce of its post and asks Discord to hold to it', () => {
    expect(alertMessage(postOf([saleAlert(1)]), viewContext())).toMatchObject({
      nonce: 'aaaaaaaaaaaaaaaaaaaaaa',
      enforce_nonce: true,
    });
  });

  it('is the same whenever it is made of the same post', () => {
    fc.assert(
      fc.property(anyAlert, forms, (alert, form) => {
        const post = postOf([alert], form);
        const again = postOf([structuredClone(alert)], form);
        expect(alertMessage(again, viewContext())).toEqual(alertMessage(post, viewContext()));
      }),
      { numRuns: 50 },
    );
  });

  it('links only to pages of the operator', () => {
    fc.assert(
      fc.property(anyAlert, forms, (alert, form) => {
        const body = alertMessage(postOf([alert], form), viewContext());
        const links = formatted(body).flatMap((text) => readMarkdown(text).links);
        expect(links.filter((link) => !/^https:\/\/(?:market|explorer)\.example\//.test(link))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('mentions no one and opens no block in the texts where Discord reads markdown', () => {
    fc.assert(
      fc.property(anySale, (alert) => {
        const [embed] = alertMessage(postOf([alert]), viewContext()).embeds ?? [];
        const texts = [embed?.title ?? '', ...(embed?.fields ?? []).map(({ value }) => value)];
        for (const text of texts) {
          const { blocks, mentions } = readMarkdown(text);
          expect(mentions).toEqual([]);
          expect(blocks.filter((line) => !line.startsWith('-# exactly '))).toEqual([]);
        }
        expect(readMarkdown(embed?.title ?? '').live).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the capacity of a message', () => {
  const backlog = fc.array(anyAlert, { minLength: 1, maxLength: 14 });

  it('always takes the first alert and never more than Discord takes, in either form', () => {
    fc.assert(
      fc.property(backlog, forms, contexts, (alerts, form, context) => {
        const capacity = messageCapacity(CHANNEL, alerts, context);
        expect(capacity).toBeGreaterThanOrEqual(1);
        expect(capacity).toBeLessThanOrEqual(alerts.length);
        const body = alertMessage(postOf(alerts.slice(0, capacity), form), context);
        expect(refusals(body)).toEqual([]);
        for (const alert of alerts.slice(0, capacity)) {
          expect(readable(body)).toContain(`alert ${referenceFor(CHANNEL, alert)}`);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is ten for ordinary sales, however many wait', () => {
    const sales = Array.from({ length: 30 }, (_, number) => saleAlert(number));
    expect(messageCapacity(CHANNEL, sales, viewContext())).toBe(10);
  });

  it('ends before the alert that no longer fits', () => {
    const alerts: readonly Alert[] = [saleAlert(1), sweepAlert(60), sweepAlert(60), saleAlert(2)];
    expect(messageCapacity(CHANNEL, alerts, viewContext())).toBe(2);
  });
});

describe('a message of several alerts', () => {
  it('shows their pictures small, in the order of the alerts', () => {
    const { embeds = [] } = alertMessage(postOf([saleAlert(1), saleAlert(2)]), viewContext());
    expect(embeds.map(({ image, thumbnail }) => [image, thumbnail?.url])).toEqual([
      [undefined, 'https://example.com/7.png'],
      [undefined, 'https://example.com/7.png'],
    ]);
    expect(embeds.map(({ title }) => title)).toEqual([
      'Punk #1 sold for 22.75 ETH',
      'Punk #2 sold for 22.75 ETH',
    ]);
  });

  it('keeps within the text of a message in plain words, however long the pages are', () => {
    const sales = Array.from({ length: 10 }, (_, number) =>
      saleAlert(number, { item: soldItem({ tokenName: 'x'.repeat(1_800) }) }),
    );
    for (let length = 0; length < 120; length += 1) {
      const transaction = `https://explorer.example/${'t'.repeat(length)}/{txHash}`;
      const links = createLinks({ ...TEMPLATES, item: null, transaction });
      expect(refusals(alertMessage(postOf(sales, 'plain'), viewContext({ links })))).toEqual([]);
    }
  });

  it('has a line for each in plain words', () => {
    const { content = '' } = alertMessage(postOf([saleAlert(1), sweepAlert(3)], 'plain'), viewContext());
    expect(content.split('\n')).toHaveLength(2);
  });
});

describe('an alert in plain words', () => {
  const plain = (alert: Alert, context = viewContext()) =>
    alertMessage(postOf([alert], 'plain'), context).content;

  it('tells a sale with its price, its pages and its reference', () => {
    const alert = saleAlert(7);
    expect(plain(alert)).toBe(
      `Sale: Punk #7 of Punks · 22.75 ETH · <https://market.example/item/${alert.item.collection}/7> · <https://explorer.example/tx/${alert.txHash}> · alert ${referenceFor(CHANNEL, alert)}`,
    );
  });

  it('tells a sweep with its size and total', () => {
    expect(plain(sweepAlert(7), withoutPages)).toMatch(/^Sweep: 7 × Punks · 7 ETH · alert \w{8}$/);
  });

  it('tells every digit of a price that was cut for reading', () => {
    const item = soldItem({ price: 1_234_567_890_123_456_789_012n });
    expect(plain(saleAlert(1, { item }))).toContain('1,235 ETH · exactly 1234.567890123456789012 ETH ·');
  });

  it('says so when the price was not told', () => {
    expect(plain(saleAlert(1, { item: soldItem({ price: null }) }))).toContain(' · price not told · ');
  });
});
