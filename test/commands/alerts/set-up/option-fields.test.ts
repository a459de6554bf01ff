import { describe, expect, it } from 'vitest';
import { MODAL_LINKS } from '#commands/alerts/set-up/filter-modals.ts';
import { draftInputs } from '#commands/alerts/set-up/option-fields.ts';
import { fields, filters } from '#src/alerts/filters/index.ts';
import { PING_KEYS } from '#src/alerts/filters/pings.ts';
import { kindOptions, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';

/** Discord: inputs of a modal. */
const MAX_INPUTS = 5;

function asked(topics: readonly Topic[]): readonly string[] {
  const { menus, excluded, modals } = draftInputs({ topics });
  expect(modals.length).toBeLessThan(MODAL_LINKS.length);
  for (const inputs of [excluded, ...modals]) expect(inputs.length).toBeLessThanOrEqual(MAX_INPUTS);
  return [...menus, ...excluded, ...modals.flat()].map(({ key }) => key).toSorted();
}

const keysOf = (some: readonly { readonly fields: readonly { readonly key: string }[] }[]) =>
  some.flatMap((one) => one.fields.map(({ key }) => key));

describe('the preview of an alert', () => {
  it('asks for everything that a rule can say, with its pings', () => {
    expect([...asked(TOPICS), ...PING_KEYS].toSorted()).toEqual(fields.map(({ key }) => key).toSorted());
  });

  it.each(TOPICS)('asks for every filter, and every option of its kind: %s', (topic) => {
    const own = kindOptions.filter((option) => option.appliesTo?.([topic]) !== false);
    expect(asked([topic])).toEqual([...keysOf(filters), ...keysOf(own)].toSorted());
  });
});
