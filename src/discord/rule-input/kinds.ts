import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kind.ts';
import { foldText } from '../../domain/finding.ts';
import { type Typed, unreadable } from './refusal.ts';

const AUCTIONS: readonly AlertKind[] = [
  'auction_started',
  'auction_bid',
  'auction_ending',
  'auction_ended',
  'auction_cancelled',
];

/** What can be asked for, as it is offered while one types. */
export const KIND_CHOICES: readonly (readonly [name: string, kinds: readonly AlertKind[]])[] = [
  ['Sales', ['sale']],
  ['Auctions', AUCTIONS],
  ['Listings', ['listing']],
  ['Listings below floor', ['listing']],
  ['Offers', ['offer']],
  ['Mints', ['mint']],
  ['Transfers', ['transfer']],
  ['Everything', ALERT_KINDS],
  ['Auction starts', ['auction_started']],
  ['Auction bids', ['auction_bid']],
  ['Auctions ending soon', ['auction_ending']],
  ['Auction results', ['auction_ended']],
  ['Cancelled auctions', ['auction_cancelled']],
];

/** The name under which a single kind is offered. */
export function nameOfKind(kind: AlertKind): string {
  return KIND_CHOICES.find(([, kinds]) => kinds.length === 1 && kinds[0] === kind)?.[0] ?? kind;
}

const BELOW_FLOOR = ['listings below floor', 'listing below floor'];

/** Other words for the same, folded. */
const SYNONYMS: Readonly<Record<string, readonly AlertKind[]>> = {
  all: ALERT_KINDS,
  'all alerts': ALERT_KINDS,
  'auction started': ['auction_started'],
  'auction ending': ['auction_ending'],
  'auctions ending': ['auction_ending'],
  'auction endings': ['auction_ending'],
  'auction ended': ['auction_ended'],
  'auction ends': ['auction_ended'],
  'auction cancelled': ['auction_cancelled'],
  'auction cancellations': ['auction_cancelled'],
  bid: ['auction_bid'],
  bids: ['auction_bid'],
  'listing below floor': ['listing'],
  sweep: ['sale'],
  sweeps: ['sale'],
};

const KINDS_BY_NAME = new Map<string, readonly AlertKind[]>([
  ...KIND_CHOICES.flatMap(([name, kinds]): (readonly [string, readonly AlertKind[]])[] => {
    const folded = foldText(name);
    return [
      [folded, kinds],
      [folded.replace(/s$/, ''), kinds],
    ];
  }),
  ...Object.entries(SYNONYMS),
]);

/** What somebody wants to be told. */
export interface ReadKinds {
  /** In the order of `ALERT_KINDS`. */
  readonly kinds: readonly AlertKind[];
  /** They said “listings below floor”, without how far. */
  readonly belowFloor: boolean;
}

/**
 * Kinds of alerts by their names: `sales, offers`, `auctions`, `everything`, `listings below floor and mints`.
 * @throws UserError for a word that names none
 */
export function readKinds(typed: Typed): ReadKinds {
  const words = typed.text
    .split(/[,;+&\n]|\band\b/i)
    .map((word) => foldText(word).replaceAll('_', ' '))
    .filter((word) => word !== '');
  const wanted = new Set<AlertKind>();
  for (const word of words) {
    const kinds = KINDS_BY_NAME.get(word);
    if (kinds === undefined) {
      throw unreadable(
        { option: typed.option, text: word },
        'Choose among sales, listings, offers, mints, transfers, auctions and everything.',
      );
    }
    for (const kind of kinds) wanted.add(kind);
  }
  if (wanted.size === 0) {
    throw unreadable(typed, 'Say what to tell, for example sales, auctions or everything.');
  }
  return {
    kinds: ALERT_KINDS.filter((kind) => wanted.has(kind)),
    belowFloor: words.some((word) => BELOW_FLOOR.includes(word)),
  };
}
