import { priceChange } from '#src/chain/comparison.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';
import type { DescribeContext, Fact, MarketDescription, Rows, Section, Subject } from '../../description.ts';
import { amountChange } from '../amount-change.ts';
import { fact, nativeAmount, strong, timeOf, walletOf } from '../facts.ts';
import { collectionsOf, headingOf } from '../subject.ts';
import { isUneventful, type RecapAlert } from './schema.ts';

/** Collections named in the headline; the others are counted. */
const MAX_NAMED = 3;

/** Returns the scope of the recap: a collection, several, or all. */
function subjectOf({ chosen, isWhitelisted }: RecapAlert, context: DescribeContext): Subject {
  const { messages, names, links } = context;
  const [first] = chosen ?? [];
  const isSingle = first !== undefined && chosen?.length === 1;
  const named = (chosen ?? []).slice(0, MAX_NAMED).map((one) => names.collection(one));
  const further = (chosen?.length ?? 0) - named.length;
  const all = isWhitelisted ? messages.recaps.whitelistedCollections : messages.recaps.everyCollection;
  const several = messages.writer.list(
    [...named, ...(further > 0 ? [messages.writer.number(further)] : [])],
    'and',
  );
  const name = chosen === null ? all : several;
  const words: readonly Segment[] = [{ type: chosen === null ? 'text' : 'name', text: name }];
  return {
    name,
    collection: null,
    short: words,
    full: words,
    url: isSingle ? links.collection(first.collection) : null,
    target: isSingle ? { at: 'collection', collection: first.collection } : null,
  };
}

const changeOf = (from: Wei | null, to: Wei | null) =>
  from === null || to === null ? null : priceChange(from, to);

function factsOf(alert: RecapAlert, context: DescribeContext): readonly Fact[] {
  const { burned, unpriced, repeated, since, missedBefore } = alert;
  const { recaps: words } = context.messages;
  const at = (seconds: number | undefined) => timeOf(seconds ?? null, 'dateTime');
  const [begun, missed] = [at(since), at(missedBefore)];
  return [
    ...fact('state', 'nothing', isUneventful(alert) ? words.nothing : null),
    ...fact('state', 'burned', burned === undefined ? null : words.burned(burned)),
    ...fact('note', 'unpriced', unpriced === 0 ? null : words.unpriced(unpriced), null),
    ...fact('note', 'repeated', repeated === 0 ? null : words.repeated(repeated), null),
    ...fact('note', 'since', begun === null ? null : words.since(begun), null),
    ...fact('note', 'missed', missed === null ? null : words.missed(missed), null),
  ];
}

function saleLine(token: RecapAlert['topSales'][number], context: DescribeContext): Segments {
  const { messages, names, links } = context;
  return messages.recaps.topSale(
    { type: 'name', text: names.token(token), url: links.item(token.collection, token.tokenId) },
    nativeAmount(token.price, context),
    token.buyer === null ? null : walletOf(token.buyer, context),
  );
}

/** Lists the top sales, for the menu below the message. */
function rowsOf({ topSales }: RecapAlert, context: DescribeContext): Rows {
  const at = (index: number) => topSales[index];
  return {
    title: context.messages.recaps.topSales,
    count: topSales.length,
    row(index) {
      const token = at(index);
      return token === undefined ? [] : saleLine(token, context);
    },
    target(index) {
      const token = at(index);
      return token === undefined
        ? null
        : { at: 'token', collection: token.collection, tokenId: token.tokenId };
    },
    further: 0,
    more: () => '',
  };
}

const NO_PICTURES = { pictures: [], page: null };

/** Builds the sections with the numbers of the period; none for a period without events. */
function numbersOf(alert: RecapAlert, context: DescribeContext): readonly Section[] {
  if (isUneventful(alert)) return [];
  const { every, total, before, floor, auctions } = alert;
  const { recaps: words } = context.messages;
  const amount = (wei: Wei) => nativeAmount(wei, context);
  const { started, sold, soldFor, unsold } = auctions;
  const numbers = { ...NO_PICTURES, isShort: true };
  return [
    {
      title: words.volume,
      lines: [
        total.sales === 0 ? words.nothingSold : words.sold(total.sales, amount(total.volume)),
        ...(before === null
          ? []
          : [words.before(every, amount(before.volume), priceChange(before.volume, total.volume))]),
      ],
      ...numbers,
    },
    {
      title: words.floorTitle,
      lines:
        floor === null
          ? []
          : [
              words.floor(
                amountChange(floor.from, floor.to, words.notListed, context, strong),
                changeOf(floor.from, floor.to),
              ),
            ],
      ...numbers,
    },
    {
      title: words.auctions,
      lines: [
        ...(started === 0 ? [] : [words.auctionsStarted(started)]),
        ...(sold === 0 ? [] : [words.auctionsSold(sold, soldFor === 0n ? null : amount(soldFor))]),
        ...(unsold === 0 ? [] : [words.auctionsUnsold(unsold)]),
      ],
      ...numbers,
    },
  ];
}

function sectionsOf(alert: RecapAlert, context: DescribeContext): readonly Section[] {
  const { topSales, movers, buyers } = alert;
  const { messages, names, links } = context;
  const { recaps: words } = messages;
  const amount = (wei: Wei) => nativeAmount(wei, context);
  const [first] = topSales;
  return [
    ...numbersOf(alert, context),
    {
      title: words.movers,
      lines: movers.map((mover) =>
        words.mover(
          { type: 'name', text: names.collection(mover), url: links.collection(mover.collection) },
          amountChange(mover.from, mover.to, words.notListed, context, strong),
          priceChange(mover.from, mover.to),
          mover.sales,
        ),
      ),
      ...NO_PICTURES,
    },
    {
      title: words.buyers,
      lines: buyers.map(({ wallet, sales, volume }) =>
        words.buyer(walletOf(wallet, context), sales, amount(volume)),
      ),
      ...NO_PICTURES,
    },
    {
      title: words.topSales,
      lines: topSales.map((token) => saleLine(token, context)),
      pictures: topSales.flatMap(({ image }) => (image === null ? [] : [image])),
      page: first === undefined ? null : links.item(first.collection, first.tokenId),
    },
  ].filter(({ lines }) => lines.length > 0);
}

/** Describes the events of the period. */
export function describe(alert: RecapAlert, context: DescribeContext): MarketDescription {
  const { every, chosen, topSales, movers, total, to, chart } = alert;
  const { recaps: words } = context.messages;
  const subject = subjectOf(alert, context);
  const [first, ...others] = chosen ?? [];
  return {
    layout: 'any',
    topic: alert.topic,
    colour: 'summed',
    group: { key: alert.kind, sign: '📊', countWords: words.recaps, pricesAddUp: false },
    label: words.label(every),
    headline: words.headline(every, { type: 'link', segments: subject.short, url: subject.url }),
    standing: null,
    subject,
    heading: first === undefined || others.length > 0 ? null : headingOf(first, context),
    collections: collectionsOf([...(chosen ?? []), ...movers, ...topSales], context),
    price: {
      amount: total.volume,
      text:
        total.sales === 0 ? words.nothingSold : words.sold(total.sales, nativeAmount(total.volume, context)),
    },
    facts: factsOf(alert, context),
    traits: [],
    rows: topSales.length === 0 ? null : rowsOf(alert, context),
    pictures: { urls: [], show: 'one', usually: 'small', page: null },
    sections: sectionsOf(alert, context),
    chart: isUneventful(alert) ? null : chart,
    occurredAt: to,
    isDated: true,
    transactionUrl: null,
    line: null,
    rank: 0,
  };
}
