import type { APIMessage } from 'discord-api-types/v10';
import type { StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import { itemsLinked, transactionLinked } from './pages.ts';

/** What a channel was promised. Times are ms since 1970, of the moment at which the feed showed a sale. */
export interface Following {
  readonly channelId: string;
  /** Address of the collection, or `null` for all. */
  readonly collection: string | null;
  readonly fromMs: number;
  /** Not this moment any more; Infinity while it goes on. */
  readonly toMs: number;
  /**
   * Whether it is known to have held all that time. Otherwise it counts from the first sale that was told to the
   * last one: what is missing between them is lost, since a channel is told in order.
   */
  readonly certain: boolean;
}

/**
 * The books held against each other: the marketplace's ledger on one side, the messages in the channels on the other.
 * One alert is one sale told in one channel, so a sweep of seven counts seven.
 */
export interface Audit {
  readonly alertsDue: number;
  /** Alerts due that are in their channel. */
  readonly alertsPosted: number;
  /** Alerts due that are not (yet) in their channel. */
  readonly lost: number;
  /** Of those, when a later sale was first told in the same channel (ms since 1970): these are not merely late. */
  readonly overtakenAtMs: readonly number[];
  /** Alerts in a channel beyond the one for each sale, whoever follows what. */
  readonly twice: number;
  /** From the moment the feed first showed a sale to the moment Discord accepted its message. */
  readonly tellings: readonly { readonly acceptedAtMs: number; readonly latencyMs: number }[];
}

interface Told {
  /** Sales by name. */
  readonly named: readonly string[];
  readonly txHash: string | null;
  /** Of a long sweep, sales that it does not name. */
  readonly more: number;
}

const MORE_IN_SWEEP = /^and (\d+) more in the same transaction$/m;
/** An edited message has another payload, so what was read of one stays right. */
const read = new WeakMap<APIMessage, readonly Told[]>();

function saleKey(txHash: string | null, item: string): string {
  return `${txHash ?? 'off-chain'} ${item}`;
}

function toldBy(message: APIMessage): readonly Told[] {
  const known = read.get(message);
  if (known !== undefined) return known;
  const told = message.embeds.map((embed): Told => {
    const links = [embed.url, embed.description, ...(embed.fields ?? []).map((field) => field.value)].join(
      '\n',
    );
    const txHash = transactionLinked(links);
    return {
      named: itemsLinked(links).map((item) => saleKey(txHash, item)),
      txHash,
      more: Number(MORE_IN_SWEEP.exec(embed.description ?? '')?.[1] ?? 0),
    };
  });
  read.set(message, told);
  return told;
}

/** When sales were told, by key; each telling is taken once. */
function tellingsIn(messages: readonly StoredMessage[]) {
  const named = new Map<string, number[]>();
  const unnamed = new Map<string, number[]>();
  const note = (book: Map<string, number[]>, key: string, atMs: number): void => {
    const noted = book.get(key);
    if (noted === undefined) book.set(key, [atMs]);
    else noted.push(atMs);
  };
  for (const { payload, acceptedAtMs } of messages) {
    for (const { named: keys, txHash, more } of toldBy(payload)) {
      for (const key of keys) note(named, key, acceptedAtMs);
      for (let count = 0; count < more; count += 1) note(unnamed, txHash ?? '', acceptedAtMs);
    }
  }
  return {
    take: (sale: LedgerRecord): number | null =>
      named.get(saleKey(sale.txHash, `${sale.collection}/${sale.tokenId}`))?.shift() ??
      unnamed.get(sale.txHash ?? '')?.shift() ??
      null,
    left: () => [...named.values(), ...unnamed.values()].reduce((sum, { length }) => sum + length, 0),
  };
}

interface Sale {
  readonly sale: LedgerRecord;
  /** When it was told in the channel. */
  readonly toldAtMs: number | null;
}

/** The sales that a following promised to its channel. */
function promised(sales: readonly Sale[], { collection, fromMs, toMs, certain }: Following): readonly Sale[] {
  const within = sales.filter(
    ({ sale }) =>
      sale.shownAtMs >= fromMs &&
      sale.shownAtMs < toMs &&
      (collection === null || sale.collection === collection),
  );
  if (certain) return within;
  const told = ({ toldAtMs }: Sale): boolean => toldAtMs !== null;
  const first = within.findIndex(told);
  return first < 0 ? [] : within.slice(first, within.findLastIndex(told) + 1);
}

function overtakings(due: readonly Sale[]): number[] {
  const overtakenAtMs: number[] = [];
  let laterToldAtMs = Number.POSITIVE_INFINITY;
  for (const { toldAtMs } of due.toReversed()) {
    if (toldAtMs !== null) laterToldAtMs = Math.min(laterToldAtMs, toldAtMs);
    else if (laterToldAtMs < Number.POSITIVE_INFINITY) overtakenAtMs.push(laterToldAtMs);
  }
  return overtakenAtMs;
}

/** Sales that the feed showed after the start. */
export function salesShown(ledger: readonly LedgerRecord[]): readonly LedgerRecord[] {
  return ledger.filter((record) => record.kind === 'sale' && !record.history);
}

/**
 * Holds one channel's messages against the sales that were promised to it.
 *
 * @param shown what `salesShown` answers
 * @param followings those of this channel
 */
export function auditChannel(
  shown: readonly LedgerRecord[],
  followings: readonly Following[],
  messages: readonly StoredMessage[],
): Audit {
  const tellings = tellingsIn(messages);
  const sales = shown.map((sale): Sale => ({ sale, toldAtMs: tellings.take(sale) }));
  const promises = new Set(followings.flatMap((following) => promised(sales, following)));
  const due = sales.filter((sale) => promises.has(sale));
  const posted = due.flatMap(({ sale, toldAtMs }) =>
    toldAtMs === null ? [] : [{ acceptedAtMs: toldAtMs, latencyMs: toldAtMs - sale.shownAtMs }],
  );
  return {
    alertsDue: due.length,
    alertsPosted: posted.length,
    lost: due.length - posted.length,
    overtakenAtMs: overtakings(due),
    twice: tellings.left(),
    tellings: posted,
  };
}

/** Several channels' audits as one. */
export function inAll(audits: readonly Audit[]): Audit {
  const sum = (of: (audit: Audit) => number): number => audits.reduce((total, audit) => total + of(audit), 0);
  return {
    alertsDue: sum((audit) => audit.alertsDue),
    alertsPosted: sum((audit) => audit.alertsPosted),
    lost: sum((audit) => audit.lost),
    overtakenAtMs: audits.flatMap((audit) => audit.overtakenAtMs),
    twice: sum((audit) => audit.twice),
    tellings: audits.flatMap((audit) => audit.tellings),
  };
}

/** The value below which the share `p` (0 to 1) of the values lies; 0 where there are none. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? 0;
}
