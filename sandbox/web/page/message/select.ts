import type { APIMessage, APISelectMenuComponent } from 'discord-api-types/v10';
import type { TemplateResult } from 'lit-html';
import type { SelectChoice } from '../select/open-select.ts';
import { selectView } from '../select/select-view.ts';
import type { ComponentUse } from './component-use.ts';

interface Option extends SelectChoice {
  readonly default?: boolean | undefined;
}

function optionsOf(shown: APISelectMenuComponent, use: ComponentUse): readonly Option[] {
  if ('options' in shown) return shown.options.map((option) => ({ ...option, emoji: option.emoji?.name }));
  const defaults = new Set(shown.default_values?.map(({ id }) => id));
  return use.entities(shown).map((option) => ({ ...option, default: defaults.has(option.value) }));
}

/** A select menu under a message. */
export function selectMenu(
  shown: APISelectMenuComponent,
  message: APIMessage,
  use: ComponentUse,
): TemplateResult {
  const customId = shown.custom_id;
  const key = `${message.id} ${customId}`;
  const options = optionsOf(shown, use);
  const defaults = options.filter((option) => option.default === true).map(({ value }) => value);
  const placeholder = shown.placeholder ?? 'Make a selection';
  return selectView(
    {
      key,
      choices: options,
      chosen: use.selected(key) ?? defaults,
      min: shown.min_values ?? 1,
      max: shown.max_values ?? 1,
      label: placeholder,
      placeholder,
      disabled: shown.disabled === true,
      waiting: use.isWaiting(message.id, customId),
      choose: (values) => use.select(message, customId, values),
    },
    use.openSelect(),
    use.selectActions,
  );
}
