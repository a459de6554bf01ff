import type { APIEmbed } from 'discord.js';
import type { MarketAlert } from '../../domain/alert.ts';
import type { Showing } from './alert-frame.ts';
import { auctionAlertEmbed } from './auction-alert.ts';
import { compactEmbed } from './compact-alert.ts';
import type { ViewContext } from './context.ts';
import { moveEmbed } from './move.ts';
import { offerEmbed } from './offer.ts';
import { listingEmbed, saleEmbed } from './sale.ts';
import { stormEmbed } from './storm.ts';
import { sweepEmbeds } from './sweep.ts';

/** An alert that has a message for itself: one embed, or more where those make up one picture. */
export function alertEmbeds(alert: MarketAlert, showing: Showing, context: ViewContext): readonly APIEmbed[] {
  if (showing.look === 'compact') return [compactEmbed(alert, showing.mark, context)];
  switch (alert.type) {
    case 'sale':
      return [saleEmbed(alert, showing, context)];
    case 'sweep':
      return sweepEmbeds(alert, showing, context);
    case 'storm':
      return [stormEmbed(alert, showing, context)];
    case 'listing':
      return [listingEmbed(alert, showing, context)];
    case 'offer':
      return [offerEmbed(alert, showing, context)];
    case 'move':
      return [moveEmbed(alert, showing, context)];
    case 'auction':
      return [auctionAlertEmbed(alert, showing, context)];
    default:
      return alert satisfies never;
  }
}

/** The embed with its picture small, for a message that tells several things. */
function withSmallPicture({ image, ...embed }: APIEmbed): APIEmbed {
  return image === undefined ? embed : { ...embed, thumbnail: image };
}

/** An alert among others in one message: one embed, with a small picture. */
export function embedAmongOthers(alert: MarketAlert, showing: Showing, context: ViewContext): APIEmbed {
  const [embed] = alertEmbeds(alert, showing, context);
  return embed === undefined ? compactEmbed(alert, showing.mark, context) : withSmallPicture(embed);
}
