import type { APIEmbed } from 'discord.js';
import { type Address, ZERO_ADDRESS } from '../../domain/address.ts';
import type { MoveAlert } from '../../domain/alert.ts';
import { alertFrame, collectionLine, describedBy, pictureFor, type Showing } from './alert-frame.ts';
import { subjectToken } from './alert-subject.ts';
import { alertColour } from './colours.ts';
import type { ViewContext } from './context.ts';
import { inlineFields, transactionText, unitsText } from './embed-fields.ts';
import { nativePrice, pricedInFull } from './price.ts';
import { rarityText } from './rarity.ts';
import { titleLine } from './title-line.ts';
import { tokenLine, tokenLines } from './token-lines.ts';
import { walletText } from './wallet.ts';

/** A wallet; `null` where nobody stands there, as before a mint. */
function partyText(address: Address | null, context: ViewContext): string | null {
  return address === null || address === ZERO_ADDRESS ? null : walletText(address, context);
}

/** Tokens that changed hands without a price, or came into being: which, and between whom. */
export function moveEmbed(alert: MoveAlert, { mark, look }: Showing, context: ViewContext): APIEmbed {
  const { tokens, kind, from, to } = alert;
  const token = subjectToken(alert);
  const [first] = tokens;
  const sameCollection = tokens.every(({ collection }) => collection === first?.collection);
  const list = token === null ? [tokenLines(tokens, (one) => tokenLine(one, context), context)] : [];
  const mint = kind === 'mint';
  return {
    color: alertColour(alert, context.settings),
    ...(first !== undefined && sameCollection ? collectionLine(first, context) : {}),
    ...titleLine(alert, context),
    ...describedBy(list),
    fields: inlineFields([
      ['From', mint ? null : partyText(from, context)],
      [mint ? 'Minted by' : 'To', partyText(to, context)],
      ['Price', pricedInFull(alert, context)],
      ['Amount', token === null ? null : unitsText(token, nativePrice(alert), context)],
      ['Rarity', token === null || token.rarity === null ? null : rarityText(token.rarity, context)],
      ['Transaction', transactionText(alert.txHash, context)],
    ]),
    ...pictureFor(first?.image ?? null, look, context),
    ...alertFrame(alert, mark, context),
  };
}
