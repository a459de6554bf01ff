import type { ActivityKind } from '../../domain/activity.ts';
import { type Address, ZERO_ADDRESS } from '../../domain/address.ts';
import * as field from './activity-fields.ts';
import type { FieldReader } from './record.ts';
import { beginningOf, readFlag, readText } from './scalar.ts';

const DEAD_ADDRESS = '0x000000000000000000000000000000000000dead';

/** What feeds call each kind (activity-decoding: `kinds`), letters only. */
const SYNONYMS: Readonly<Record<Exclude<ActivityKind, 'unknown'> | 'offer_accepted', string>> = {
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

function isKind(name: string): name is keyof typeof SYNONYMS {
  return Object.hasOwn(SYNONYMS, name);
}

const KIND_OF_WORD = new Map(
  Object.keys(SYNONYMS)
    .filter(isKind)
    .flatMap((kind) => SYNONYMS[kind].split(/\s+/).map((word) => [word, kind] as const)),
);

/** Words that stand in the kind's place and name the thing rather than the event. */
const NOT_A_KIND = new Set(['', 'erc', 'nft', 'token', 'item', 'activity', 'event', 'order', 'null']);

/** Longer than any word that a feed has for a kind; it becomes part of what the record is known by. */
const LONGEST_WORD = 64;

/** What a record calls itself, as letters only; `null` where it says nothing of it. */
function readWord(value: unknown): string | null {
  const letters = typeof value === 'string' ? value.toLowerCase().replace(/[^a-z]/g, '') : '';
  const word = beginningOf(letters, LONGEST_WORD);
  return NOT_A_KIND.has(word) ? null : word;
}

export interface DecodedKind {
  readonly kind: ActivityKind;
  /** The seller took a bid that was there before: the bidder is the buyer. */
  readonly accepted: boolean;
  /** The record's own word, letters only; `''` where it has none. */
  readonly word: string;
}

function offerScope(reader: FieldReader): ActivityKind {
  const whole =
    reader.first(field.IS_COLLECTION_OFFER, readFlag) === true ||
    reader.first(field.BID_TYPE, readWord)?.includes('collection') === true;
  return whole ? 'collection_offer' : 'offer';
}

/** The kind that a record's words tell, before its parties are known. An unknown word is never guessed at. */
export function decodeKind(reader: FieldReader): DecodedKind {
  const word =
    reader.first(field.KIND, readWord) ??
    reader.first([...field.ORDER_TYPE, ...field.BID_TYPE, ...field.TRANSFER_TYPE], readWord) ??
    (reader.first(field.IS_COLLECTION_OFFER, readFlag) === true ? 'collectionoffer' : '');
  const named = KIND_OF_WORD.get(word) ?? 'unknown';
  if (named === 'offer_accepted') return { kind: 'sale', accepted: true, word };
  const told = { accepted: false, word };
  if (word === 'bid') {
    const inAuction = reader.first(field.AUCTION_ID, readText) !== null;
    return { ...told, kind: inAuction ? 'auction_bid' : offerScope(reader) };
  }
  if (named === 'offer') return { ...told, kind: offerScope(reader) };
  if (named === 'transfer') {
    const precise = KIND_OF_WORD.get(reader.first(field.TRANSFER_TYPE, readWord) ?? '');
    return { ...told, kind: precise === 'mint' || precise === 'burn' ? precise : 'transfer' };
  }
  return { ...told, kind: named };
}

/**
 * A transfer from nobody is a mint, one to nobody a burn; a sale stays a sale whoever the parties are
 * (activity-decoding: mint, burn).
 */
export function kindByParties(kind: ActivityKind, from: Address | null, to: Address | null): ActivityKind {
  if (kind !== 'transfer') return kind;
  if (from === ZERO_ADDRESS) return 'mint';
  return to === ZERO_ADDRESS || to === DEAD_ADDRESS ? 'burn' : 'transfer';
}
