import type { APIEmbed } from 'discord.js';
import type { MarketAlert } from '../../domain/alert.ts';
import { durationText } from './auction-words.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { byImportance, digestLine } from './digest-lines.ts';
import { restLines } from './digest-rest.ts';
import { momentText } from './moment.ts';

const DIGEST_COLOUR = 0x5865f2;
/** Discord: 4,096 characters a description. */
const ROOM = 4_000;
/** More lines than this are not read, and the rest is clearer counted. */
const MOST_LINES = 20;
/** Between what is named and what is counted. */
const AND_ALSO = '\n**And also**';

function spanOf(alerts: readonly MarketAlert[]): { readonly from: number; readonly to: number } {
  const times = alerts.map(({ occurredAt }) => occurredAt);
  return {
    from: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    to: times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  };
}

/** `32 alerts in 4 h 12 min`. */
export function digestTitle(alerts: readonly MarketAlert[], context: ViewContext): string {
  const { from, to } = spanOf(alerts);
  const tellable = momentText(from) !== null && momentText(to) !== null && to > from;
  return `${counted(alerts.length, 'alert', context)}${tellable ? ` in ${durationText(to - from, context)}` : ''}`;
}

/** When it was: `yesterday 22:00 – today 07:00`, in the reader's own words and zone. */
function spanText(alerts: readonly MarketAlert[]): string | null {
  const { from, to } = spanOf(alerts);
  const [first, last] = [momentText(from, 'f'), momentText(to, 'f')];
  if (first === null || last === null) return null;
  return first === last ? `-# ${first}` : `-# ${first} – ${last}`;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** As many lines as there is room for. */
function fitting(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const kept = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return kept === -1 ? lines : lines.slice(0, kept);
}

/**
 * Many alerts in one text: the most important ones by name, all others counted by kind, so that none is left out.
 * @param room length that the text may take; at least 900, which bare counts of every kind never need
 */
export function digestText(alerts: readonly MarketAlert[], room: number, context: ViewContext): string {
  const ordered = byImportance(alerts);
  const span = spanText(alerts);
  const above = span === null ? [] : [span];
  const lines = ordered.slice(0, MOST_LINES).map((item) => digestLine(item, context));
  if (lines.length === ordered.length && lengthOf([...above, ...lines]) <= room) {
    return [...above, ...lines].join('\n');
  }
  // What counts all of them is hardly shorter than what counts the rest.
  const reserve = Math.min(room / 2, lengthOf([AND_ALSO, ...restLines(alerts, 'collections', context)]));
  const named = fitting(lines, room - lengthOf(above) - reserve);
  const head = [...above, ...named, ...(named.length === 0 ? [] : [AND_ALSO])];
  const left = room - lengthOf(head);
  const counted = ordered.slice(named.length).flatMap((item) => item.alerts);
  let rest = restLines(counted, 'collections', context);
  if (lengthOf(rest) > left) rest = restLines(counted, 'totals', context);
  if (lengthOf(rest) > left) rest = restLines(counted, 'counts', context);
  return [...head, ...rest].join('\n');
}

/** @param mark in its footer; read-back finds the message by it */
export function digestEmbed(alerts: readonly MarketAlert[], mark: string, context: ViewContext): APIEmbed {
  const description = digestText(alerts, ROOM, context);
  return {
    color: DIGEST_COLOUR,
    title: digestTitle(alerts, context),
    ...(description === '' ? {} : { description }),
    footer: { text: `${context.marketplaceName} · ${mark}` },
  };
}
