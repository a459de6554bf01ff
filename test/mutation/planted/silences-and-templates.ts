import type { PlantedArea } from './planted-bug.ts';

/** Silences and templates. */
export const SILENCES_AND_TEMPLATES_AREAS: readonly PlantedArea[] = [
  {
    area: 'Silences',
    bugs: [
      {
        name: 'A silence lasts a second too long',
        file: 'src/alerts/silences/silences.ts',
        text: 'moment < endsAt',
        replacement: 'moment <= endsAt',
      },
      {
        name: 'A sweep is left out because one of its tokens is silenced',
        file: 'src/alerts/silences/silences.ts',
        text: 'if (found === undefined) return null;',
        replacement: 'if (found === undefined) continue;',
      },
      {
        name: 'A silence of one channel silences the whole server',
        file: 'src/alerts/silences/silences.ts',
        text: '(silence.channelId === null || silence.channelId === channelId) &&\n  ',
        replacement: '',
      },
      {
        name: 'A silenced alert takes the other alerts of its channel with it',
        file: 'src/alerts/silences/silences.ts',
        text: 'else if (rest.length > 0) posted',
        replacement: 'else if (rest.length > 99) posted',
      },
      {
        name: 'A silence that was ended early goes on',
        file: 'src/ingest/silencing.ts',
        text: 'if (ended !== null) await refresh(guildId);',
        replacement: '',
      },
      {
        name: 'The summary of a silence is posted before its last events were read',
        file: 'src/alerts/silences/silence.ts',
        text: '(readUpTo ?? 0) - REPORTED_WITHIN_MS',
        replacement: 'readUpTo ?? 0',
      },
      {
        name: 'A silence that is added again keeps its old end',
        file: 'src/store/silences.ts',
        text: '.set({ endsAt, isSummarised })',
        replacement: '.set({ isSummarised })',
      },
      {
        name: 'The summary of a silence has alerts whose rule was removed meanwhile',
        file: 'src/store/silence-summaries.ts',
        text: 'dropped.filter(({ ruleIds }) => ruleIds.some((id) => rules.has(id)))',
        replacement: 'dropped',
      },
    ],
  },
  {
    area: 'Templates',
    bugs: [
      {
        name: 'A template shows its fallback although the price is known',
        file: 'src/alerts/templates/fill.ts',
        text: 'if (value !== null) return value;',
        replacement: 'if (value !== null && choices.length === 1) return value;',
      },
      {
        name: 'A group of a template stays although a value in it is unknown',
        file: 'src/alerts/templates/fill.ts',
        text: 'segments: isKnown ? segments : []',
        replacement: 'segments',
      },
      {
        name: 'A filled title is too long for Discord',
        file: 'src/discord/render/template.ts',
        text: 'if (text.length <= FILLED_LENGTHS[part]) return',
        replacement: 'if (text.length <= 4_000) return',
      },
      {
        name: 'The template of a channel wins over that of an alert',
        file: 'src/store/template-rows.ts',
        text: "when 'rule' then 0 when 'channel' then 1",
        replacement: "when 'rule' then 1 when 'channel' then 0",
      },
      {
        name: 'The words of a template are taken for the mark of another message',
        file: 'src/discord/render/template.ts',
        text: ".replaceAll(LIKE_MARK, '$1\\u00a0')",
        replacement: '',
      },
    ],
  },
];
