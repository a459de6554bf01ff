import path from 'node:path';
import Database from 'better-sqlite3';
import { itemsLinked } from '../../sandbox/demo/pages.ts';
import type { LedgerRecord } from '../../sandbox/marketplace/ledger.ts';
import type { CrashWorld } from './world.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/** More than fit into one message. */
const SALES = 11;
const BAD = 5;
/** So dear that a summary names it, instead of counting it. Wei. */
const DEAR = 500_000n * 10n ** 18n;

/** Tokens at whose sales Discord fails in one channel, for ever, in whatever form they are told. */
export interface Poison {
  /** Causes sales that the channel follows, one of them poisoned. */
  add(): void;
  /** Lets Discord fail at them; to be called again when all faults were cleared. */
  arm(): void;
  /** How many of their sales there were. */
  count(): number;
}

export function createPoison(
  { discord, marketplace }: Pick<CrashWorld, 'discord' | 'marketplace'>,
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
            return itemsLinked(JSON.stringify(body)).some((item) => items.has(item));
          },
        },
      );
    },
    count: () =>
      marketplace.ledger
        .records()
        .filter((record) => record.kind === 'sale' && !record.history && items.has(itemOf(record))).length,
  };
}

/** Alerts of this channel that the bot gave up. */
export function givenUpIn({ folder }: Pick<CrashWorld, 'folder'>, channelId: string): number {
  const db = new Database(path.join(folder, 'gavel.db'), { readonly: true });
  const count = db
    .prepare(`SELECT count(*) FROM deliveries WHERE state = 'dead' AND channel_id = ?`)
    .pluck()
    .get(channelId);
  db.close();
  return Number(count);
}
