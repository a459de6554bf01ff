import type { MarketAlert } from '../../domain/alert.ts';
import { cut } from '../text.ts';
import { subjectPage, subjectPrice, subjectText } from './alert-subject.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { momentText } from './moment.ts';
import { amountText, exactText, soldForText } from './price.ts';

const NAME_ROOM = 120;
/** A name is not cut shorter than this to make room; the links go first. */
const SHORTEST_NAME = 20;

/** What stands before the colon. */
function labelOf(alert: MarketAlert, context: ViewContext): string {
  switch (alert.type) {
    case 'sale':
      return 'Sale';
    case 'sweep':
      return 'Sweep';
    case 'storm':
      return `Traded ${counted(alert.count, 'time', context)} between two wallets`;
    case 'listing':
      return 'Listing';
    case 'offer':
      return alert.token === null ? 'Offer for any of' : 'Offer';
    case 'move':
      return alert.kind === 'mint' ? 'Mint' : 'Transfer';
    case 'auction':
      return AUCTION_LABELS[alert.kind];
    default:
      return alert satisfies never;
  }
}

const AUCTION_LABELS = {
  auction_started: 'Auction',
  auction_bid: 'Bid',
  auction_ending: 'Auction about to end',
  auction_ended: 'Auction over',
  auction_cancelled: 'Auction cancelled',
} as const;

/** What it cost, in words; `null` where a price is not to be expected. */
function priceText(alert: MarketAlert, context: ViewContext): string | null {
  const known = subjectPrice(alert);
  if (known !== null) return amountText(known, context);
  switch (alert.type) {
    case 'sale':
    case 'listing':
      return soldForText(alert.item, context) ?? 'price not told';
    case 'offer':
      return soldForText(alert, context) ?? 'price not told';
    case 'sweep':
      return 'price not told';
    case 'move':
      return soldForText(alert, context);
    case 'auction':
      return alert.startingPrice === null
        ? 'no bid'
        : `no bid, from ${amountText(alert.startingPrice, context)}`;
    case 'storm':
      return null;
    default:
      return alert satisfies never;
  }
}

function endText(alert: MarketAlert): string | null {
  const end = alert.type === 'auction' && alert.status === 'running' ? momentText(alert.endTime) : null;
  return end === null ? null : `ends ${end}`;
}

function linksOf(alert: MarketAlert, context: ViewContext): readonly string[] {
  const pages = [
    subjectPage(alert, context),
    alert.txHash === null ? null : context.links.transaction(alert.txHash),
  ];
  return [...new Set(pages.filter((page) => page !== null))].map((page) => `<${page}>`);
}

/**
 * An alert in one line of plain words: what is sent when Discord refuses its embed. The mark always stands at its end;
 * every digit of the price and links stand where there is room.
 * @param room length that the line may have, in UTF-16 units; at least 190
 */
export function plainAlert(alert: MarketAlert, mark: string, room: number, context: ViewContext): string {
  const price = priceText(alert, context);
  const parts = [labelOf(alert, context), ...(price === null ? [] : [price]), mark];
  const left = room - parts.join(' · ').length - ': '.length;
  const name = subjectText(alert, Math.min(NAME_ROOM, Math.max(SHORTEST_NAME, left)), context, true);
  const [label, ...rest] = parts;
  let line = [`${label}: ${name}`, ...rest.slice(0, -1)].join(' · ');
  const known = subjectPrice(alert);
  const exact = known === null ? null : exactText(known, context);
  const extras = [exact === null ? null : `exactly ${exact}`, endText(alert), ...linksOf(alert, context)];
  for (const extra of extras) {
    if (extra === null) continue;
    if (line.length + extra.length + mark.length + 6 <= room) line = `${line} · ${extra}`;
  }
  return `${cut(line, room - mark.length - 3)} · ${mark}`;
}
