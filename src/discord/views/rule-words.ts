import { type Address, shortAddress } from '../../domain/address.ts';
import type { AlertFilter } from '../../domain/alert-filter.ts';
import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kind.ts';
import type { Rule } from '../../domain/subscription.ts';
import { escapedLine, plainLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { joined } from './joined.ts';
import { numberText, percentText } from './numbers.ts';
import { amountText, exactText } from './price.ts';

const NAME_LENGTH = 100;
const TRAIT_LENGTH = 60;
/** So many of a list are named, the others counted. */
const NAMED = 3;

type Write = typeof plainLine;

/** What is told of each kind, as a plural. Sweeps are sales. */
const KIND_WORDS: Readonly<Record<AlertKind, string>> = {
  sale: 'sales',
  listing: 'listings',
  offer: 'offers',
  transfer: 'transfers',
  mint: 'mints',
  auction_started: 'auction starts',
  auction_bid: 'auction bids',
  auction_ending: 'auction endings',
  auction_ended: 'auction results',
  auction_cancelled: 'cancelled auctions',
};

const AUCTION = 'auction ';
const AUCTION_KINDS = ALERT_KINDS.filter((kind) => kind.startsWith('auction_'));

/** The first few of a list by name, and how many more there are. */
function named(words: readonly string[], last: 'and' | 'or', context: ViewContext): string {
  const more = words.length - NAMED;
  if (more <= 1) return joined(words, last);
  return joined([...words.slice(0, NAMED), `${numberText(more, context)} more`], last);
}

const isEverything = (kinds: readonly AlertKind[]): boolean => kinds.length === ALERT_KINDS.length;

/** What kinds are called together: `sales and offers`, `auction starts and bids`, `auctions`, `everything`. */
export function kindsText(kinds: readonly AlertKind[], last: 'and' | 'or' = 'and'): string {
  if (isEverything(kinds)) return 'everything';
  const wholeAuctions = AUCTION_KINDS.every((kind) => kinds.includes(kind));
  const single = kinds.filter((kind) => !wholeAuctions || !AUCTION_KINDS.includes(kind));
  const names = single.map((kind) => KIND_WORDS[kind]);
  const firstOfAuctions = names.findIndex((name) => name.startsWith(AUCTION));
  const brief = names.map((name, at) =>
    at > firstOfAuctions && name.startsWith(AUCTION) ? name.slice(AUCTION.length) : name,
  );
  return joined([...brief, ...(wholeAuctions ? ['auctions'] : [])], last);
}

function collectionsText({ collections }: AlertFilter, context: ViewContext, write: Write): string {
  if (collections.type === 'every') return 'every collection';
  if (collections.type === 'whitelisted') return 'all whitelisted collections';
  const names = collections.addresses.map((address) => {
    const name = write(context.collectionName(address) ?? '', NAME_LENGTH);
    return name === '' ? shortAddress(address) : name;
  });
  return named(names, 'and', context);
}

function priceWords({ priceFrom, priceTo }: AlertFilter, context: ViewContext): string {
  const amount = (wei: bigint) => exactText(wei, context) ?? amountText(wei, context);
  if (priceFrom !== null && priceTo !== null) {
    if (priceFrom === priceTo) return ` for exactly ${amount(priceFrom)}`;
    return ` between ${amount(priceFrom)} and ${amount(priceTo)}`;
  }
  if (priceFrom !== null) return ` above ${amount(priceFrom)}`;
  return priceTo === null ? '' : ` up to ${amount(priceTo)}`;
}

function rankWords(rank: number, context: ViewContext): string {
  return rank === 1 ? 'rank 1 only' : `rank ${numberText(rank, context)} or better`;
}

function walletsText(wallets: readonly Address[], last: 'and' | 'or', context: ViewContext): string {
  return named(wallets.map(shortAddress), last, context);
}

function words(rule: Rule, context: ViewContext, write: Write): string {
  const { kinds, filter, endingLead } = rule;
  const { belowFloorPercent, rankAtMost, traits, onlyWallets, notWallets, quantityFrom } = filter;
  const traitNames = (traits?.traits ?? []).map(({ type, value }) =>
    write(`${type}: ${value}`, TRAIT_LENGTH),
  );
  const where = `${isEverything(kinds) ? 'in' : 'of'} ${collectionsText(filter, context, write)}`;
  const floorShare = percentText(belowFloorPercent ?? 0, context, { digits: 0 });
  const told = kinds.length === 1 ? 'told' : 'endings told';
  const parts = [
    `${kindsText(kinds)} ${where}${priceWords(filter, context)}`,
    belowFloorPercent === null ? '' : `at least ${floorShare} below the floor`,
    rankAtMost === null ? '' : rankWords(rankAtMost, context),
    traits === null ? '' : `with ${named(traitNames, traits.mode === 'any' ? 'or' : 'and', context)}`,
    onlyWallets.length === 0 ? '' : `involving ${walletsText(onlyWallets, 'or', context)}`,
    notWallets.length === 0 ? '' : `not involving ${walletsText(notWallets, 'or', context)}`,
    quantityFrom === null
      ? ''
      : `at least ${numberText(quantityFrom, context)} ${quantityFrom === 1n ? 'unit' : 'units'}`,
    kinds.includes('auction_ending') ? `${told} ${endingLead} minutes ahead` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/**
 * A rule in plain words, for a place where Discord reads markdown: `sales of Sonic Shards above 100 S, rank 500 or
 * better`. Every part that is set is named; of long lists the first few. At most some 1,200 characters.
 */
export function ruleText(rule: Rule, context: ViewContext): string {
  return words(rule, context, escapedLine);
}

/** A rule in plain words, for a place where Discord reads no markdown, as in the choices of an option. */
export function ruleLabel(rule: Rule, context: ViewContext): string {
  return words(rule, context, plainLine);
}
