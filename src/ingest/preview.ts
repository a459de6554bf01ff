import type { MarketAlert } from '#src/alerts/alert.ts';
import { detect } from '#src/alerts/detect/detect.ts';
import { isAuctionTopic } from '#src/alerts/kinds/auction/schema.ts';
import { isMadeForRules } from '#src/alerts/kinds/registry.ts';
import type { MatchFacts } from '#src/alerts/match-subject.ts';
import { matches, mayMatch, needsDetail, prepareRule } from '#src/alerts/rule-match.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { RuleExample, RuleExamples } from './rule-examples.ts';

/** Number of latest activities that a rule is tested with. */
const PREVIEWED_ACTIVITIES = 50;

/** Builds the alerts of these activities, oldest first, regardless of age. */
function alertsOf(activities: readonly Activity[], now: number): readonly MarketAlert[] {
  const times = activities.flatMap(({ timestamp }) => (timestamp === null ? [] : [timestamp * 1_000]));
  // Detect as of the oldest activity, so that none is too old.
  return detect(activities, Math.min(now, ...times)).detectedAlerts.map(({ alert }) => alert);
}

/** What a rule would have posted recently. */
export interface RulePreview {
  /** Alerts of the latest activities that would have been posted, oldest first. */
  readonly matching: readonly MarketAlert[];
  /** `null` if no matching event is known. */
  readonly example: RuleExample | null;
  /** Estimated number of sales it would post per week, from stored sales; `null` if there are too few. */
  readonly weeklySales: number | null;
}

/**
 * Previews rules with the real matcher, without saving anything. Rejects like a lookup when the marketplace does not
 * answer.
 */
export function createPreview(deps: {
  /** The latest activities, newest first; rejects if the marketplace does not answer. */
  readonly activities: (limit: number) => Promise<readonly Activity[]>;
  readonly examples: RuleExamples;
  /** The alert that would be created for the rule now, such as a recap; `null` for kinds that come from the feed. */
  readonly madeNow: (rule: Rule) => Promise<MarketAlert | null>;
  /** Adds looked-up details, as far as they are available. */
  readonly enrich: (alerts: readonly MarketAlert[]) => Promise<readonly MarketAlert[]>;
  readonly facts: MatchFacts;
  /** Epoch ms. */
  readonly now: () => number;
}): (rule: Rule) => Promise<RulePreview> {
  const { activities, examples, madeNow, enrich, facts, now } = deps;

  /** Finds matching alerts among the latest activities, oldest first. Only the newest one has the data of its token. */
  async function latestOf(rule: Rule): Promise<readonly MarketAlert[]> {
    // The activity feed contains neither auction events nor alerts that are computed for a rule.
    if (rule.topics.every((topic) => isAuctionTopic(topic) || isMadeForRules(topic))) return [];
    const latest = await activities(PREVIEWED_ACTIVITIES);
    const possible = alertsOf(latest, now()).filter((alert) => mayMatch(rule, alert));
    const isDetailed = needsDetail(prepareRule(rule));
    const enriched = isDetailed ? await enrich(possible) : possible;
    const matching = enriched.filter((alert) => matches(rule, alert, facts));
    if (isDetailed) return matching;
    return [...matching.slice(0, -1), ...(await enrich(matching.slice(-1)))];
  }

  return async (rule) => {
    const made = rule.topics.every(isMadeForRules) ? await madeNow(rule) : null;
    if (made !== null) return { matching: [], weeklySales: null, example: { alert: made, happened: true } };
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
  };
}
