import type { APIEmbed } from 'discord.js';
import type { ListingAlert, SaleAlert, SoldItem } from '../../domain/alert.ts';
import { alertFrame, collectionLine, describedBy, pictureFor, type Showing } from './alert-frame.ts';
import { alertColour } from './colours.ts';
import type { ViewContext } from './context.ts';
import { type Field, inlineFields, transactionText, unitsText, wideField } from './embed-fields.ts';
import { nativePrice, pricedInFull } from './price.ts';
import { storyLines } from './price-story.ts';
import { rarityText, traitsText } from './rarity.ts';
import { titleLine } from './title-line.ts';
import { walletText } from './wallet.ts';

/** Traits shown of a token; the rest is one lookup away. */
const TRAITS_SHOWN = 6;

function priceFields(item: SoldItem, context: ViewContext): readonly Field[] {
  return [
    ['Price', pricedInFull(item, context) ?? 'not told by the marketplace'],
    ['Seller', item.seller === null ? null : walletText(item.seller, context)],
  ];
}

function tokenFields(item: SoldItem, context: ViewContext): readonly Field[] {
  return [
    ['Amount', unitsText(item, nativePrice(item), context)],
    ['Rarity', item.rarity === null ? null : rarityText(item.rarity, context)],
  ];
}

function pricedEmbed(
  alert: SaleAlert | ListingAlert,
  between: readonly Field[],
  { mark, look }: Showing,
  context: ViewContext,
): APIEmbed {
  const { item } = alert;
  const fields = [
    ...priceFields(item, context),
    ...between,
    ...tokenFields(item, context),
    ['Transaction', transactionText(alert.txHash, context)] as const,
  ];
  const traits = look === 'big' ? traitsText(item.attributes, TRAITS_SHOWN, context) : null;
  return {
    color: alertColour(alert, context.settings),
    ...collectionLine(item, context),
    ...titleLine(alert, context),
    ...describedBy(storyLines(item, alert.type === 'sale' ? alert.occurredAt : null, context)),
    fields: [...inlineFields(fields), ...wideField('Traits', traits)],
    ...pictureFor(item.image, look, context),
    ...alertFrame(alert, mark, context),
  };
}

/**
 * One sale as an embed: what, for how much, from whom to whom, how that price came about, and where to see it. What the
 * marketplace did not tell is left out; only a missing price is said to be missing, because a sale has one.
 */
export function saleEmbed(alert: SaleAlert, showing: Showing, context: ViewContext): APIEmbed {
  const buyer = alert.buyer === null ? null : walletText(alert.buyer, context);
  return pricedEmbed(alert, [['Buyer', buyer]], showing, context);
}

/** A token put up for sale: for how much, and how that compares. */
export function listingEmbed(alert: ListingAlert, showing: Showing, context: ViewContext): APIEmbed {
  return pricedEmbed(alert, [], showing, context);
}
