import type { DescribeContext, MarketDescription, Subject } from '../description.ts';
import { describedPrice, transactionUrl } from './facts.ts';
import type { AlertBase } from './kind.ts';
import type { SoldItem } from './parts.ts';
import { collectionsOf, headingOf, pictureOf } from './subject.ts';

/** What descriptions of one token with a price have in common. */
export function ofOneItem(
  { topic, item, txHash, occurredAt }: AlertBase & { readonly item: SoldItem },
  subject: Subject,
  context: DescribeContext,
) {
  return {
    layout: 'any',
    topic,
    standing: null,
    subject,
    heading: headingOf(item, context),
    collections: collectionsOf([item], context),
    price: describedPrice(item, context.messages.facts.noPrice, context),
    traits: item.attributes,
    rows: null,
    pictures: pictureOf(item),
    occurredAt,
    transactionUrl: transactionUrl(txHash, context),
    line: null,
    rank: 1,
  } satisfies Partial<MarketDescription>;
}
