import type { APIEmbed } from 'discord.js';
import type { Alert } from '../../domain/alert.ts';
import { durationText } from './auction-words.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { byImportance, digestLine } from './digest-lines.ts';
import { type Detail, restLines } from './digest-rest.ts';
import { momentText } from './moment.ts';

const DIGEST_COLOUR = 0x5865f2;
/** Discord: 4,096 characters a description. */
const ROOM = 4_000;
/** More lines than this are not read, and the rest is clearer counted. */
const MOST_LINES = 20;

function spanOf(alerts: readonly Alert[]): { readonly from: number; readonly to: number } {
  const times = alerts.map(({ occurredAt }) => occurredAt);
  return {
    from: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    to: times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  };
}

/** `32 alerts in 4 h 12 min`. */
export function digestTitle(alerts: readonly Alert[], context: ViewContext): string {
  const { from, to } = spanOf(alerts);
  const tellable = momentText(from) !== null && momentText(to) !== null && to > from;
  return `${counted(alerts.length, 'alert', context)}${tellable ? ` in ${durationText(to - from, context)}` : ''}`;
}

/** When it was: `yesterday 22:00 – today 07:00`, in the reader's own words and zone. */
function spanText(alerts: readonly Alert[]): string | null {
  const { from, to } = spanOf(alerts);
  const [first, last] = [momentText(from, 'f'), momentText(to, 'f')];
  if (first === null || last === null) return null;
  return first === last ? `-# ${first}` : `-# ${first} – ${last}`;
}

/**
 * Many alerts in one embed: the most important ones by name, all others counted by kind, so that none is left out.
 * Notices are not in it: they are told in the message's text.
 * @param room length that the text may take
 */
export function digestText(alerts: readonly Alert[], room: number, context: ViewContext): string {
  const ordered = byImportance(alerts);
  const span = spanText(alerts);
  const textOf = (named: number, detail: Detail = 'collections') => {
    const rest = ordered.slice(named);
    const lines = ordered.slice(0, named).map((alert) => digestLine(alert, context));
    return [
      ...(span === null ? [] : [span]),
      ...lines,
      ...(rest.length > 0 && named > 0 ? ['', '**And also**'] : []),
      ...restLines(rest, detail, context),
    ].join('\n');
  };
  let named = Math.min(ordered.length, MOST_LINES);
  while (named > 0 && textOf(named).length > room) named -= 1;
  const details = ['collections', 'totals', 'counts'] as const;
  const detail = details.find((one) => textOf(named, one).length <= room) ?? 'counts';
  return textOf(named, detail);
}

/** @param mark in its footer; read-back finds the message by it */
export function digestEmbed(alerts: readonly Alert[], mark: string, context: ViewContext): APIEmbed {
  const description = digestText(alerts, ROOM, context);
  return {
    color: DIGEST_COLOUR,
    title: digestTitle(alerts, context),
    ...(description === '' ? {} : { description }),
    footer: { text: `${context.marketplaceName} · ${mark}` },
  };
}
