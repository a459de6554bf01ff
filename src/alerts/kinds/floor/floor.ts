import { priceChange } from '#src/chain/comparison.ts';
import type { DescribeContext, Fact, MarketDescription } from '../../description.ts';
import { keepItemDetails, withToken } from '../../details.ts';
import { collectionMatchSubject, toParties } from '../../match-subject.ts';
import type { PlaceholderValues } from '../../templates/placeholders.ts';
import { amountChange } from '../amount-change.ts';
import { fact, headlinePrice, nativeAmount, timeOf } from '../facts.ts';
import type { Kind, SampleParts } from '../kind.ts';
import { ofOneEvent } from '../one-item.ts';
import { collectionSubject, headingOf, pictureOf, subjectLink, tokenSubject } from '../subject.ts';
import { amountValue, EVENT_PLACEHOLDERS, eventValues } from '../values.ts';
import { FLOOR_TOPIC, floorOptions } from './options.ts';
import { type FloorAlert, newFloorAlert, schema } from './schema.ts';

/** If the floor has held this long, the alert says since when. */
const LATE_SECONDS = 5 * 60;

const isRise = ({ way }: FloorAlert): boolean => way === 'above' || way === 'rose';

function causeFact({ cause }: FloorAlert, context: DescribeContext): readonly Fact[] {
  if (cause === null) return [];
  const { floor: words } = context.messages.kinds;
  const price = headlinePrice(cause.item, context);
  if (price === null) return [];
  const subject = tokenSubject(cause.item, context);
  const token = subjectLink(subject);
  return fact(
    'context',
    'cause',
    cause.what === 'listed' ? words.listed(token, price) : words.sold(token, price),
  );
}

function timeFacts({ since, threshold, occurredAt }: FloorAlert, context: DescribeContext): readonly Fact[] {
  const { floor: words } = context.messages.kinds;
  // It may have waited for an hour after another alert.
  const began = occurredAt - since < LATE_SECONDS ? null : timeOf(since);
  return [
    ...fact('time', 'since', began === null ? null : words.since(began), null),
    ...fact(
      'time',
      'threshold',
      threshold === null ? null : words.threshold(nativeAmount(threshold, context)),
      null,
    ),
  ];
}

function describe(alert: FloorAlert, context: DescribeContext): MarketDescription {
  const { kinds } = context.messages;
  const subject = collectionSubject(alert, context);
  const { floor, from, since } = alert;
  const change = amountChange(from.floor, floor, '', context);
  return {
    ...ofOneEvent(alert, subject, context),
    colour: isRise(alert) ? 'rising' : 'closing',
    group: {
      key: FLOOR_TOPIC,
      sign: isRise(alert) ? '📈' : '📉',
      countWords: kinds.floor.alerts,
      pricesAddUp: false,
    },
    label: kinds.floor.label,
    headline: kinds.floor.changed(
      subjectLink(subject),
      change,
      priceChange(from.floor, floor),
      since - from.at,
    ),
    heading: headingOf(alert, context),
    collections: [{ address: alert.collection, name: context.names.collection(alert) }],
    price: { amount: floor, text: change },
    facts: [...causeFact(alert, context), ...timeFacts(alert, context)],
    traits: [],
    pictures: pictureOf(alert.cause?.item, 'oneSmall'),
    chart: alert.chart,
  };
}

const placeholders = [...EVENT_PLACEHOLDERS, 'floor', 'floor.before', 'floor.change'] as const;

function values(
  alert: FloorAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { floor: now, from } = alert;
  const change = priceChange(from.floor, now);
  const { messages } = context;
  const about = { collection: context.names.collection(alert), count: 1n };
  return {
    ...eventValues(alert, collectionSubject(alert, context), about, context),
    floor: amountValue(now, context),
    'floor.before': amountValue(from.floor, context),
    'floor.change': change === null ? null : messages.kinds.floor.changeBy(change),
  };
}

function sample(
  _topic: FloorAlert['topic'],
  { fields, item, meant: { floorChange } }: SampleParts,
): FloorAlert {
  const price = item.price ?? 1n;
  const threshold = floorChange === undefined || floorChange.way === 'rose' ? null : floorChange.threshold;
  const floor = threshold ?? price;
  const percent = floorChange?.way === 'rose' ? BigInt(floorChange.percent) : 10n;
  const at = fields.occurredAt;
  const way = floorChange?.way ?? 'rose';
  const before = way === 'below' ? (floor * (100n + percent)) / 100n + 1n : (floor * 100n) / (100n + percent);
  return newFloorAlert({
    key: fields.key,
    occurredAt: at,
    collection: item.collection,
    collectionName: item.collectionName,
    way,
    floor,
    from: { floor: before, at: at - 3_600 },
    since: at - 60,
    threshold,
    cause: null,
    chart: null,
  });
}

/** The floor of a collection reached a rule's threshold, or moved by a rule's percentage. */
export const floor = {
  kind: 'floor',
  schema,
  topics: [
    {
      topic: FLOOR_TOPIC,
      hasPrice: false,
      comparedWithFloor: false,
      ofCollections: true,
      madeForRules: true,
      hasChart: true,
    },
  ],
  options: [floorOptions],
  sample,
  usesFloor: false,
  tokens: ({ cause }) => (cause === null ? [] : [cause.item]),
  collections: ({ collection }) => [collection],
  parties: () => [],
  subjects: ({ collection }) => [collectionMatchSubject(collection, 1n, toParties([], true))],
  prices: () => [],
  pricePending: () => false,
  price: ({ floor: amount }) => amount,
  isDatedWhenPosted: () => true,
  withDetails: (alert, details) =>
    alert.cause === null
      ? alert
      : { ...alert, cause: { ...alert.cause, item: withToken(alert.cause.item, details) } },
  keepDetails: (alert, before) =>
    alert.cause === null || before.cause === null
      ? alert
      : { ...alert, cause: { ...alert.cause, item: keepItemDetails(alert.cause.item, before.cause.item) } },
  describe,
  placeholders,
  values,
} satisfies Kind<FloorAlert>;
