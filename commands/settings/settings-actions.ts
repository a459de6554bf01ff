import { requireRights } from '#src/discord/access/rights.ts';
import type { Action, ActionInput } from '#src/discord/actions/action.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { createProblemCollector } from '#src/discord/problem-collector.ts';
import { readColours, requireDefaultChannel, requireManagerRole, saveSettings } from './change-settings.ts';
import { readLanguage } from './languages.ts';
import {
  DISPLAYS,
  labelOf,
  SETTINGS_ACTIONS,
  SETTINGS_FIELDS,
  type SettingsFields,
  settingsModal,
} from './settings-screen.ts';
import { readTimeZone } from './time-zones.ts';

const requires = 'manage-alerts';

const present = ({ guildId, services }: AnswerContext) => services.settings.guild(guildId);

function fieldsIn({ fields }: Pick<ActionInput, 'fields'>): SettingsFields {
  const texts: Partial<Record<keyof SettingsFields, string>> = {};
  for (const field of SETTINGS_FIELDS) {
    const text = fields.get(field)?.[0];
    if (text !== undefined) texts[field] = text;
  }
  return texts;
}

/** Actions of the menus, the button and the modal of `/settings view`. */
export const settingsActions: readonly Action[] = [
  {
    ...SETTINGS_ACTIONS.currency,
    requires,
    answersBy: 'update',
    async run({ values: [chosen] }, context) {
      const before = present(context);
      const currencyDisplay = DISPLAYS.find((one) => one === chosen) ?? before.currencyDisplay;
      return saveSettings({ ...before, currencyDisplay }, context);
    },
  },
  {
    ...SETTINGS_ACTIONS.channel,
    requires,
    answersBy: 'update',
    async run({ values: [chosen] }, context) {
      const defaultChannelId = chosen === undefined ? null : await requireDefaultChannel(chosen, context);
      return saveSettings({ ...present(context), defaultChannelId }, context);
    },
  },
  {
    ...SETTINGS_ACTIONS.role,
    requires: 'manage-server',
    answersBy: 'update',
    async run({ values: [chosen] }, context) {
      requireRights('manage-server', context, context.services.view.settings);
      const managerRoleId = chosen === undefined ? null : requireManagerRole(chosen, context);
      return saveSettings({ ...present(context), managerRoleId }, context);
    },
  },
  {
    ...SETTINGS_ACTIONS.more,
    requires,
    answersBy: 'form',
    run: async (_input, context) => settingsModal({}, context),
  },
  {
    ...SETTINGS_ACTIONS.typed,
    requires,
    answersBy: 'update',
    async run(input, context) {
      const { messages } = context.services.view;
      const { time_zone: timeZone, language, colours } = fieldsIn(input);
      const before = present(context);
      const problems = createProblemCollector();
      const typed = (field: keyof SettingsFields, text: string) => ({
        option: labelOf(field, messages),
        text,
      });
      const changed = {
        ...before,
        timeZone: problems.read(
          () => (timeZone === undefined ? before.timeZone : readTimeZone(typed('time_zone', timeZone))),
          before.timeZone,
        ),
        language: problems.read(
          () => (language === undefined ? before.language : readLanguage(language)),
          before.language,
        ),
        colours: problems.read(
          () => (colours === undefined ? before.colours : readColours(typed('colours', colours), messages)),
          before.colours,
        ),
      };
      problems.throwAny(messages);
      return saveSettings(changed, context);
    },
    modal: async (submitted, context) => settingsModal(fieldsIn(submitted), context),
  },
];
