import { describe, expect, it } from 'vitest';
import type { FilterValues } from '../../../src/alerts/filters/index.ts';
import { matches } from '../../../src/alerts/rule-match.ts';
import { TOPICS, type Topic } from '../../../src/alerts/topic.ts';
import { madeUpAlert } from '../../../src/discord/answers/subscriptions-sample.ts';
import { address } from '../../support/build-activity.ts';
import { viewContext } from '../views/view-context.ts';

const sampleOf = (topic: Topic, filter: FilterValues) =>
  madeUpAlert({ topics: [topic], filter, pingRoles: [] }, Date.UTC(2026, 0, 1), viewContext());

describe('a made-up alert', () => {
  it.each(TOPICS)('of the topic %s has what the conditions of its rule ask for', (topic) => {
    const filter = { collection: [address(0xc0)], amount: 5n, ending: 30 } as const;
    const rule = { topics: [topic], filter, pingRoles: [] };
    expect(matches(rule, sampleOf(topic, filter), { isWhitelisted: () => true })).toBe(true);
  });

  it('reminds of an end ten minutes ahead where its rule says nothing else', () => {
    expect(sampleOf('auction_ending', {})).toMatchObject({ leads: [10] });
  });
});
