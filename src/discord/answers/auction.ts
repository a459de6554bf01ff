import type { Address } from '../../domain/address.ts';
import { auctionStatus } from '../../domain/auction.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, linkButton, placeButton } from '../components/buttons.ts';
import type { Place } from '../place.ts';
import { withAge } from '../views/age.ts';
import { auctionEmbed } from '../views/auction.ts';
import { exactAuctionEmbed } from '../views/exact-auction.ts';
import { optionally } from './optional.ts';

type AuctionPlace = Extract<Place, { at: 'auction' | 'exact-auction' }>;

/** The auction with its token and the floor; these two are asked for at once where the auction has been heard of. */
async function readAuction({ collection, auctionId }: AuctionPlace, { services }: AnswerContext) {
  const { lookups, hints } = services;
  const heardOf = hints
    .auctions()
    .find((one) => one.collection === collection && one.auctionId === auctionId);
  const floor = optionally(lookups.collection(collection));
  const early = heardOf === undefined ? null : optionally(lookups.token(collection, heardOf.tokenId));
  const known = await lookups.auction(collection, auctionId);
  const token = await (early ?? optionally(lookups.token(collection, known.value.tokenId)));
  return { known, token: token?.value ?? null, floor: (await floor)?.value.stats.floor ?? null };
}

/** Each person once: Discord takes no two buttons that lead to the same place. */
function personButtons(
  people: readonly (readonly [label: string, who: Address | null])[],
  context: AnswerContext,
) {
  const shown = new Set<Address>();
  return people.flatMap(([label, who]) => {
    if (who === null || shown.has(who)) return [];
    shown.add(who);
    return [placeButton(label, { at: 'profile', who }, context)];
  });
}

/** An auction at a glance, with ways to its token, its people and its collection. */
export async function answerAuction(
  place: Extract<Place, { at: 'auction' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { view, marketNow } = context.services;
  const { known, token, floor } = await readAuction(place, context);
  const auction = known.value;
  const { collection, tokenId, auctionId } = auction;
  const seconds = marketNow() / 1_000;
  const leader = auctionStatus(auction, seconds) === 'sold' ? 'Winner' : 'Leader';
  const everything = {
    at: 'auctions',
    page: 1,
    filter: 'active',
    sort: 'endTime',
    collection: null,
  } as const;
  return {
    embeds: [withAge(auctionEmbed({ auction, token, floor }, seconds, view), known)],
    components: buttonRows([
      placeButton('Refresh', place, context, { primary: true }),
      placeButton('Token', { at: 'token', collection, tokenId }, context),
      ...personButtons(
        [
          ['Seller', auction.seller],
          [leader, auction.highestBidder],
        ],
        context,
      ),
      placeButton('Collection', { at: 'collection', collection }, context),
      placeButton('Exact amounts', { ...place, at: 'exact-auction' }, context),
      placeButton('All auctions', everything, context),
      ...linkButton(
        'Open',
        view.links.auction({ collection, tokenId, auctionId }) ?? view.links.item(collection, tokenId),
      ),
    ]),
  };
}

/** Every amount of an auction in full, for the one who asked. */
export async function answerExactAuction(
  { collection, auctionId }: Extract<Place, { at: 'exact-auction' }>,
  { services }: AnswerContext,
): Promise<Answer> {
  const { lookups, hints, view } = services;
  const known = await lookups.auction(collection, auctionId);
  const name = hints.tokenName(collection, known.value.tokenId);
  const token = { name, image: null, rarity: null, collectionName: null };
  return { embeds: [withAge(exactAuctionEmbed({ auction: known.value, token }, view), known)] };
}
