import { describe, expect, it } from 'vitest';
import { DEFAULT_CHANNEL_SETTINGS, DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { channelSettingsEmbed } from '#src/discord/views/channel-settings.ts';
import { draftText } from '#src/discord/views/draft.ts';
import { settingsEmbed } from '#src/discord/views/settings.ts';
import type { RulePreview } from '#src/ingest/preview.ts';
import { ruleOf, saleAlert } from '../../support/build-alert.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { screenText } from '../../support/screen-text.ts';
import { unmarkedWords } from '../../support/unmarked-words.ts';
import { viewContext } from './view-context.ts';

const context = viewContext({ messages: pseudoMessages });

describe('what administration shows in the language of the server', () => {
  it.each([
    DEFAULT_GUILD_SETTINGS,
    { ...DEFAULT_GUILD_SETTINGS, defaultChannelId: '1', managerRoleId: '2', currencyDisplay: 'short' },
  ] as const)('includes its settings: %o', (settings) => {
    const embed = settingsEmbed(0, { ...context, settings });
    const lines = screenText({ content: '', embeds: [embed] }).split('\n');
    const own = lines.filter((line) => !line.includes('English (United States)'));
    expect(unmarkedWords(own.join('\n'))).toEqual(['UTC', 'ETH']);
  });

  it.each([
    [DEFAULT_CHANNEL_SETTINGS, []],
    [
      {
        ping: { roleId: '1', minimum: 10n ** 18n, coolDownMinutes: 5 },
        size: 'compact',
        auctions: 'card',
        publish: true,
        quiet: { from: 0, to: 90 },
        hourlyLimit: 1,
        sound: 'important',
        loudFrom: 10n ** 30n,
        hiddenParts: ['traits', 'picture'],
      },
      ['ETH', 'ETH', 'UTC'],
    ],
  ] as const)('includes those of a channel: %o', (settings, foreign) => {
    const embeds = [channelSettingsEmbed(settings, context)];
    expect(unmarkedWords(screenText({ content: '', embeds }))).toEqual(foreign);
  });

  const previews: readonly (RulePreview | null)[] = [
    null,
    { matching: [], example: null, weeklySales: null },
    { matching: [], example: { alert: saleAlert(1), happened: true }, weeklySales: 0 },
    { matching: [], example: { alert: saleAlert(1), happened: false }, weeklySales: 1_234 },
  ];
  it.each(previews)('includes a set-up: %o', (preview) => {
    const rules = [ruleOf(), ruleOf({ topics: ['sale', 'mint'] })];
    for (const [changes, rule] of rules.flatMap((rule) => [[null, rule] as const, [3, rule] as const])) {
      const draft = {
        ...rule,
        id: 'a',
        guildId: '1',
        channelId: '2',
        userId: '3',
        changes,
        createdAt: 0,
      };
      for (const isUnchanged of [false, true]) {
        const shown = { isUnchanged, preview, warnings: [] };
        const lines = draftText(draft, shown, context).split('\n');
        expect(unmarkedWords(lines.toSpliced(1, 1).join('\n'))).toEqual([]);
      }
    }
  });
});
