import type { Topic } from '#src/alerts/kinds/registry.ts';
import { type Overlap, overlaps } from '#src/alerts/rule-overlap.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import type { ViewContext } from './context.ts';
import { alertName, topicsText } from './rule-words.ts';

/** Maximum alerts that are named; more would not help. */
const MAX_NAMED = 3;

interface Sentences {
  /** @param other number of an alert with its `#` */
  readonly all: (other: string) => string;
  /** @param what topics for which it posts everything */
  readonly some: (other: string, what: string) => string;
}

/** Returns the overlaps that add information, widest first. */
function telling(found: readonly Overlap<Subscription>[]): readonly Overlap<Subscription>[] {
  const said = new Set<Topic>();
  const kept: Overlap<Subscription>[] = [];
  for (const { other, topics } of found) {
    const fresh = topics.filter((topic) => !said.has(topic));
    for (const topic of fresh) said.add(topic);
    if (fresh.length > 0) kept.push({ other, topics: fresh });
  }
  return kept.slice(0, MAX_NAMED);
}

/**
 * Describes which events of a rule other alerts of the channel already post.
 * @param others the other alerts of the channel; paused ones post nothing
 */
export function overlapSentences(
  rule: Rule,
  others: readonly Subscription[],
  sentences: Sentences,
  { messages }: ViewContext,
): { readonly texts: readonly string[]; readonly widest: Subscription | null } {
  const active = others.filter(({ pausedAt }) => pausedAt === null);
  const named = telling(overlaps(rule, active));
  return {
    texts: named.map(({ other, topics }) =>
      topics.length === rule.topics.length
        ? sentences.all(alertName(other))
        : sentences.some(alertName(other), topicsText(topics, messages)),
    ),
    widest: named[0]?.other ?? null,
  };
}
