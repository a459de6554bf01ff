import { type Address, isBurnAddress, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { FieldReader } from '../../decode/record.ts';
import { readFlag, readText, truncate } from '../../decode/scalar.ts';
import * as field from './fields.ts';

/** Names of each kind in feeds (activity-decoding: `kinds`), letters only. */
const SYNONYMS = {
  sale: `sale sold sell buy bought purchase purchased trade successful match fill listingfilled listfill buynow
    salebuynow itemsold punkbought ordermatch marketsale`,
  offer_accepted: `acceptbid acceptedbid offeraccepted acceptoffer acceptedoffer saleacceptbid tokenofferfilled
    collectionofferfilled offerfilled collectionofferaccepted`,
  listing:
    'list listing listed ask askcreated newlisting itemlisted listingcreated listingplaced create created',
  listing_updated: 'priceupdate priceupdated adjustprice updatelisting listingupdated durationextended',
  listing_cancelled: `delist unlist unlisted cancellist cancellisting cancellistings listingcancelled
    listingcanceled askcancel askcancelled itemcancelled listingcancel cancelled cancel`,
  listing_expired: 'expired listingexpired expire salefinished',
  offer: `offer offermade newoffer makeoffer bidcreated tokenoffercreated itemreceivedoffer itemoffer offerentered
    offercreated`,
  collection_offer:
    'collectionoffer newcollectionoffer newfilteredcollectionoffer collectionoffercreated traitoffer',
  offer_cancelled: `canceloffer offercancelled offercanceled offerremoved cancelbid bidcancel bidcancelled
    bidwithdrawn tokenoffercancelled collectionoffercancelled offercancel`,
  auction_created: 'auction auctioncreated newauction auctionstarted auctioncreate auctionlisting',
  auction_bid: 'auctionbid newbid bidplaced placebid bidentered itemreceivedbid outbid',
  auction_extended: 'auctionextended auctiondurationextended',
  auction_settled: `auctionsettled auctionfinished auctionended auctioncompleted auctionfinalized auctionsale
    settle auctionwon`,
  auction_cancelled: 'auctioncancelled auctioncanceled auctioncancel cancelauction',
  transfer: 'transfer transferred itemtransferred send airdrop move',
  mint: 'mint minted',
  burn: 'burn burned',
  ignored: 'approve approval itemmetadataupdated orderinvalidate orderrevalidate redemption',
};

/** `unknown` records are kept and counted, but never posted. */
export type ActivityKind = Exclude<keyof typeof SYNONYMS, 'offer_accepted'> | 'unknown';

function isKind(name: string): name is keyof typeof SYNONYMS {
  return Object.hasOwn(SYNONYMS, name);
}

const KIND_OF_WORD = new Map(
  Object.keys(SYNONYMS)
    .filter(isKind)
    .flatMap((kind) => SYNONYMS[kind].split(/\s+/).map((word) => [word, kind] as const)),
);

/** Values of kind fields that name the object instead of the event. */
const NON_KIND_WORDS = new Set(['', 'erc', 'nft', 'token', 'item', 'activity', 'event', 'order', 'null']);

/** Above the length of any kind name. The name becomes part of a record key. */
const MAX_WORD_LENGTH = 64;

/** Reads the record's name for its kind, letters only; `null` if absent. */
function readKindWord(value: unknown): string | null {
  const letters = typeof value === 'string' ? value.toLowerCase().replace(/[^a-z]/g, '') : '';
  const word = truncate(letters, MAX_WORD_LENGTH);
  return NON_KIND_WORDS.has(word) ? null : word;
}

export interface DecodedKind {
  readonly kind: ActivityKind;
  /** Whether the seller accepted an existing bid, so that the bidder is the buyer. */
  readonly accepted: boolean;
  /** The record's own name for its kind, letters only; `''` if absent. */
  readonly word: string;
}

function offerKind(reader: FieldReader): ActivityKind {
  const isForCollection =
    reader.first(field.IS_COLLECTION_OFFER, readFlag) === true ||
    reader.first(field.BID_TYPE, readKindWord)?.includes('collection') === true;
  return isForCollection ? 'collection_offer' : 'offer';
}

/** Decodes the kind from the record's own fields, before its parties are known. Unknown names are not guessed. */
export function decodeKind(reader: FieldReader): DecodedKind {
  const word =
    reader.first(field.KIND, readKindWord) ??
    reader.first([...field.ORDER_TYPE, ...field.BID_TYPE, ...field.TRANSFER_TYPE], readKindWord) ??
    (reader.first(field.IS_COLLECTION_OFFER, readFlag) === true ? 'collectionoffer' : '');
  const named = KIND_OF_WORD.get(word) ?? 'unknown';
  if (named === 'offer_accepted') return { kind: 'sale', accepted: true, word };
  const reported = { accepted: false, word };
  if (word === 'bid') {
    const inAuction = reader.first(field.AUCTION_ID, readText) !== null;
    return { ...reported, kind: inAuction ? 'auction_bid' : offerKind(reader) };
  }
  if (named === 'offer') return { ...reported, kind: offerKind(reader) };
  if (named === 'transfer') {
    const precise = KIND_OF_WORD.get(reader.first(field.TRANSFER_TYPE, readKindWord) ?? '');
    return { ...reported, kind: precise === 'mint' || precise === 'burn' ? precise : 'transfer' };
  }
  return { ...reported, kind: named };
}

/**
 * Refines the kind: a transfer from the zero address is a mint, one to the zero or dead address a burn; other kinds
 * stay (activity-decoding: mint, burn).
 */
export function refineKindByParties(
  kind: ActivityKind,
  from: Address | null,
  to: Address | null,
): ActivityKind {
  if (kind !== 'transfer') return kind;
  if (from === ZERO_ADDRESS) return 'mint';
  return isBurnAddress(to) ? 'burn' : 'transfer';
}
