import type { APIEmbed } from 'discord.js';
import type { StormAlert } from '../../domain/alert.ts';
import { alertFrame, collectionLine, pictureFor, type Showing } from './alert-frame.ts';
import { alertColour } from './colours.ts';
import type { ViewContext } from './context.ts';
import { inlineFields, transactionText } from './embed-fields.ts';
import { momentText } from './moment.ts';
import { numberText } from './numbers.ts';
import { amountInFull, pricedInFull } from './price.ts';
import { titleLine } from './title-line.ts';
import { walletText } from './wallet.ts';

/** One token that goes to and fro between two wallets: how often, and for how much in all. Counted on in the same message. */
export function stormEmbed(alert: StormAlert, { mark, look }: Showing, context: ViewContext): APIEmbed {
  const { item, wallets, count, since, volume } = alert;
  const [one, other] = wallets;
  const when = momentText(since);
  const between = `${walletText(one, context)} ⇄ ${walletText(other, context)}`;
  return {
    color: alertColour(alert, context.settings),
    ...collectionLine(item, context),
    ...titleLine(alert, context),
    description: `${between}${when === null ? '' : ` since ${when}`}\n-# I count further trades here instead of posting each.`,
    fields: inlineFields([
      ['Trades', `**${numberText(count, context)}**`],
      ['Volume', volume === 0n ? null : amountInFull(volume, context)],
      ['Latest price', pricedInFull(item, context)],
      ['Transaction', transactionText(alert.txHash, context)],
    ]),
    ...pictureFor(item.image, look === 'big' ? 'normal' : look, context),
    ...alertFrame(alert, mark, context),
  };
}
