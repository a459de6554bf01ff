import type { AnswerContext } from '#src/discord/answer-context.ts';
import { type Component, defineComponent, type Fields } from '#src/discord/components/component.ts';
import { createProblemCollector } from '#src/discord/problem-collector.ts';
import { readColours, requireDefaultChannel, requireManagerRole, saveSettings } from './change-settings.ts';
import { readLanguage } from './languages.ts';
import {
  channelLink,
  currencyLink,
  DISPLAYS,
  labelOf,
  moreLink,
  roleLink,
  SETTINGS_FIELDS,
  type SettingsFields,
  settingsModal,
  typedLink,
} from './settings-screen.ts';
import { readTimeZone } from './time-zones.ts';

const requires = 'manage-alerts';

const present = ({ guildId, services }: AnswerContext) => services.settings.guild(guildId);

function fieldsIn(fields: Fields): SettingsFields {
  const texts: Partial<Record<keyof SettingsFields, string>> = {};
  for (const field of SETTINGS_FIELDS) {
    const text = fields.get(field)?.[0];
    if (text !== undefined) texts[field] = text;
  }
  return texts;
}

/** What the menus, the button and the modal of `/settings view` lead to. */
export const settingsComponents: readonly Component[] = [
  defineComponent(currencyLink, {
    requires,
    async run(_values, context, { chosen: [chosen] }) {
      const before = present(context);
      const currencyDisplay = DISPLAYS.find((one) => one === chosen) ?? before.currencyDisplay;
      return saveSettings({ ...before, currencyDisplay }, context);
    },
  }),
  defineComponent(channelLink, {
    requires,
    async run(_values, context, { chosen: [chosen] }) {
      const defaultChannelId = chosen === undefined ? null : await requireDefaultChannel(chosen, context);
      return saveSettings({ ...present(context), defaultChannelId }, context);
    },
  }),
  defineComponent(roleLink, {
    requires: 'manage-server',
    async run(_values, context, { chosen: [chosen] }) {
      const managerRoleId = chosen === undefined ? null : requireManagerRole(chosen, context);
      return saveSettings({ ...present(context), managerRoleId }, context);
    },
  }),
  defineComponent(moreLink, {
    requires,
    modal: async (_values, context) => settingsModal({}, context),
  }),
  defineComponent(typedLink, {
    requires,
    async run(_values, context, { fields }) {
      const { messages } = context.services.view;
      const { time_zone: timeZone, language, colours } = fieldsIn(fields);
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
    modal: async (_values, context, fields) => settingsModal(fieldsIn(fields), context),
  }),
];
