import { z } from 'zod';
import type { Description } from '../description.ts';
import type { Detector } from '../detect/detector.ts';
import { listings } from '../detect/listings.ts';
import { moves } from '../detect/moves.ts';
import { offers } from '../detect/offers.ts';
import { sales } from '../detect/sales.ts';
import { PLACEHOLDERS, type Placeholder } from '../templates/placeholders.ts';
import type { TopicDefinition } from './alert-base.ts';
import { auction } from './auction/auction.ts';
import type { AuctionAlert } from './auction/schema.ts';
import { bundle } from './bundle.ts';
import { floor } from './floor/floor.ts';
import { greeting } from './greeting.ts';
import type { Kind, SampleParts } from './kind.ts';
import { listing } from './listing.ts';
import { move } from './move.ts';
import { notice } from './notice.ts';
import { offer } from './offer.ts';
import { recap } from './recap/recap.ts';
import { repeatTrades } from './repeat-trades.ts';
import { sale } from './sale.ts';
import { sweep } from './sweep.ts';

/** The topics of auctions. */
export type AuctionTopic = AuctionAlert['topic'];

/** The kinds that rules can select. Their topics are listed to users in this order. */
const marketKinds = {
  sale,
  sweep,
  repeat_trades: repeatTrades,
  listing,
  offer,
  bundle,
  move,
  auction,
  floor,
  recap,
};
const kinds = { ...marketKinds, notice, greeting };

type Kinds = typeof kinds;
type MarketKinds = typeof marketKinds;

/** Alerts that rules are matched against. */
export type MarketAlert = Readonly<z.infer<MarketKinds[keyof MarketKinds]['schema']>>;
export type Alert = Readonly<z.infer<Kinds[keyof Kinds]['schema']>>;

/** Detectors that make alerts from feed records. */
export const detectors: readonly Detector<MarketAlert>[] = [sales, listings, offers, moves];

/** A topic that rules can select. */
export type Topic = MarketKinds[keyof MarketKinds]['topics'][number]['topic'];
/** In the order in which they are listed to users. */
export const TOPICS: readonly Topic[] = Object.values(marketKinds).flatMap(({ topics }) =>
  topics.map(({ topic }) => topic),
);

type OptionOf<K> = K extends { readonly options: readonly (infer Option)[] } ? Option : never;

/** The options that are specific to a kind. */
export const kindOptions = Object.values(marketKinds).flatMap(
  (kind): readonly OptionOf<MarketKinds[keyof MarketKinds]>[] => ('options' in kind ? kind.options : []),
);

const registry: { readonly [Name in Alert['kind']]: Kind<Alert, Description> } = kinds;
const marketRegistry: { readonly [Name in MarketAlert['kind']]: Kind<MarketAlert> } = marketKinds;

/** Returns the definition of this alert's kind. Its methods take alerts of this kind only. */
export function kindOf({ kind }: Alert): Kind<Alert, Description> {
  return registry[kind];
}

/** Returns the definition of the kind of a market alert, like `kindOf`. */
export function marketKindOf({ kind }: MarketAlert): Kind<MarketAlert> {
  return marketRegistry[kind];
}

/** Returns the placeholders of templates for the topic's alerts, as listed to users; none if it has no templates. */
export function placeholdersOf(topic: Topic): readonly Placeholder[] {
  const own = Object.values(marketRegistry).filter(
    ({ topics, sharedTopics = [] }) =>
      topics.some((definition) => definition.topic === topic) || sharedTopics.includes(topic),
  );
  return PLACEHOLDERS.filter((name) => own.some(({ placeholders = [] }) => placeholders.includes(name)));
}

/** Builds a sample alert of the topic. */
export function sampleOf(topic: Topic, parts: SampleParts): MarketAlert {
  const kind = Object.values(marketRegistry).find(({ topics }) => topics.some((one) => one.topic === topic));
  const alert = kind?.sample?.(topic, parts);
  if (alert === undefined) throw new Error(`No kind of alert makes up examples of the topic ${topic}.`);
  return alert;
}

const definitions: readonly TopicDefinition<Topic>[] = Object.values(marketKinds).flatMap(({ topics }) => [
  ...topics,
]);

/** The topics of alerts that are matched against rules: the meaning of “everything”. */
export const EVENT_TOPICS: readonly Topic[] = definitions.flatMap(({ topic, madeForRules }) =>
  madeForRules === true ? [] : [topic],
);

/** Returns whether an alert of this topic is made for one rule (`TopicDefinition.madeForRules`). */
export const isMadeForRules = (topic: Topic): boolean => !EVENT_TOPICS.includes(topic);

/** Returns the definition of a topic. */
export function definitionOf(topic: Topic): TopicDefinition<Topic> {
  const found = definitions.find((one) => one.topic === topic);
  if (found === undefined) throw new Error(`No kind of alert has the topic ${topic}.`);
  return found;
}

/** Returns whether alerts of this topic have a chart. */
export const hasChart = (topic: Topic): boolean => definitionOf(topic).hasChart === true;

/** Returns whether rules are matched against the alert. */
export function isMarketAlert(alert: Alert): alert is MarketAlert {
  return alert.kind in marketKinds;
}

const { sale: firstKind, ...otherKinds } = marketKinds;
const marketSchemas = [firstKind.schema, ...Object.values(otherKinds).map(({ schema }) => schema)] as const;

/** The stored form of the alerts that rules are matched against. */
export const marketAlertSchema: z.ZodType<MarketAlert> = z.discriminatedUnion('kind', marketSchemas);
/** The stored form of every alert. */
export const alertSchema: z.ZodType<Alert> = z.discriminatedUnion('kind', [
  ...marketSchemas,
  notice.schema,
  greeting.schema,
]);

export const kindNames: readonly Alert['kind'][] = Object.values(kinds).map(({ kind }) => kind);
