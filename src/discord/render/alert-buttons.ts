import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { LookupTarget, MarketDescription } from '#src/alerts/description.ts';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import { personOf } from '#src/alerts/target.ts';
import type { Row } from '../answer.ts';
import { button, buttonRows, linkButton } from '../components/buttons.ts';
import { writeLookupId, writeMarkedMenuId, writeWatchId } from '../components/custom-id.ts';
import { narrowLink } from '../components/targets.ts';
import { sanitizeLine } from '../text.ts';
import type { ViewContext } from '../views/context.ts';
import type { Described } from './describe.ts';
import { byImportance } from './layouts/summary-line.ts';
import { drawSegments, type SegmentStyle } from './segments.ts';

/** Discord: at most 25 options of 100 characters each. */
const MAX_OPTIONS = 25;
const LABEL_LENGTH = 100;
/** The most important alerts, of which the menu's entries are chosen: far more than it can have. */
const MAX_CONSIDERED = 100;

const LABEL: SegmentStyle = { nameLength: 60, links: false, wallets: 'text', plain: true };

/** One thing that a message leads to. */
interface Entry {
  readonly target: LookupTarget;
  readonly alert: Described<MarketDescription>;
  /** Of the alert; `null` for its subject. */
  readonly row: number | null;
}

/** The subject of an alert, or the first of its tokens. */
function entriesOf(alert: Described<MarketDescription>): readonly Entry[] {
  const { subject, rows } = alert.description;
  if (subject.target !== null) return [{ target: subject.target, alert, row: null }];
  if (rows === null) return [];
  return Array.from({ length: Math.min(rows.count, MAX_OPTIONS) }, (_, row) => row).flatMap((row) => {
    const target = rows.target(row);
    return target === null ? [] : [{ target, alert, row }];
  });
}

function labelOf({ alert, row }: Entry, view: ViewContext): string {
  const { headline, group, rows } = alert.description;
  const segments = row === null ? headline : (rows?.row(row) ?? headline);
  return sanitizeLine(`${group.sign} ${drawSegments(segments, view, LABEL)}`, LABEL_LENGTH);
}

/** The most important alerts first. */
function inOrder(alerts: readonly Described<MarketDescription>[]): readonly Described<MarketDescription>[] {
  const byDescription = new Map(alerts.map((alert) => [alert.description, alert]));
  return byImportance(alerts.map(({ description }) => description)).flatMap(
    ({ latest }) => byDescription.get(latest) ?? [],
  );
}

/** What the message leads to, each once; every alert has an entry before one of them has its second. */
function chooseEntries(alerts: readonly Described<MarketDescription>[]): readonly Entry[] {
  const lists = inOrder(alerts).slice(0, MAX_CONSIDERED).map(entriesOf);
  const chosen = new Map<string, Entry>();
  for (let row = 0; row < MAX_OPTIONS && chosen.size < MAX_OPTIONS; row += 1) {
    for (const entry of lists.flatMap((entries) => entries.slice(row, row + 1))) {
      const key = writeLookupId({ target: entry.target, mark: '0' });
      if (!chosen.has(key) && chosen.size < MAX_OPTIONS) chosen.set(key, entry);
    }
  }
  return [...chosen.values()];
}

function detailsButton(target: LookupTarget, mark: string, { messages }: ViewContext): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: messages.layouts.details,
    custom_id: writeLookupId({ target, mark }),
  };
}

function watchButton(target: LookupTarget, mark: string, { messages }: ViewContext): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: messages.watches.button,
    custom_id: writeWatchId({ target, mark }),
  };
}

function detailsMenu(entries: readonly Entry[], mark: string, view: ViewContext): Row {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: writeMarkedMenuId(mark),
        placeholder: view.messages.layouts.detailsOf,
        options: entries.map((entry) => ({
          label: labelOf(entry, view),
          value: writeLookupId({ target: entry.target, mark: entry.alert.reference }),
        })),
      },
    ],
  };
}

/** The rows of components under alerts. */
export interface AlertComponents {
  readonly rows: readonly Row[];
  /** The references of the alerts whose mark is in a custom id or the value of a choice. */
  readonly marked: ReadonlySet<string>;
}

export const NO_COMPONENTS: AlertComponents = { rows: [], marked: new Set() };

/**
 * The components under alerts: of one token, auction or collection a button that looks it up, the links that the embed
 * has too, and a button that offers to watch it; of several a menu. Whoever uses them gets the lookup for themselves.
 * Nothing is kept for them: all they need is in their custom ids.
 * @param reference of the message's first alert, which its first custom id carries
 */
export function alertComponents(
  alerts: readonly Described<MarketDescription>[],
  reference: string,
  view: ViewContext,
): AlertComponents {
  const entries = chooseEntries(alerts);
  const [first] = entries;
  if (first === undefined) return NO_COMPONENTS;
  if (entries.length > 1) {
    const marked = new Set([reference, ...entries.map(({ alert }) => alert.reference)]);
    return { rows: [detailsMenu(entries, reference, view)], marked };
  }
  const { subject, transactionUrl } = first.alert.description;
  const { layouts } = view.messages;
  const buttons = [
    detailsButton(first.target, reference, view),
    ...linkButton(layouts.open, first.row === null ? subject.url : null),
    ...linkButton(layouts.transaction, alerts.length === 1 ? transactionUrl : null),
    watchButton(first.target, reference, view),
  ];
  return { rows: buttonRows(buttons), marked: new Set([reference]) };
}

/**
 * Under the last message before a person's hourly limit: what leads to the watch that asked for it.
 * @param targetId the person
 */
export function narrowRows(
  targetId: string,
  notice: LimitNotice | null,
  { messages }: ViewContext,
): readonly Row[] {
  const requester = personOf(targetId);
  if (requester === null || notice === null || notice.watch === null) return [];
  const destination = narrowLink.to({ id: String(notice.watch) });
  return buttonRows([button(messages.watches.narrow, destination, { requester })]);
}
