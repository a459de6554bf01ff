import type { APIEmbed } from 'discord.js';
import type { AuctionAlert } from '../../domain/alert.ts';
import { cut } from '../text.ts';
import { alertFrame, collectionLine, describedBy, pictureFor, type Showing } from './alert-frame.ts';
import { subjectPrice } from './alert-subject.ts';
import { auctionLines } from './auction-story.ts';
import { BID_NAMES } from './auction-words.ts';
import { alertColour } from './colours.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { type Field, inlineFields, unitsText, wideField } from './embed-fields.ts';
import { momentText } from './moment.ts';
import { numberText } from './numbers.ts';
import { amountInFull, amountText } from './price.ts';
import { rarityText } from './rarity.ts';
import { titleLine } from './title-line.ts';
import { walletText } from './wallet.ts';

/** Discord: 1,024 characters a field. */
const FIELD_LENGTH = 1_024;

/** The latest bids, newest first, and how many more; `null` where one line would only repeat the fields above. */
function bidsText(alert: AuctionAlert, context: ViewContext): string | null {
  const { latestBids, bidCount } = alert;
  if (bidCount < 2 || latestBids.length === 0) return null;
  const more = bidCount - latestBids.length;
  const textIn = (view: ViewContext) =>
    [
      ...latestBids.map(({ amount, bidder, at }) => {
        const by = bidder === null ? '' : ` by ${walletText(bidder, view)}`;
        const when = momentText(at);
        return `**${amountText(amount, view)}**${by}${when === null ? '' : ` · ${when}`}`;
      }),
      ...(more > 0 ? [`and ${counted(more, 'earlier bid', view)}`] : []),
    ].join('\n');
  const linked = textIn(context);
  if (linked.length <= FIELD_LENGTH) return linked;
  return cut(textIn({ ...context, links: { ...context.links, profile: () => null } }), FIELD_LENGTH);
}

function fieldsOf(alert: AuctionAlert, context: ViewContext): readonly Field[] {
  const { token, status, leader, seller, startingPrice } = alert;
  const best = subjectPrice(alert);
  const [amountName, bidderName] = BID_NAMES[status];
  const waiting = status === 'running' || status === 'upcoming';
  return [
    [amountName, best === null ? (waiting ? 'no bid yet' : null) : amountInFull(best, context)],
    [bidderName, best === null || leader === null ? null : walletText(leader, context)],
    ['Starting price', startingPrice === null ? null : amountInFull(startingPrice, context)],
    ['Seller', seller === null ? null : walletText(seller, context)],
    ['Amount', unitsText(token, null, context)],
    ['Rarity', token.rarity === null ? null : rarityText(token.rarity, context)],
  ];
}

/**
 * An auction at one moment of its life, or as it stands now: the title keeps to what the message was posted for, the
 * lines below it and the fields tell how the auction stands.
 */
export function auctionAlertEmbed(
  alert: AuctionAlert,
  { mark, look }: Showing,
  context: ViewContext,
): APIEmbed {
  const { token, bidCount } = alert;
  const bids = bidsText(alert, context);
  return {
    color: alertColour(alert, context.settings),
    ...collectionLine(token, context),
    ...titleLine(alert, context),
    ...describedBy(auctionLines(alert, context)),
    fields: [
      ...inlineFields(fieldsOf(alert, context)),
      ...wideField(`Bids (${numberText(bidCount, context)})`, bids),
    ],
    ...pictureFor(token.image, look, context),
    ...alertFrame(alert, mark, context),
  };
}
