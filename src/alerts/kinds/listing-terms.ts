import { z } from 'zod';
import { address, bigint } from '#src/chain/codecs.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';
import type { DescribeContext, Fact } from '../description.ts';
import { fact, headlinePrice, priceText, timeOf, walletOf } from './facts.ts';
import type { SoldItem } from './parts.ts';

/** Terms of a listing, of one token or of several. */
export const termFields = {
  // The wallet that a private listing is for, `null` if unknown; absent for a public one.
  reserved: z.object({ for: address.nullable() }).readonly().optional(),
  // Final price of a Dutch listing and when it is reached, epoch seconds; the alert's price is the one at its time.
  falling: z.object({ to: bigint, until: z.number().nullable() }).readonly().optional(),
};

const terms = z.object(termFields);
export type ListingTerms = Readonly<z.infer<typeof terms>>;

type Priced = Pick<SoldItem, 'price' | 'currency' | 'coin'>;

/**
 * Builds the headline of a listing: public or private, and its price.
 * @param link the listed token or tokens
 */
export function listedHeadline(
  priced: Priced,
  { reserved, falling }: ListingTerms,
  link: Segment,
  context: DescribeContext,
): Segments {
  const { listing: words } = context.messages.kinds;
  const price = headlinePrice(priced, context);
  const isPrivate = reserved !== undefined;
  if (price === null) return isPrivate ? words.listedPrivately(link) : words.listed(link);
  if (falling !== undefined)
    return isPrivate ? words.listedPrivatelyFrom(link, price) : words.listedFrom(link, price);
  return isPrivate ? words.listedPrivatelyFor(link, price) : words.listedFor(link, price);
}

/** Builds facts on whom the listing is for, and how its price falls. */
export function termsFacts(
  priced: Priced,
  { reserved, falling }: ListingTerms,
  context: DescribeContext,
): readonly Fact[] {
  const { listing: words } = context.messages.kinds;
  const [from, to] = [priced.price, falling?.to ?? null].map((price) =>
    priceText({ ...priced, price }, context),
  );
  const until = timeOf(falling?.until ?? null, 'dateTime');
  const buyer = reserved === undefined || reserved.for === null ? null : walletOf(reserved.for, context);
  return [
    ...fact('state', 'reserved', reserved === undefined ? null : words.reservedFor(buyer)),
    ...fact('state', 'falling', from && to && falling ? words.falling(from, to, until) : null),
  ];
}
