import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketDescription } from '#src/alerts/description.ts';
import type { ViewContext } from '../../views/context.ts';
import { momentText } from '../../views/moment.ts';
import { byImportance, summaryLine } from './summary-line.ts';
import { restLines } from './summary-rest.ts';
import { totalLines } from './summary-totals.ts';

const COLOUR = 0x5865f2;
/** Discord: 4,096 characters a description. */
const DESCRIPTION_LENGTH = 4_000;
/** Discord: 6,000 characters over all embeds of a message; the rest is for title and footer. */
const EMBEDS_LENGTH = 5_600;
/** More are not read; the others are counted. */
const MAX_LINES = 40;
/** So few alerts need no totals. */
const FEW = 5;
/** Part of the text that totals may take, and part of what is left that the counted rest may take. */
const TOTALS_SHARE = 1 / 3;
const REST_SHARE = 1 / 3;

function spanOf(alerts: readonly MarketDescription[]): { readonly from: number; readonly to: number } {
  const times = alerts.map(({ occurredAt }) => occurredAt);
  return {
    from: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    to: times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  };
}

/** `32 alerts in 4h 12m`. */
export function summaryTitle(alerts: readonly MarketDescription[], view: ViewContext): string {
  const { from, to } = spanOf(alerts);
  const { layouts } = view.messages;
  const hasDates = momentText(from) !== null && momentText(to) !== null && to > from;
  return hasDates ? layouts.alertsIn(alerts.length, to - from) : layouts.alerts(alerts.length);
}

/** When it was: `yesterday 22:00 – today 07:00`, in the reader's own language and zone. */
function spanText(alerts: readonly MarketDescription[]): string | null {
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

/** The parts of a summary, each of them lines. */
interface SummaryParts {
  /** When it was, and every alert counted by kind. */
  readonly head: readonly string[];
  /** The most important alerts, a line each. */
  readonly named: readonly string[];
  /** The other alerts, counted by collection. */
  readonly rest: readonly string[];
}

/** @param room length that all parts may take, with an empty line between them */
function summaryParts(
  alerts: readonly MarketDescription[],
  room: number,
  links: boolean,
  view: ViewContext,
): SummaryParts {
  const ordered = byImportance(alerts);
  const span = spanText(alerts);
  const head = [
    ...(span === null ? [] : [span]),
    ...(alerts.length <= FEW ? [] : totalLines(alerts, room * TOTALS_SHARE, view)),
  ];
  // Two empty lines stand between the parts.
  const left = room - lengthOf(head) - 2;
  const lines = ordered.slice(0, MAX_LINES).map((item) => summaryLine(item, links, view));
  if (lines.length === ordered.length && lengthOf(lines) <= left) return { head, named: lines, rest: [] };
  // What counts all of them is hardly shorter than what counts the rest.
  const reserve = lengthOf(restLines(alerts, left * REST_SHARE, view));
  const named = fitting(lines, left - reserve);
  const counted = ordered.slice(named.length).flatMap((item) => item.alerts);
  return { head, named, rest: restLines(counted, left - lengthOf(named), view) };
}

const textOf = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

/**
 * Many alerts in one text: how many of each kind, the most important ones by name, all others counted by collection, so
 * that none is left out.
 * @param room length that the text may take; at least 900, more than bare counts of every kind need
 * @param links whether the alerts are linked to their pages
 */
export function summaryText(
  alerts: readonly MarketDescription[],
  room: number,
  links: boolean,
  view: ViewContext,
): string {
  const { head, named, rest } = summaryParts(alerts, room, links, view);
  return textOf([head, named, rest]);
}

/** The text of each embed: one where it fits, else what does not fit follows in a second one. */
function descriptionsOf({ head, named, rest }: SummaryParts): readonly string[] {
  const whole = textOf([head, named, rest]);
  if (whole.length <= DESCRIPTION_LENGTH) return whole === '' ? [] : [whole];
  const first = fitting(named, DESCRIPTION_LENGTH - lengthOf(head) - 1);
  return [textOf([head, first]), textOf([named.slice(first.length), rest])];
}

/** A summary as one or two embeds. */
export function summary(alerts: readonly MarketDescription[], view: ViewContext): readonly APIEmbed[] {
  const descriptions = descriptionsOf(summaryParts(alerts, EMBEDS_LENGTH, true, view));
  const [first, ...others] = descriptions;
  const embeds: readonly APIEmbed[] = [
    {
      color: COLOUR,
      title: summaryTitle(alerts, view),
      ...(first === undefined ? {} : { description: first }),
    },
    ...others.map((description) => ({ color: COLOUR, description })),
  ];
  const footer = { text: view.marketplaceName };
  return embeds.map((embed, position) => (position === embeds.length - 1 ? { ...embed, footer } : embed));
}
