import type { DescribeContext, MarketDescription, Subject } from '../description.ts';
import type { AlertBase } from './alert-base.ts';
import { describedPrice, transactionUrl } from './facts.ts';
import type { SoldItem } from './parts.ts';
import { collectionsOf, headingOf, pictureOf } from './subject.ts';

/** Builds the part of a description that events of a single moment share; kinds replace what differs. */
export function ofOneEvent(
  { topic, txHash, occurredAt }: AlertBase,
  subject: Subject,
  context: DescribeContext,
) {
  return {
    layout: 'any',
    topic,
    standing: null,
    subject,
    rows: null,
    chart: null,
    occurredAt,
    isDated: false,
    transactionUrl: transactionUrl(txHash, context),
    line: null,
    rank: 1,
  } satisfies Partial<MarketDescription>;
}

/** Builds the part of a description that events about one token with a price share. */
export function ofOneItem(
  alert: AlertBase & { readonly item: SoldItem },
  subject: Subject,
  context: DescribeContext,
) {
  const { item } = alert;
  return {
    ...ofOneEvent(alert, subject, context),
    heading: headingOf(item, context),
    collections: collectionsOf([item], context),
    price: describedPrice(item, context.messages.facts.noPrice, context),
    traits: item.attributes,
    pictures: pictureOf(item),
  } satisfies Partial<MarketDescription>;
}
