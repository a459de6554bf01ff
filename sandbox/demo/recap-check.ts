import type { APIMessage } from 'discord-api-types/v10';
import type { StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';

/** Recaps in a channel, compared with the marketplace's ledger. */
export interface RecapCheck {
  readonly posted: number;
  /** Descriptions of recaps that say something else than the ledger, or that are there twice. */
  readonly wrong: readonly string[];
}

const TITLE = /^The (day|week) of /;
const DAY_SECONDS = 86_400;

/** Whether the message is a recap, which links to tokens whose sales it does not announce. */
export const isRecap = ({ embeds }: Pick<APIMessage, 'embeds'>): boolean =>
  TITLE.test(embeds[0]?.title ?? '');

/** Sales without those of a token that the same two wallets trade three times within less than a day. */
function withoutRepeats(sales: readonly LedgerRecord[]): readonly LedgerRecord[] {
  const pairOf = ({ collection, tokenId, seller, buyer }: LedgerRecord) =>
    seller === null || buyer === null ? null : [collection, tokenId, ...[seller, buyer].toSorted()].join();
  const repeated = new Set<LedgerRecord>();
  for (const [pair, some] of Map.groupBy(sales, pairOf)) {
    if (pair === null) continue;
    const times = some.toSorted((one, other) => one.timestamp - other.timestamp);
    for (const [index, first] of times.entries()) {
      const third = times[index + 2];
      if (third === undefined || third.timestamp - first.timestamp >= DAY_SECONDS) continue;
      for (const sale of times.slice(index, index + 3)) repeated.add(sale);
    }
  }
  return sales.filter((sale) => !repeated.has(sale));
}

/**
 * Compares the number of sales that each recap states with those of its period, whose time zone is UTC.
 * @param sinceMs periods that begin before are not compared, epoch ms
 */
export function checkRecaps(
  records: readonly LedgerRecord[],
  messages: readonly StoredMessage[],
  sinceMs: number,
): RecapCheck {
  const recaps = messages.filter(({ payload }) => isRecap(payload));
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { payload } of recaps) {
    const [{ title = '', description = '', timestamp = '' } = {}] = payload.embeds;
    const name = `${title} until ${timestamp}`;
    if (seen.has(name)) wrong.push(`${name} is there twice`);
    seen.add(name);
    const to = Date.parse(timestamp) / 1_000;
    const from = to - (title.startsWith('The day') ? 1 : 7) * DAY_SECONDS;
    if (from * 1_000 < sinceMs) continue;
    const known = records.filter((one) => one.kind === 'sale' && one.timestamp < to);
    const due = withoutRepeats(known).filter((one) => one.timestamp >= from).length;
    const said = Number(
      / in ([\d,]+) sales?/.exec(description.split('\n')[0] ?? '')?.[1]?.replaceAll(',', '') ?? 0,
    );
    if (said !== due) wrong.push(`${name} says ${said} sales, there were ${due}`);
  }
  return { posted: recaps.length, wrong };
}
