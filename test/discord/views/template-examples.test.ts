import { describe, expect, it } from 'vitest';
import { placeholdersOf, TOPICS } from '#src/alerts/kinds/registry.ts';
import { placeholderExamples } from '#src/discord/views/template-examples.ts';
import { viewContext, withoutPages } from './view-context.ts';

const NOW = 1_767_225_600;

describe('the examples of placeholders', () => {
  it.each(TOPICS)('are complete for %s', (topic) => {
    const examples = placeholderExamples(topic, viewContext(), NOW);
    expect(examples.map(({ written }) => written)).toEqual(placeholdersOf(topic).map((name) => `{${name}}`));
    for (const { written, meaning, example } of examples) {
      expect([written, meaning.length <= 40, example !== '']).toEqual([written, true, true]);
    }
  });

  it('are missing only for pages that the operator did not configure', () => {
    const missing = placeholderExamples('sale', withoutPages, NOW).filter(({ example }) => example === '');
    expect(missing.map(({ written }) => written)).toEqual(['{link}', '{transaction}']);
  });

  it('use the currency of the marketplace', () => {
    const view = viewContext({ currency: { symbol: 'XYZ', decimals: 6 } });
    const [price] = placeholderExamples('sale', view, NOW).filter(({ written }) => written === '{price}');
    expect(price?.example).toBe('2.5 XYZ');
  });
});
