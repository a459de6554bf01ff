import type { Rehearsal } from '../discord/services.ts';
import type { AlertMessage } from '../discord/views/alert-message.ts';
import type { Activity } from '../domain/activity.ts';
import type { MarketAlert } from '../domain/alert.ts';
import type { SendOutcome } from '../domain/posting.ts';
import { type MatchFacts, matches, mayMatch } from '../domain/rule-match.ts';
import type { Rule } from '../domain/subscription.ts';
import { detect } from '../pipeline/intake/detect.ts';

/** How many of the latest activities a rule is held against. */
const LOOKED_AT = 50;

/** What the activities would have been told as, oldest first; how long ago they happened does not matter here. */
function alertsOf(activities: readonly Activity[], now: number): readonly MarketAlert[] {
  const times = activities.flatMap(({ timestamp }) => (timestamp === null ? [] : [timestamp * 1_000]));
  // Seen from the time of the oldest none is too old to be told.
  return detect(activities, Math.min(now, ...times)).findings.map(({ alert }) => alert);
}

/** Whether the rule can only be held against what is looked up of the tokens and collections. */
function needsFacts({ filter }: Rule): boolean {
  return filter.rankAtMost !== null || filter.traits !== null || filter.belowFloorPercent !== null;
}

function refusalText(outcome: SendOutcome, channelId: string): string | null {
  const channel = `<#${channelId}>`;
  switch (outcome.type) {
    case 'sent':
      return null;
    case 'refused':
      return 'Discord is busy and did not take the message. Please try again in a minute.';
    case 'invalid':
      return 'Discord does not take this alert as a message. Try `/alerts channel` with another look.';
    case 'stopped':
      return outcome.state === 'closed'
        ? `${channel} takes no messages any more. Choose another channel with \`/alerts copy\`.`
        : `I may not post in ${channel}. Give me “View Channel”, “Send Messages” and “Embed Links” there, then try again.`;
    case 'unauthorized':
      return 'Discord refuses me altogether. Please tell the one who runs me.';
    case 'ambiguous':
      return `Discord did not answer, so the test may be in ${channel} or not. Please look there before you try again.`;
    default:
      return outcome satisfies never;
  }
}

/** Tries rules out with the parts of the pipeline that decide and with the views that show, and keeps nothing. */
export function joinRehearsal(deps: {
  /** The latest so many, newest first; rejects when the marketplace does not answer. */
  readonly activities: (limit: number) => Promise<readonly Activity[]>;
  /** Adds what is looked up; what cannot be is left as it is. */
  readonly enrich: (alerts: readonly MarketAlert[]) => Promise<readonly MarketAlert[]>;
  readonly facts: MatchFacts;
  /** The alert marked as a test, without pings, by the channel's look and the server's settings. */
  readonly testMessage: (channelId: string, alert: MarketAlert) => AlertMessage;
  /** One request; never rejects. */
  readonly send: (channelId: string, message: AlertMessage) => Promise<SendOutcome>;
  /** Epoch ms. */
  readonly now: () => number;
}): Rehearsal {
  const { activities, enrich, facts, testMessage, send, now } = deps;
  return {
    async preview(rule) {
      const auctionsOnly = rule.kinds.every((kind) => kind.startsWith('auction_'));
      if (auctionsOnly) return { of: 0, matching: [], auctionsOnly };
      const latest = await activities(LOOKED_AT);
      const possible = alertsOf(latest, now()).filter((alert) => mayMatch(rule, alert));
      const known = needsFacts(rule) ? await enrich(possible) : possible;
      const matching = known.filter((alert) => matches(rule, alert, facts));
      const newest = needsFacts(rule) ? matching.slice(-1) : await enrich(matching.slice(-1));
      return { of: latest.length, matching: [...matching.slice(0, -1), ...newest], auctionsOnly };
    },
    message(channelId, alert) {
      // The mark of a test stands in the text; in a preview everything is one.
      const { embeds, allowed_mentions } = testMessage(channelId, alert);
      return { embeds, allowed_mentions };
    },
    post: async (channelId, alert) =>
      refusalText(await send(channelId, testMessage(channelId, alert)), channelId),
  };
}
