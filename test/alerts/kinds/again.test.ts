import { describe, expect, it } from 'vitest';
import { againKey, firstKey } from '#src/alerts/kinds/again.ts';
import { describeMarket } from '#src/discord/render/describe.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import { viewContext } from '../../discord/views/view-context.ts';
import { saleAlert } from '../../support/build-alert.ts';

describe('the key of an alert that is posted again', () => {
  it('differs for each time, and leads to the first one', () => {
    expect(againKey('sale:1:a', 1)).toBe('again:1:sale:1:a');
    expect(againKey(againKey('sale:1:a', 1), 2)).toBe('again:2:sale:1:a');
    expect(firstKey(againKey('sale:1:a', 9))).toBe('sale:1:a');
    expect(firstKey('sale:1:a')).toBe('sale:1:a');
  });
});

describe('the description of an alert that is posted again', () => {
  const described = describeMarket({ ...saleAlert(1), again: true }, viewContext());

  it('says so first', () => {
    expect(sentenceText(described.facts[0]?.text ?? [], viewContext())).toBe('🔁 Posted again on request');
  });

  it('is counted apart in a summary, without its price', () => {
    const { sign, countWords, pricesAddUp } = described.group;
    expect([sign, countWords(2), pricesAddUp]).toEqual(['🔁', '2 alerts posted again', false]);
  });
});
