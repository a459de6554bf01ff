import { describe, expect, it } from 'vitest';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import {
  type AlertTemplate,
  nearestTemplate,
  type SavedTemplate,
} from '#src/alerts/templates/alert-template.ts';
import { checkTemplate } from '#src/alerts/templates/check-template.ts';

const template = (parts: Partial<AlertTemplate>): AlertTemplate => ({
  message: null,
  title: null,
  text: null,
  ...parts,
});
const problems = (parts: Partial<AlertTemplate>, topic: Topic = 'sale') => {
  const checked = checkTemplate(topic, template(parts));
  return checked.ok ? [] : checked.problems.map(({ part, problem }) => [part, problem]);
};

describe('checking a template', () => {
  it('accepts what fits whatever it is filled with', () => {
    expect(checkTemplate('sale', template({}))).toEqual({ ok: true });
    expect(
      problems({
        message: '**{buyer}** swept [{token}]({link})[ · rank {rank}]',
        title: '{token} sold for {price} to {buyer}',
        text: '{price.fiat|price|"no price"}',
      }),
    ).toEqual([]);
  });

  it('names the problem of each part', () => {
    expect(problems({ message: '{bid}', title: '{tokn}' })).toEqual([
      ['message', { code: 'unknown placeholder', name: 'bid', nearest: 'held', at: 2 }],
      ['title', { code: 'unknown placeholder', name: 'tokn', nearest: 'token', at: 2 }],
    ]);
    expect(problems({ text: '{token}' }, 'recap')).toEqual([
      ['text', { code: 'unknown placeholder', name: 'token', nearest: null, at: 2 }],
    ]);
  });

  it('counts the characters that are too many', () => {
    expect(problems({ title: 'x'.repeat(260) })).toEqual([['title', { code: 'too long', tooMany: 4 }]]);
    expect(problems({ title: `${'x'.repeat(200)}{price}` })).toEqual([
      ['title', { code: 'too long when filled', tooMany: 4 }],
    ]);
    expect(problems({ message: '@'.repeat(901) })).toEqual([
      ['message', { code: 'too long when filled', tooMany: 2 }],
    ]);
  });
});

const saved = (scope: SavedTemplate['scope'], target: string, topic: Topic = 'sale'): SavedTemplate => ({
  guildId: '1',
  scope,
  target,
  topic,
  template: template({ title: `${scope} ${target}` }),
});

describe('the template of an alert', () => {
  const all = [
    saved('server', ''),
    saved('channel', '5'),
    saved('rule', '12'),
    saved('rule', '9'),
    saved('rule', '3', 'listing'),
  ];
  const nearest = (channelId: string, ruleIds: readonly number[], topic: Topic = 'sale') =>
    nearestTemplate(all, { topic, channelId, ruleIds })?.template.title ?? null;

  it('is that of its oldest rule, of its channel, or of its server', () => {
    expect(nearest('5', [3, 9, 12])).toBe('rule 9');
    expect(nearest('5', [3])).toBe('channel 5');
    expect(nearest('6', [3])).toBe('server ');
    expect(nearest('5', [3], 'listing')).toBe('rule 3');
    expect(nearest('5', [], 'listing')).toBeNull();
  });
});
