import type { DescribeContext, MarketDescription, Subject } from '../description.ts';
import type { AlertBase } from './alert-base.ts';
import { describedPrice, transactionUrl } from './facts.ts';
import type { SoldItem } from './parts.ts';
import { collectionsOf, headingOf, pictureOf } from './subject.ts';

/** What descriptions of an event that happened once have in common; a kind replaces what differs. */
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
    transactionUrl: transactionUrl(txHash, context),
    line: null,
    rank: 1,
  } satisfies Partial<MarketDescription>;
}

/** What descriptions of one token with a price have in common. */
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
