import type { MarketAlert } from '#src/alerts/alert.ts';
import { sampleAlert, sampleFacts } from '#src/alerts/sample.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { ZERO_ADDRESS } from '#src/chain/address.ts';
import type { ViewContext } from '#src/discord/views/context.ts';

/**
 * A made-up alert of the first topic of the rule, with what the rule's conditions ask for; the name of its token says that it
 * is made up.
 * @param now epoch ms
 */
export function madeUpAlert(rule: Rule, now: number, context: ViewContext): MarketAlert {
  const { alertList: words } = context.messages;
  const { collection = ZERO_ADDRESS, rank, traits = [] } = sampleFacts(rule);
  const token = {
    collection,
    collectionName: context.collectionName(collection) ?? words.madeUpCollection,
    tokenId: '1',
    tokenName: words.madeUpToken,
    image: null,
    rarity: rank === undefined ? null : { rank, total: null },
    attributes: traits.map((trait) => ({ ...trait, rarity: null })),
    quantity: 1n,
  };
  return sampleAlert(rule, token, { now, price: 10n ** BigInt(context.currency.decimals) });
}
