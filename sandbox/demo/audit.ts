import type { APIEmbed } from 'discord-api-types/v10';
import type { StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import { itemsLinked, transactionLinked } from './pages.ts';

/** What a channel was promised. */
export interface Following {
  readonly channelId: string;
  /** Address of the collection, or `null` for all. */
  readonly collection: string | null;
}

/**
 * The books held against each other: the marketplace's ledger on one side, the messages in the channels on the other.
 * One alert is one sale told in one channel, so a sweep of seven counts seven.
 */
export interface Audit {
  /** Sales that the feed showed. */
  readonly salesListed: number;
  readonly alertsDue: number;
  /** Alerts due that are in their channel. */
  readonly alertsPosted: number;
  readonly lost: number;
  /** Alerts in a channel beyond the one that is due. */
  readonly twice: number;
  /** From the moment the feed first showed a sale to the moment Discord accepted its message, ms each. */
  readonly latenciesMs: readonly number[];
}

interface Telling {
  readonly acceptedAtMs: number;
}

const MORE_IN_SWEEP = /^and (\d+) more in the same transaction$/m;

function saleKey(txHash: string | null, item: string): string {
  return `${txHash ?? 'off-chain'} ${item}`;
}

/** What one embed tells: sales by name, and of a long sweep a number that it does not name. */
function toldBy(embed: APIEmbed): {
  readonly named: readonly string[];
  readonly txHash: string | null;
  readonly more: number;
} {
  const links = [embed.url, embed.description, ...(embed.fields ?? []).map((field) => field.value)].join(
    '\n',
  );
  const txHash = transactionLinked(links);
  return {
    named: itemsLinked(links).map((item) => saleKey(txHash, item)),
    txHash,
    more: Number(MORE_IN_SWEEP.exec(embed.description ?? '')?.[1] ?? 0),
  };
}

function tellingsIn(messages: readonly StoredMessage[]) {
  const named = new Map<string, Telling[]>();
  const unnamed = new Map<string, Telling[]>();
  const note = (book: Map<string, Telling[]>, key: string, telling: Telling) =>
    book.set(key, [...(book.get(key) ?? []), telling]);
  for (const message of messages) {
    for (const embed of message.payload.embeds) {
      const told = toldBy(embed);
      for (const key of told.named) note(named, key, message);
      for (let count = 0; count < told.more; count += 1) note(unnamed, told.txHash ?? '', message);
    }
  }
  return { named, unnamed };
}

/** Holds the messages of every following channel against the ledger's sales that were shown after the start. */
export function audit(
  ledger: readonly LedgerRecord[],
  followings: readonly Following[],
  messagesOf: (channelId: string) => readonly StoredMessage[],
): Audit {
  const sales = ledger.filter((record) => record.kind === 'sale' && !record.history);
  let alertsDue = 0;
  let lost = 0;
  const latenciesMs: number[] = [];
  let twice = 0;
  for (const { channelId, collection } of followings) {
    const { named, unnamed } = tellingsIn(messagesOf(channelId));
    for (const sale of sales) {
      if (collection !== null && sale.collection !== collection) continue;
      alertsDue += 1;
      const key = saleKey(sale.txHash, `${sale.collection}/${sale.tokenId}`);
      const telling = named.get(key)?.shift() ?? unnamed.get(sale.txHash ?? '')?.shift();
      if (telling === undefined) lost += 1;
      else latenciesMs.push(telling.acceptedAtMs - sale.shownAtMs);
    }
    for (const left of [...named.values(), ...unnamed.values()]) twice += left.length;
  }
  return { salesListed: sales.length, alertsDue, alertsPosted: alertsDue - lost, lost, twice, latenciesMs };
}

/** The value below which the share `p` (0 to 1) of the values lies; 0 where there are none. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? 0;
}
