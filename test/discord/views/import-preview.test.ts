import { describe, expect, it } from 'vitest';
import { importEmbed } from '#src/discord/views/import-preview.ts';
import { ruleText } from '#src/discord/views/rule-words.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { ruleOf } from '../../support/build-alert.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { unmarkedWordsIn } from '../../support/unmarked-words.ts';
import { viewContext } from './view-context.ts';

describe('what an import would change', () => {
  it('is in the language of the server', () => {
    const context = viewContext({ messages: pseudoMessages });
    const changes = {
      present: 1,
      renewed: [],
      removed: [],
      settings: ['1'],
      templates: 2,
      leftOut: ['⟦x⟧'],
      warnings: ['⟦y⟧'],
    };
    const paused = { channelId: '1', rule: ruleOf(), paused: true };
    const { title, description } = importEmbed({ ...changes, added: [paused] }, context);
    const own = description?.replace(ruleText(paused.rule, context), '');
    expect(unmarkedWordsIn([title, own])).toEqual([]);
  });

  it('is shown with what is left out first, within Discord’s limits', () => {
    const added = Array.from({ length: 500 }, (_, n) => ({
      channelId: String(10n ** 18n + BigInt(n)),
      rule: ruleOf(),
      paused: false,
    }));
    const changes = {
      added,
      present: 3,
      renewed: [],
      removed: [],
      settings: ['1'],
      templates: 2,
      leftOut: ['x'.repeat(2_000)],
      warnings: [],
    };
    const embed = importEmbed(changes, viewContext());
    expect(flatErrors(validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] }))).toEqual(
      [],
    );
    const lines = embed.description?.split('\n') ?? [];
    expect(lines[0]).toBe('500 alerts to add, 0 to remove. 3 already exist.');
    expect(lines[1]).toMatch(/^⚠️ Skipped: x/);
    expect(lines.at(-1)).toMatch(/^and \d+ more$/);
  });

  it('has the names of alerts that are added, and the new names of those that are there', () => {
    const named = (name: string) => ({ channelId: '1', rule: ruleOf({ extras: { name, endsAt: null } }) });
    const changes = { present: 0, removed: [], settings: [], templates: 0, leftOut: [], warnings: [] };
    const added = [{ ...named('Whales'), paused: false }];
    const embed = importEmbed({ ...changes, added, renewed: [named('Big sales')] }, viewContext());
    expect(embed.description).toContain('➕ Whales <#1> ');
    expect(embed.description).toContain('✏️ Big sales <#1> ');
  });
});
