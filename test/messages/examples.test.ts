import { describe, expect, it } from 'vitest';
import { english } from '#src/messages/messages.ts';
import { examplesOf } from '../../scripts/messages/examples.ts';

const textsOf = (message: unknown): readonly string[] => examplesOf(message).map(({ text }) => text);

describe('npm run messages', () => {
  it('has an example of every message', () => {
    const examples = examplesOf(english);
    const areas = new Set(examples.map(({ key }) => key.split('.')[0]));

    expect([...areas].toSorted()).toEqual(
      Object.keys(english)
        .filter((area) => area !== 'writer')
        .toSorted(),
    );
    expect(examples.length).toBeGreaterThan(1000);
    expect(examples.filter(({ text }) => /undefined|NaN|\[object/.test(text))).toEqual([]);
  });

  it('fills in a text with the name of the parameter, a number or a list, whichever fits', () => {
    expect(textsOf(english.alertList.oneTitle)).toEqual(['Alert ‹alert›']);
    expect(textsOf(english.alertList.waiting)).toEqual(['3 alerts waiting', '1 alert waiting']);
    expect(textsOf(english.lists.didYouMean)).toEqual(['Did you mean “‹names›” or “‹names›”?']);
  });

  it('has one example of each branch', () => {
    expect(textsOf(english.recaps.headline)).toHaveLength(2);
  });

  it('reads parameters that the formatter put on lines of their own', () => {
    // Node runs the source as it is written; here the transformed source would have one line.
    const message = Object.assign(({ messages }: { readonly messages: number }) => `${messages} messages`, {
      toString: () => '({\n  messages,\n  busiest,\n  pings,\n  isAtMost,\n}) => …',
    });

    expect(textsOf(message)).toEqual(['412 messages']);
  });

  it('reports a message for which it has no example', () => {
    expect(() =>
      examplesOf({
        area: (moment: Date) => moment.toISOString(),
      }),
    ).toThrow('no example fits area(moment)');
  });

  it('does not hide an error that wrong arguments do not explain', () => {
    expect(() =>
      examplesOf(() => {
        throw new Error('broken');
      }),
    ).toThrow('broken');
  });
});
