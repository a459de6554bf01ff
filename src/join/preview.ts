import type { MarketAlert } from '../alerts/alert.ts';
import { detect } from '../alerts/detect/detect.ts';
import { isAuctionTopic } from '../alerts/kinds/auction/schema.ts';
import type { MatchFacts } from '../alerts/match-subject.ts';
import { matches, mayMatch, needsDetail, prepareRule } from '../alerts/rule-match.ts';
import type { Rule } from '../alerts/subscription.ts';
import type { AlertMessage } from '../discord/render/alert-message.ts';
import type { RulePreviews } from '../discord/services.ts';
import type { Sentence } from '../discord/user-error.ts';
import type { Activity } from '../marketplace/model/activity.ts';
import type { SendOutcome } from '../outbox/posting.ts';
import type { RuleExamples } from './rule-examples.ts';

/** Number of latest activities that a rule is tested with. */
const PREVIEWED_ACTIVITIES = 50;

/** The alerts of these activities, oldest first, regardless of their age. */
function alertsOf(activities: readonly Activity[], now: number): readonly MarketAlert[] {
  const times = activities.flatMap(({ timestamp }) => (timestamp === null ? [] : [timestamp * 1_000]));
  // Detected with the time of the oldest activity, so that none is too old.
  return detect(activities, Math.min(now, ...times)).detectedAlerts.map(({ alert }) => alert);
}

/** Why the test was not posted, and what to do; `null` where it was. */
function refusalOf(outcome: SendOutcome, channelId: string): Sentence | null {
  const channel = `<#${channelId}>`;
  switch (outcome.type) {
    case 'sent':
      return null;
    case 'refused':
      return ({ alertList }) => alertList.testBusy;
    case 'invalid':
      return ({ alertList }) => alertList.testInvalid;
    case 'stopped':
      return outcome.state === 'closed'
        ? ({ alertList }) => alertList.testClosed(channel)
        : ({ alertList }) => alertList.testRefused(channel);
    case 'unauthorized':
      return ({ alertList }) => alertList.testUnauthorized;
    case 'ambiguous':
      return ({ alertList }) => alertList.testAmbiguous(channel);
    default:
      return outcome satisfies never;
  }
}

/** Previews rules with the real matcher and views. Saves nothing. */
export function createPreview(deps: {
  /** The latest activities, newest first; rejects if the marketplace does not answer. */
  readonly activities: (limit: number) => Promise<readonly Activity[]>;
  readonly examples: RuleExamples;
  /** Adds looked-up details, as far as they are available. */
  readonly enrich: (alerts: readonly MarketAlert[]) => Promise<readonly MarketAlert[]>;
  readonly facts: MatchFacts;
  /** The alert marked as a test, without pings, with the settings of the channel and the server. */
  readonly testMessage: (channelId: string, alert: MarketAlert) => AlertMessage;
  /** One request; never rejects. */
  readonly send: (channelId: string, message: AlertMessage) => Promise<SendOutcome>;
  /** Epoch ms. */
  readonly now: () => number;
}): RulePreviews {
  const { activities, examples, enrich, facts, testMessage, send, now } = deps;

  /** Alerts of the latest activities that match, oldest first; the newest with the data of its token. */
  async function latestOf(rule: Rule): Promise<readonly MarketAlert[]> {
    // The activity feed has no auction events.
    if (rule.topics.every(isAuctionTopic)) return [];
    const latest = await activities(PREVIEWED_ACTIVITIES);
    const possible = alertsOf(latest, now()).filter((alert) => mayMatch(rule, alert));
    const isDetailed = needsDetail(prepareRule(rule));
    const enriched = isDetailed ? await enrich(possible) : possible;
    const matching = enriched.filter((alert) => matches(rule, alert, facts));
    if (isDetailed) return matching;
    return [...matching.slice(0, -1), ...(await enrich(matching.slice(-1)))];
  }

  return {
    async preview(rule) {
      const [matching, sales] = await Promise.all([latestOf(rule), examples.storedSales(rule)]);
      const newest = matching.at(-1);
      return {
        matching,
        weeklySales: sales.weekly,
        example:
          newest === undefined
            ? ((await sales.newest()) ?? (await examples.withToken(rule)))
            : { alert: newest, happened: true },
      };
    },
    message(channelId, alert) {
      // The test marker is in the content, which a preview does not need.
      const { embeds, allowed_mentions } = testMessage(channelId, alert);
      return { embeds, allowed_mentions };
    },
    post: async (channelId, alert) =>
      refusalOf(await send(channelId, testMessage(channelId, alert)), channelId),
  };
}
