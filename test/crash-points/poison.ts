import { linkedItems } from '../../sandbox/demo/page-links.ts';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../sandbox/marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/** More than fit into one message. */
const SALES = 11;
const BAD = 5;
/** High enough that a summary lists the sale instead of counting it. Wei. */
const DEAR = 500_000n * 10n ** 18n;
/** What only the message of the sale itself says: later sales of the token name the price as the one before. */
const DEAR_TEXT = /(?<!last )sold for \**500,000 S|Sale: .* · 500,000 S/;

/** Sales at which Discord always fails in one channel, in every layout. */
export interface Poison {
  /** Causes sales for the channel, one of which always fails. */
  add(): void;
  /** Sets up the fault; to be called again after all faults were cleared. */
  arm(): void;
  /** The number of failing sales. */
  count(): number;
}

export function createPoison(
  { discord, marketplace }: { readonly discord: LocalDiscord; readonly marketplace: EmbeddedMarketplace },
  channelId: string,
): Poison {
  const items = new Set<string>();
  const itemOf = ({ collection, tokenId }: LedgerRecord) => `${collection}/${tokenId}`;
  return {
    add() {
      const collection = marketplace.collections()[0]?.address;
      for (let number = 0; number < SALES; number += 1) {
        const [sale] = marketplace.cause.sale(number === BAD ? { collection, price: DEAR } : { collection });
        if (number === BAD && sale !== undefined) items.add(itemOf(sale));
      }
    },
    arm() {
      discord.faults.add(
        { do: 'answer', status: 500 },
        {
          ...POSTING,
          where({ params, body }) {
            if (params['channelId'] !== channelId) return false;
            const text = JSON.stringify(body);
            return DEAR_TEXT.test(text) && linkedItems(text).some((item) => items.has(item));
          },
        },
      );
    },
    count: () =>
      marketplace.ledger
        .records()
        .filter((record) => record.kind === 'sale' && !record.history && record.price === DEAR).length,
  };
}
