import type { APIEmbed } from 'discord.js';
import type { OfferAlert } from '../../domain/alert.ts';
import { alertFrame, collectionLine, describedBy, pictureFor, type Showing } from './alert-frame.ts';
import { alertColour } from './colours.ts';
import { floorDistance } from './compare.ts';
import type { ViewContext } from './context.ts';
import { inlineFields, transactionText, unitsText } from './embed-fields.ts';
import { nativePrice, pricedInFull } from './price.ts';
import { rarityText } from './rarity.ts';
import { titleLine } from './title-line.ts';
import { walletText } from './wallet.ts';

/** How an offer compares with the floor, each unit for itself; empty where nothing can be said. */
export function offerLines(alert: OfferAlert, context: ViewContext): readonly string[] {
  const price = nativePrice(alert);
  if (price === null) return [];
  const distance = floorDistance(price, alert.floor, context, alert.quantity);
  return distance === null ? [] : [distance];
}

/** Somebody wants to buy: what, for how much, and how that compares. */
export function offerEmbed(alert: OfferAlert, { mark, look }: Showing, context: ViewContext): APIEmbed {
  const { token, bidder } = alert;
  return {
    color: alertColour(alert, context.settings),
    ...collectionLine(alert, context),
    ...titleLine(alert, context),
    ...describedBy(offerLines(alert, context)),
    fields: inlineFields([
      ['Offer', pricedInFull(alert, context) ?? 'not told by the marketplace'],
      ['Bidder', bidder === null ? null : walletText(bidder, context)],
      ['Amount', unitsText(alert, nativePrice(alert), context)],
      ['Rarity', token === null || token.rarity === null ? null : rarityText(token.rarity, context)],
      ['Transaction', transactionText(alert.txHash, context)],
    ]),
    ...pictureFor(token?.image ?? null, look, context),
    ...alertFrame(alert, mark, context),
  };
}
