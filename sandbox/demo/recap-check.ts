import type { APIMessage } from 'discord-api-types/v10';
import type { StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import { countsIn, statesAmount } from './number-parsing.ts';

/** Recaps in a channel, compared with the marketplace's ledger. */
export interface RecapCheck {
  readonly posted: number;
  /** Descriptions of recaps that say something else than the ledger, or that are there twice. */
  readonly wrong: readonly string[];
}

const TITLE = / · (?:daily|weekly) recap$/;
const DAY_SECONDS = 86_400;

/** Whether the message is a recap, which links to tokens whose sales it does not announce. */
export const isRecap = ({ embeds }: Pick<APIMessage, 'embeds'>): boolean =>
  TITLE.test(embeds[0]?.title ?? '');

/** A settled auction counts as well, unless nobody had bid. */
const isSale = ({ kind, buyer }: LedgerRecord): boolean =>
  kind === 'sale' || (kind === 'auction_settled' && buyer !== null);

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

/** How far the clocks of a time zone are ahead of UTC, ms. */
function aheadOfUtc(atMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** When the clocks showed the same time so many days before. Epoch ms. */
function daysBefore(atMs: number, days: number, timeZone: string): number {
  const shown = atMs + aheadOfUtc(atMs, timeZone) - days * DAY_SECONDS * 1_000;
  // Unless the clocks were changed between, and then by little, their offset is that of the end.
  const near = shown - aheadOfUtc(atMs, timeZone);
  return shown - aheadOfUtc(near, timeZone);
}

/** What a recap should say of its period. Seconds since 1970. */
function salesOf(records: readonly LedgerRecord[], from: number, to: number) {
  const known = records.filter((record) => isSale(record) && record.timestamp < to);
  const sales = withoutRepeats(known).filter(({ timestamp }) => timestamp >= from);
  return { count: sales.length, volume: sales.reduce((sum, { price }) => sum + (price ?? 0n), 0n) };
}

/** What the line says besides, described; `null` for the same. */
function mistakeOf(
  line: string,
  { count, volume }: { readonly count: number; readonly volume: bigint },
): string | null {
  const [stated = '', rest] = line.split(' in ');
  const said = rest === undefined ? 0 : (countsIn(rest)[0] ?? 0);
  if (said !== count) return `says ${said} sales, there were ${count}`;
  if (count === 0 || statesAmount(stated, volume)) return null;
  return `says ${stated}, they were ${volume} wei`;
}

/**
 * Compares the number and the volume of sales that each recap states, the volume as exactly as it is written, with those of its
 * period.
 * @param server `sinceMs`: periods that begin before are not compared, epoch ms; `timeZone`: its IANA name
 */
export function checkRecaps(
  records: readonly LedgerRecord[],
  messages: readonly StoredMessage[],
  { sinceMs, timeZone }: { readonly sinceMs: number; readonly timeZone: string },
): RecapCheck {
  const recaps = messages.filter(({ payload }) => isRecap(payload));
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { payload } of recaps) {
    const [{ title = '', fields = [], timestamp = '' } = {}] = payload.embeds;
    const name = `${title} until ${timestamp}`;
    if (seen.has(name)) wrong.push(`${name} is there twice`);
    seen.add(name);
    const toMs = Date.parse(timestamp);
    const fromMs = daysBefore(toMs, title.endsWith('daily recap') ? 1 : 7, timeZone);
    if (fromMs < sinceMs) continue;
    const mistake = mistakeOf(
      // A recap of nothing has no fields.
      fields.find(({ name }) => name === 'Volume')?.value.split('\n')[0] ?? '',
      salesOf(records, fromMs / 1_000, toMs / 1_000),
    );
    if (mistake !== null) wrong.push(`${name} ${mistake}`);
  }
  return { posted: recaps.length, wrong };
}
