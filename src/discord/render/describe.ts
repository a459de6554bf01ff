import type { Alert } from '#src/alerts/alert.ts';
import type {
  DescribeContext,
  Description,
  MarketDescription,
  TextDescription,
} from '#src/alerts/description.ts';
import { withAgain } from '#src/alerts/kinds/again.ts';
import { kindOf, type MarketAlert, marketKindOf } from '#src/alerts/kinds/registry.ts';
import { withReversal } from '#src/alerts/kinds/reverted.ts';
import type { TemplatePart } from '#src/alerts/templates/alert-template.ts';
import type { PlaceholderValues } from '#src/alerts/templates/placeholders.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { markText } from '../posting/delivery-mark.ts';
import { channelProblem } from '../views/channel-problem.ts';
import type { ViewContext } from '../views/context.ts';
import { collectionName, itemName, verifiedMarkOf, walletName } from '../views/naming.ts';
import { tickerProblem } from '../views/ticker.ts';

/** The texts of an alert that its template determines; `null` for those that look as usual. */
export type DrawnTemplate = Readonly<Record<TemplatePart, string | null>>;

/** An alert with the reference by which read-back finds its message. */
export interface Described<D extends Description = Description> {
  /** `k3x9f2ab` */
  readonly reference: string;
  /** The reference as text: `alert k3x9f2ab`. */
  readonly mark: string;
  /** Key of the alert. */
  readonly key: string;
  readonly description: D;
  /** Absent for an alert without a template. */
  readonly words?: DrawnTemplate;
}

function describeContext(view: ViewContext, isKeptUpToDate: boolean): DescribeContext {
  const { messages, currency, links, marketplaceName } = view;
  return {
    messages,
    currency,
    links,
    marketplaceName,
    isKeptUpToDate,
    reader: view.reader ?? null,
    names: {
      collection: (named) => collectionName(named, view),
      token: (token) => itemName(token, view),
      wallet: (address) => walletName(address, view),
      mark: (collection) => verifiedMarkOf({ verified: view.isVerified(collection) }),
    },
    collectionPicture: view.collectionPicture,
    channelProblem: (code, missing) => channelProblem(code, missing, messages),
    tickerProblem: (code, missing) => tickerProblem(code, missing, messages),
  };
}

/** Adds to a context what an alert determines. A message that was posted again is not kept up to date. */
const contextFor = (alert: Alert, common: DescribeContext): DescribeContext => ({
  ...common,
  fiat: alert.fiat ?? null,
  isKeptUpToDate: common.isKeptUpToDate && alert.again !== true,
});

function describe(alert: Alert, common: DescribeContext): Description {
  const context = contextFor(alert, common);
  const described = withReversal(alert, kindOf(alert).describe(alert, context), context);
  return withAgain(alert, described, context);
}

/** Describes an alert for this server. */
export function describeAlert(alert: Alert, view: ViewContext): Description {
  return describe(alert, describeContext(view, true));
}

/**
 * Describes a market alert for this server.
 * @param isKeptUpToDate whether its message is edited whenever its state changes
 */
export function describeMarket(
  alert: MarketAlert,
  view: ViewContext,
  isKeptUpToDate = true,
): MarketDescription {
  const context = contextFor(alert, describeContext(view, isKeptUpToDate));
  const described = withReversal(alert, marketKindOf(alert).describe(alert, context), context);
  return withAgain(alert, described, context);
}

/** Returns what the placeholders of templates stand for in this server; none for an alert without templates. */
export function placeholderValues(alert: MarketAlert, view: ViewContext): Partial<PlaceholderValues> {
  const context = { ...describeContext(view, true), fiat: alert.fiat ?? null };
  return marketKindOf(alert).values?.(alert, context) ?? {};
}

/**
 * Describes the alerts of a message.
 * @param isKeptUpToDate whether it is edited whenever their state changes
 */
export function describeAll(
  channelId: string,
  alerts: readonly Alert[],
  view: ViewContext,
  isKeptUpToDate = true,
): readonly Described[] {
  const context = describeContext(view, isKeptUpToDate);
  return alerts.map((alert) => {
    const reference = referenceFor(channelId, alert);
    const { key } = alert;
    return { reference, mark: markText(reference), key, description: describe(alert, context) };
  });
}

export const isMarket = (described: Described): described is Described<MarketDescription> =>
  described.description.layout === 'any';

export const isText = (described: Described): described is Described<TextDescription> =>
  described.description.layout === 'text';
