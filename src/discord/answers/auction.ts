import type { Address } from '../../chain/address.ts';
import { auctionStatus } from '../../marketplace/model/auction.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, linkButton, screenButton } from '../components/buttons.ts';
import type { Screen } from '../screen.ts';
import { withAge } from '../views/age.ts';
import { auctionEmbed } from '../views/auction.ts';
import { exactAuctionEmbed } from '../views/exact-auction.ts';
import { resultOrNull } from './result-or-null.ts';

type AuctionScreen = Extract<Screen, { at: 'auction' | 'exact-auction' }>;

/**
 * The auction with its token and the floor. Token and floor are requested in parallel where the auction is cached.
 */
async function readAuction({ collection, auctionId }: AuctionScreen, { services }: AnswerContext) {
  const { lookups, suggestions } = services;
  const cached = suggestions
    .auctions()
    .find((one) => one.collection === collection && one.auctionId === auctionId);
  const floor = resultOrNull(lookups.collection(collection));
  const prefetched = cached === undefined ? null : resultOrNull(lookups.token(collection, cached.tokenId));
  const dated = await lookups.auction(collection, auctionId);
  const token = await (prefetched ?? resultOrNull(lookups.token(collection, dated.value.tokenId)));
  return { dated, token: token?.value ?? null, floor: (await floor)?.value.stats.floor ?? null };
}

/** Each user once: Discord rejects two buttons with the same custom id. */
function userButtons(
  people: readonly (readonly [label: string, who: Address | null])[],
  context: AnswerContext,
) {
  const shown = new Set<Address>();
  return people.flatMap(([label, who]) => {
    if (who === null || shown.has(who)) return [];
    shown.add(who);
    return [screenButton(label, { at: 'profile', who }, context)];
  });
}

/** An auction, with buttons to its token, its users and its collection. */
export async function answerAuction(
  screen: Extract<Screen, { at: 'auction' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { view, marketNow } = context.services;
  const { dated, token, floor } = await readAuction(screen, context);
  const auction = dated.value;
  const { collection, tokenId, auctionId } = auction;
  const seconds = marketNow() / 1_000;
  const { auction: words, lists } = view.messages;
  const leader = auctionStatus(auction, seconds) === 'sold' ? words.winner : words.leader;
  const everything = {
    at: 'auctions',
    page: 1,
    filter: 'active',
    sort: 'endTime',
    collection: null,
  } as const;
  return {
    embeds: [withAge(auctionEmbed({ auction, token, floor }, seconds, view), dated, view)],
    components: buttonRows([
      screenButton(words.refresh, screen, context, { primary: true }),
      screenButton(words.token, { at: 'token', collection, tokenId }, context),
      ...userButtons(
        [
          [words.seller, auction.seller],
          [leader, auction.highestBidder],
        ],
        context,
      ),
      screenButton(lists.collection, { at: 'collection', collection }, context),
      screenButton(lists.exactAmounts, { ...screen, at: 'exact-auction' }, context),
      screenButton(words.allAuctions, everything, context),
      ...linkButton(
        lists.open,
        view.links.auction({ collection, tokenId, auctionId }) ?? view.links.item(collection, tokenId),
      ),
    ]),
  };
}

/** All amounts of an auction with full precision, as an ephemeral message. */
export async function answerExactAuction(
  { collection, auctionId }: Extract<Screen, { at: 'exact-auction' }>,
  { services }: AnswerContext,
): Promise<Answer> {
  const { lookups, suggestions, view } = services;
  const dated = await lookups.auction(collection, auctionId);
  const name = suggestions.tokenName(collection, dated.value.tokenId);
  const token = { name, image: null, rarity: null, collectionName: null };
  return { embeds: [withAge(exactAuctionEmbed({ auction: dated.value, token }, view), dated, view)] };
}
