import { withQuietLinks } from '#src/alerts/templates/quiet-links.ts';
import { shortAddress } from '#src/chain/address.ts';
import { formatFiat } from '#src/chain/fiat.ts';
import { formatAmount, formatExact, isShortened } from '#src/chain/wei.ts';
import { english } from '#src/messages/messages.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';
import { escapeMarkdownLine, sanitizeLine, truncate } from '../text.ts';
import type { ViewContext } from '../views/context.ts';
import { momentText } from '../views/moment.ts';

/** Longer than any 256-bit amount. */
const AMOUNT_LENGTH = 120;

/** The server's formats of amounts and commands, and pages of wallets if the style links them. */
export type DrawContext = Pick<ViewContext, 'settings'> & Partial<Pick<ViewContext, 'links' | 'messages'>>;

/** Format of the parts of a sentence. */
export interface SegmentStyle {
  /** Maximum length of a name, in UTF-16 units. */
  readonly nameLength: number;
  /** Whether names are linked to their pages. */
  readonly links: boolean;
  /**
   * `named`: like `linked`, but a wallet with a name and a page is shown without its address, for cards, where the page
   * identifies it.
   */
  readonly wallets: 'named' | 'linked' | 'code' | 'text';
  /** Whether amounts are emphasized. */
  readonly strongAmounts?: boolean;
  /** Whether Discord shows no preview of linked pages, above a message's embeds. */
  readonly quietLinks?: boolean;
  /** Whether Discord does not render markdown there, as in the choices of an option. */
  readonly plain?: boolean;
}

const TIME_STYLES = { relative: 'R', date: 'D', dateTime: 'f' } as const;

const formatInFull: typeof formatAmount = (amount, coin, settings) =>
  (isShortened(amount, coin, settings) ? formatExact : formatAmount)(amount, coin, settings);

function drawSegment(segment: Segment, view: DrawContext, style: SegmentStyle): string {
  switch (segment.type) {
    case 'text':
      return segment.text;
    case 'markdown':
      return style.quietLinks === true ? withQuietLinks(segment.text) : segment.text;
    case 'name':
      return linked(nameText(segment.text, style), segment.url ?? null, style);
    case 'amount': {
      const format = segment.exact === true ? formatInFull : formatAmount;
      const amount = truncate(format(segment.amount, segment.coin, view.settings).trim(), AMOUNT_LENGTH);
      return style.strongAmounts === true ? strong(amount, style) : amount;
    }
    case 'fiat': {
      const { amount, coin, rate, isAlone = false } = segment;
      const fiat = formatFiat(amount, coin.decimals, rate, view.settings.language);
      // A phone must not break the line after the sign.
      if (fiat === null) return '';
      const about = `≈\u00a0${truncate(fiat, AMOUNT_LENGTH)}`;
      return isAlone ? about : ` (${about})`;
    }
    case 'wallet':
      return walletSegment(segment, view, style);
    case 'contract':
      return style.wallets === 'text' ? segment.address : `\`${segment.address}\``;
    case 'time':
      return momentText(segment.at, TIME_STYLES[segment.style]) ?? '';
    case 'link':
      return linked(drawSegments(segment.segments, view, style), segment.url, style);
    case 'channel':
      return `<#${segment.id}>`;
    case 'command':
      return style.plain === true
        ? `/${segment.name}`
        : (view.messages ?? english).writer.command(segment.name);
    case 'strong':
      return strong(drawSegments(segment.segments, view, { ...style, strongAmounts: false }), style);
    default:
      return segment satisfies never;
  }
}

const nameText = (name: string, { nameLength, plain }: SegmentStyle): string =>
  plain === true ? sanitizeLine(name, nameLength) : escapeMarkdownLine(name, nameLength);

const strong = (text: string, { plain }: SegmentStyle): string => (plain === true ? text : `**${text}**`);

/** Matches a name that a reader could take for an address. */
const LIKE_ADDRESS = /^\W*0x/i;

/**
 * Formats a wallet: `punk-lover (0x1234…abcd)`. Names can be transferred, so the address is shown unless the name is
 * linked to the wallet's page in the style `named`.
 */
function walletSegment(
  { address, name = null }: Extract<Segment, { type: 'wallet' }>,
  { links }: DrawContext,
  style: SegmentStyle,
): string {
  const hasPage = style.wallets === 'linked' || style.wallets === 'named';
  const page = hasPage ? (links?.profile(address) ?? null) : null;
  const isCode = style.wallets !== 'text' && page === null;
  const short = isCode ? `\`${shortAddress(address)}\`` : shortAddress(address);
  const isNameEnough =
    name !== null && page !== null && style.wallets === 'named' && !LIKE_ADDRESS.test(name);
  const named = name === null ? '' : nameText(name, style);
  const text = name === null ? short : isNameEnough ? named : `${named} (${short})`;
  return linked(text, page, { ...style, links: true });
}

function linked(text: string, url: string | null, { links, quietLinks }: SegmentStyle): string {
  if (url === null || text === '' || !links) return text;
  return quietLinks === true ? `[${text}](<${url}>)` : `[${text}](${url})`;
}

/** Formats a sentence in Discord's markdown, with all external text escaped. */
export function drawSegments(segments: Segments, view: DrawContext, style: SegmentStyle): string {
  return segments.map((segment) => drawSegment(segment, view, style)).join('');
}

const SENTENCE: SegmentStyle = { nameLength: 80, links: true, wallets: 'text' };

/** Formats a sentence of an answer in Discord's markdown. */
export const sentenceText = (segments: Segments, view: DrawContext): string =>
  drawSegments(segments, view, SENTENCE);

/** Formats a sentence without emphasis, for places where Discord does not render markdown. */
export const sentenceLabel = (segments: Segments, view: DrawContext): string =>
  drawSegments(segments, view, { ...SENTENCE, links: false, plain: true });
