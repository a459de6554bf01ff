import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketDescription } from '#src/alerts/description.ts';
import type { ViewContext } from '../../views/context.ts';
import { momentText } from '../../views/moment.ts';
import { collectionLines } from './summary-collections.ts';
import { byImportance, summaryLine } from './summary-line.ts';
import { totalLines } from './summary-totals.ts';

const COLOUR = 0x5865f2;
/** Below Discord's limit of 4,096 characters for descriptions. */
const DESCRIPTION_LENGTH = 4_000;
/** Below Discord's limit of 6,000 characters for all embeds of a message; the rest is for title and footer. */
const EMBEDS_LENGTH = 5_600;
/** Maximum lines, because readers skip longer lists; a button leads to the others. */
const MAX_LINES = 10;
/** With so few alerts, totals are unnecessary. */
const FEW = 5;
/** Share of the text for totals, and share of the remaining text for the collections. */
const TOTALS_SHARE = 1 / 3;
const COLLECTIONS_SHARE = 1 / 3;

function spanOf(alerts: readonly MarketDescription[]): { readonly from: number; readonly to: number } {
  const times = alerts.map(({ occurredAt }) => occurredAt);
  return {
    from: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    to: times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  };
}

/** Formats `32 alerts in 4h 12m`. */
export function summaryTitle(alerts: readonly MarketDescription[], view: ViewContext): string {
  const { from, to } = spanOf(alerts);
  const { layouts } = view.messages;
  const hasDates = momentText(from) !== null && momentText(to) !== null && to > from;
  return hasDates ? layouts.alertsIn(alerts.length, to - from) : layouts.alerts(alerts.length);
}

/** Formats the period in the reader's language and time zone: `yesterday 22:00 – today 07:00`. */
function spanText(alerts: readonly MarketDescription[]): string | null {
  const { from, to } = spanOf(alerts);
  const [first, last] = [momentText(from, 'f'), momentText(to, 'f')];
  if (first === null || last === null) return null;
  return first === last ? `-# ${first}` : `-# ${first} – ${last}`;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** Returns as many lines as fit. */
function fitting(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const kept = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return kept === -1 ? lines : lines.slice(0, kept);
}

/** The parts of a summary, as lines. */
interface SummaryParts {
  /** The period, and the counts of all alerts by kind. */
  readonly head: readonly string[];
  /** The counts of all alerts by collection. */
  readonly collections: readonly string[];
  /** The most important alerts, one per line. */
  readonly named: readonly string[];
}

/** Returns whether a summary of these alerts has a line for each. */
export const namesAll = (alerts: readonly MarketDescription[]): boolean =>
  byImportance(alerts).length <= MAX_LINES;

/** @param room maximum length of all parts, with an empty line between them */
function summaryParts(
  alerts: readonly MarketDescription[],
  room: number,
  links: boolean,
  view: ViewContext,
): SummaryParts {
  const ordered = byImportance(alerts);
  const span = spanText(alerts);
  const spanLines = span === null ? [] : [span];
  const totals = totalLines(alerts, room * TOTALS_SHARE, view);
  const lines = ordered.slice(0, MAX_LINES).map((item) => summaryLine(item, links, view));
  const head = alerts.length <= FEW ? spanLines : [...spanLines, ...totals];
  // Two empty lines separate the parts.
  if (lines.length === ordered.length && lengthOf(lines) <= room - lengthOf(head) - 2)
    return { head, collections: [], named: lines };
  const counts = [...spanLines, ...totals];
  const left = room - lengthOf(counts) - 2;
  const collections = collectionLines(alerts, left * COLLECTIONS_SHARE, view);
  const heading = (named: number): string => `**${view.messages.layouts.top(named)}**`;
  const named = fitting(lines, left - lengthOf(collections) - heading(MAX_LINES).length - 1);
  return { head: counts, collections, named: named.length === 0 ? [] : [heading(named.length), ...named] };
}

const textOf = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

/**
 * Summarizes many alerts in one text: the number of each kind and of each collection, and the most important alerts by
 * name, so that each is named or counted.
 * @param room maximum length; at least 900, more than bare counts of every kind need
 * @param links whether the alerts are linked to their pages
 */
export function summaryText(
  alerts: readonly MarketDescription[],
  room: number,
  links: boolean,
  view: ViewContext,
): string {
  const { head, collections, named } = summaryParts(alerts, room, links, view);
  return textOf([head, collections, named]);
}

/** Splits the text into embeds: one if it fits, else two. */
function descriptionsOf({ head, collections, named }: SummaryParts): readonly string[] {
  const whole = textOf([head, collections, named]);
  if (whole.length <= DESCRIPTION_LENGTH) return whole === '' ? [] : [whole];
  const first = fitting(named, DESCRIPTION_LENGTH - lengthOf(head) - lengthOf(collections) - 2);
  return [textOf([head, collections, first]), textOf([named.slice(first.length)])];
}

/** Draws a summary as one or two embeds. */
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
