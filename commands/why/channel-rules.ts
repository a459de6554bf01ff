import type { MatchFacts } from '#src/alerts/match-subject.ts';
import { extrasOf } from '#src/alerts/rule-extras.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { CommandServices } from '#src/discord/services.ts';
import type { EventDelivery, RuleVersion, StoredEvent } from '#src/store/model/detected-event.ts';
import { hasChanged, type Outcome, outcomeOf, versionAt } from './outcome.ts';

/** The rules that a channel had in the last 14 days. */
export interface ChannelRules {
  readonly channelId: string;
  /** By rule, each oldest first. */
  readonly versions: ReadonlyMap<number, readonly RuleVersion[]>;
  readonly present: ReadonlyMap<number, Subscription>;
  /** Those that post once and have posted their one alert, or have it in the queue. */
  readonly spent: ReadonlySet<number>;
}

/** The reads that answer why. */
export type WhyStore = Pick<CommandServices['store'], 'oncePosts' | 'subscriptionsOf'> & {
  readonly events: Pick<CommandServices['store']['events'], 'ruleVersions'>;
};

async function spentAmong(rules: readonly Subscription[], store: WhyStore): Promise<ReadonlySet<number>> {
  const once = rules.filter((rule) => extrasOf(rule).isOnce);
  const posts = await store.oncePosts(once.flatMap(({ onceDeliveryId }) => onceDeliveryId ?? []));
  return new Set(
    once.flatMap(({ id, onceDeliveryId = null }) =>
      onceDeliveryId !== null && posts.get(onceDeliveryId)?.isSpent !== false ? [id] : [],
    ),
  );
}

/** Resolves to the rules of a channel of this server, removed ones included. */
export async function rulesOf(channelId: string, guildId: string, store: WhyStore): Promise<ChannelRules> {
  const all = await store.subscriptionsOf(guildId);
  const present = new Map(all.filter((one) => one.channelId === channelId).map((one) => [one.id, one]));
  const versions = new Map(
    Map.groupBy(await store.events.ruleVersions(channelId), ({ subscriptionId }) => subscriptionId),
  );
  for (const { id, topics, filter, createdAt, pausedAt } of present.values())
    if (!versions.has(id))
      versions.set(id, [
        {
          ...{ subscriptionId: id, topics, filter, fromAt: createdAt, endsAt: null },
          ...{ isPaused: pausedAt !== null, isRemoved: false },
        },
      ]);
  return { channelId, versions, present, spent: await spentAmong([...present.values()], store) };
}

/** What became of an event for one rule. */
export interface RuleOutcome {
  readonly ruleId: number;
  readonly outcome: Outcome;
  /** What the rule said when the event was detected; `null` before it was created. */
  readonly version: RuleVersion | null;
  /** Whether it says something else now. */
  readonly hasChanged: boolean;
}

/**
 * Returns what became of the event for each rule of the channel, without those that had been removed.
 * @param delivery of the event to the channel
 */
export function outcomesFor(
  event: StoredEvent,
  delivery: EventDelivery | null,
  rules: ChannelRules,
  facts: MatchFacts,
): readonly RuleOutcome[] {
  return [...rules.versions].flatMap(([ruleId, versions]): readonly RuleOutcome[] => {
    const rule = rules.present.get(ruleId);
    const outcome = outcomeOf(event, ruleId, versions, {
      ...{ delivery, facts, isSpent: rules.spent.has(ruleId) },
      isOnce: rule !== undefined && extrasOf(rule).isOnce === true,
    });
    if (outcome.type === 'removed') return [];
    const at = event.detectedAt;
    return [{ ruleId, outcome, version: versionAt(versions, at), hasChanged: hasChanged(versions, at) }];
  });
}
