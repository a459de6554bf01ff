import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Alert } from '#src/alerts/alert.ts';
import type { LookupTarget, MarketDescription } from '#src/alerts/description.ts';
import { isGreeting } from '#src/alerts/kinds/greeting.ts';
import { personOf } from '#src/alerts/target.ts';
import type { Post } from '#src/store/model/delivery.ts';
import type { Row } from '../answer.ts';
import { button, buttonRows, linkButton } from '../components/buttons.ts';
import { writeLookupId, writeMarkedMenuId, writeWatchId } from '../components/custom-id.ts';
import {
  greetingChoiceLink,
  greetingHelpLink,
  greetingSalesLink,
  narrowLink,
  stopLink,
} from '../components/targets.ts';
import { sanitizeLine } from '../text.ts';
import type { ViewContext } from '../views/context.ts';
import type { Described } from './describe.ts';
import { byImportance } from './layouts/summary-line.ts';
import { drawSegments, type SegmentStyle } from './segments.ts';

/** Discord allows at most 25 options of 100 characters each. */
const MAX_OPTIONS = 25;
const LABEL_LENGTH = 100;
/** Number of most important alerts from which menu entries are chosen: far more than a menu can have. */
const MAX_CONSIDERED = 100;

const LABEL: SegmentStyle = { nameLength: 60, links: false, wallets: 'text', plain: true };

/** A target of a message's components. */
interface Entry {
  readonly target: LookupTarget;
  readonly alert: Described<MarketDescription>;
  /** Row of the alert; `null` for its subject. */
  readonly row: number | null;
}

/** Returns the subject of an alert, or the first of its tokens. */
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

/** Sorts the alerts, most important first. */
function inOrder(alerts: readonly Described<MarketDescription>[]): readonly Described<MarketDescription>[] {
  const byDescription = new Map(alerts.map((alert) => [alert.description, alert]));
  return byImportance(alerts.map(({ description }) => description)).flatMap(
    ({ latest }) => byDescription.get(latest) ?? [],
  );
}

/** Chooses the targets of the message, without duplicates. Every alert gets an entry before any gets its second. */
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

/** Component rows under alerts. */
export interface AlertComponents {
  readonly rows: readonly Row[];
  /** References of the alerts whose mark is in a custom id or the value of a choice. */
  readonly marked: ReadonlySet<string>;
  /** Whether a button leads to the transaction of the only alert. */
  readonly linksTransaction: boolean;
}

export const NO_COMPONENTS: AlertComponents = { rows: [], marked: new Set(), linksTransaction: false };

/**
 * Builds the components under alerts. For a single token, auction or collection: its pages, a button that offers to
 * watch it, and one that looks it up. For several: a menu. Everyone who uses them gets a separate lookup. No
 * state is stored for them, because their custom ids contain all they need.
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
    return { rows: [detailsMenu(entries, reference, view)], marked, linksTransaction: false };
  }
  const { subject, transactionUrl } = first.alert.description;
  const { layouts } = view.messages;
  const transaction = linkButton(layouts.transaction, alerts.length === 1 ? transactionUrl : null);
  const buttons = [
    ...linkButton(layouts.view, first.row === null ? subject.url : null),
    ...transaction,
    watchButton(first.target, reference, view),
    detailsButton(first.target, reference, view),
  ];
  return {
    rows: buttonRows(buttons),
    marked: new Set([reference]),
    linksTransaction: transaction.length > 0,
  };
}

/** Stands for the person in the custom ids of buttons that are nobody's. */
const NOBODY = { requester: '0' };

/** Builds the row below the greeting of a server: what to do first. */
export function greetingRows(alerts: readonly Alert[], { messages }: ViewContext): readonly Row[] {
  if (!alerts.some(isGreeting)) return [];
  const { greeting: words } = messages;
  return buttonRows([
    button(words.postSales, greetingSalesLink.to({}), NOBODY, 'primary'),
    button(words.chooseCollections, greetingChoiceLink.to({}), NOBODY),
    button(words.help, greetingHelpLink.to({}), NOBODY),
  ]);
}

/** Watches that a direct message names and has a button for; the others are counted. */
export const MAX_WATCHES = 3;

/**
 * Builds the last row of a direct message: a button for each of its watches that stops it, and, in the last message
 * before the hourly limit, one that leads to the watch that caused it.
 * @param targetId the user
 */
export function watchRows(
  targetId: string,
  { watches = [], limitNotice = null }: Pick<Post, 'watches' | 'limitNotice'>,
  { messages }: ViewContext,
): readonly Row[] {
  const requester = personOf(targetId);
  if (requester === null) return [];
  const { watches: words } = messages;
  const cause = limitNotice?.watch ?? null;
  const narrow = cause === null ? null : narrowLink.to({ id: String(cause) });
  const stopping = watches.slice(0, MAX_WATCHES).map(({ id }) => {
    const label = watches.length === 1 ? words.stop : words.stopOne(`#${id}`);
    return button(label, stopLink.to({ watch: String(id) }), { requester });
  });
  return buttonRows([...(narrow === null ? [] : [button(words.narrow, narrow, { requester })]), ...stopping]);
}
