import { describe, expect, it } from 'vitest';
import { choiceOf, description, labelsOf, messageOf } from '../reading.ts';
import { FOXES, footerOf, startReadyWorld } from './foxes.ts';

describe('/collection traits', () => {
  it('shows the types, then the values of one, then the tokens that have it', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;

    const types = await member.command('collection traits', { collection: FOXES });
    expect(description(types)).toMatch(/\*\* · \d+ values?\n-# rarest: .+%/);
    const [type = ''] = labelsOf(types, 'menu.types');
    const values = await member.select(messageOf(types), 'menu.types', [choiceOf(types, 'menu.types', type)]);
    expect(description(values)).toMatch(/· \d+ tokens? · (?:under )?[\d.]+%/);
    const [value = ''] = labelsOf(values, 'menu.values');
    const tokens = await member.select(messageOf(values), 'menu.values', [
      choiceOf(values, 'menu.values', value),
    ]);
    expect(description(tokens)).toMatch(new RegExp(`^-# ${type}: ${value} · rarest first`));
    const any = await member.press(messageOf(tokens), 'Any trait');
    expect(footerOf(any)).toContain('4,000 tokens');
  });

  it('starts with a given trait, ignoring case, and returns to all', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const types = await member.command('collection traits', { collection: FOXES });
    const [type = ''] = labelsOf(types, 'menu.types');

    const values = await member.command('collection traits', {
      collection: FOXES,
      trait: type.toUpperCase(),
    });
    expect(description(values)).toContain(`**${type}** · rarest first`);
    const back = await member.press(messageOf(values), 'All traits');
    expect(labelsOf(back, 'menu.types')).toEqual(labelsOf(types, 'menu.types'));
  });
});
