import type { Address } from '#src/chain/address.ts';
import { floorOf, keepTokenDetails, withToken } from '../../details.ts';
import { tokenMatchSubject, toParties } from '../../match-subject.ts';
import type { Party, TopicDefinition } from '../alert-base.ts';
import type { Kind, SampleParts } from '../kind.ts';
import { describe } from './description.ts';
import { ending, endingLead } from './ending-lead.ts';
import { AUCTION_TOPIC, type AuctionAlert, isAuctionTopic, nativeIn, resultOf, schema } from './schema.ts';
import { placeholders, values } from './values.ts';

/** Returns the wallets that are outbid; raising one's own bid does not count. */
function outbidWallets({ topic, outbid, leader, overtaken }: AuctionAlert): readonly Address[] {
  if (topic === AUCTION_TOPIC.bid && overtaken.length > 0) return overtaken;
  return outbid === null || outbid === leader ? [] : [outbid];
}

function partiesOf(alert: AuctionAlert): readonly Party[] {
  const { seller, bidCount, leader, latestBids } = alert;
  return [
    { role: 'seller', wallet: seller },
    ...(bidCount > 0 ? [{ role: 'leader', wallet: leader } as const] : []),
    ...outbidWallets(alert).map((wallet) => ({ role: 'outbid', wallet }) as const),
    ...latestBids.map(({ bidder }) => ({ role: 'bidder', wallet: bidder }) as const),
  ];
}

/** Returns the topic; only results are compared with the floor. */
function topicOf<Name extends AuctionAlert['topic']>(topic: Name): TopicDefinition<Name> {
  return { topic, hasPrice: true, comparedWithFloor: topic === AUCTION_TOPIC.ended, ofCollections: false };
}

/** Age of a sample auction, seconds. */
const SAMPLE_AGE_SECONDS = 3_600;

function sample(
  topic: AuctionAlert['topic'],
  { fields, item, otherWallet, meant: { lead = endingLead({}) } }: SampleParts,
): AuctionAlert {
  const isEnded = topic === AUCTION_TOPIC.ended;
  const isCancelled = topic === AUCTION_TOPIC.cancelled;
  const hasBid = topic !== AUCTION_TOPIC.started && !isCancelled;
  const at = fields.occurredAt;
  return {
    kind: 'auction',
    topic,
    ...fields,
    auction: 'sample',
    auctionId: null,
    token: item,
    seller: item.seller,
    startingPrice: item.price,
    currency: null,
    startTime: at - SAMPLE_AGE_SECONDS,
    endTime: isEnded || isCancelled ? at : at + lead * 60,
    status: isEnded ? 'sold' : isCancelled ? 'cancelled' : 'running',
    leader: hasBid ? otherWallet : null,
    highestBid: hasBid ? item.price : null,
    bidCount: hasBid ? 1 : 0,
    outbid: null,
    overtaken: [],
    overtakenBids: [],
    latestBids: [],
    extensions: 0,
    finalizedAt: isEnded ? at : null,
    provisional: false,
    confirms: null,
    floor: item.priceContext?.floor ?? null,
    lastPrice: null,
    leads: topic === AUCTION_TOPIC.ending ? [lead] : [],
  };
}

export const auction = {
  kind: 'auction',
  schema,
  topics: [
    topicOf(AUCTION_TOPIC.started),
    topicOf(AUCTION_TOPIC.bid),
    topicOf(AUCTION_TOPIC.ending),
    topicOf(AUCTION_TOPIC.ended),
    topicOf(AUCTION_TOPIC.cancelled),
  ],
  options: [ending],
  sample,
  usesFloor: true,
  tokens: ({ token }) => [token],
  parties: partiesOf,
  subjects(alert, pending) {
    const { topic, token, floor, highestBid } = alert;
    const measured = topic === AUCTION_TOPIC.ended ? nativeIn(alert, highestBid) : null;
    return [tokenMatchSubject(token, toParties(partiesOf(alert), false), pending, { measured, floor })];
  },
  prices: (alert) => [nativeIn(alert, alert.highestBid ?? alert.startingPrice)],
  // Each new bid produces a separate alert.
  pricePending: () => false,
  price: (alert) => nativeIn(alert, alert.highestBid ?? alert.startingPrice),
  urgent: ({ topic }) => topic === AUCTION_TOPIC.ending,
  isPast: ({ topic, endTime }, at) =>
    topic === AUCTION_TOPIC.ending && endTime !== null && endTime * 1_000 <= at,
  isDatedWhenPosted: ({ topic }) => topic === AUCTION_TOPIC.ending,
  withState: (
    { key, liveKey, topic, occurredAt, txHash, leads, overtaken, overtakenBids, confirms },
    state,
  ) => ({
    ...state,
    key,
    liveKey,
    topic,
    occurredAt,
    txHash,
    leads,
    overtaken,
    overtakenBids,
    confirms,
  }),
  underTopic: (state, topic) =>
    isAuctionTopic(topic) ? { ...state, topic: resultOf(state) ?? topic } : state,
  keepPosted: (state, { overtaken, overtakenBids }) => ({ ...state, overtaken, overtakenBids }),
  isFinal: (state) => resultOf(state) !== null && !state.provisional,
  withDetails: (alert, details) => ({
    ...alert,
    token: withToken(alert.token, details),
    floor: floorOf(alert.token.collection, details) ?? alert.floor,
    lastPrice: details.token(alert.token)?.lastPrice ?? alert.lastPrice,
  }),
  keepDetails: (alert, before) => ({
    ...alert,
    token: keepTokenDetails(alert.token, before.token),
    floor: before.floor ?? alert.floor,
    lastPrice: before.lastPrice ?? alert.lastPrice,
  }),
  describe,
  placeholders,
  values,
} satisfies Kind<AuctionAlert>;
