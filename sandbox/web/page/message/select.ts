import type { APIMessage, APISelectMenuComponent } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComponentUse } from './components.ts';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly default?: boolean | undefined;
}

function optionsOf(shown: APISelectMenuComponent, use: ComponentUse): readonly Option[] {
  if ('options' in shown) return shown.options;
  const defaults = new Set(shown.default_values?.map(({ id }) => id));
  return use.entities(shown).map((option) => ({ ...option, default: defaults.has(option.value) }));
}

function optionShown({ value, label, description, default: chosen }: Option): TemplateResult {
  const text = description === undefined ? label : `${label} – ${description}`;
  return html`<option value=${value} ?selected=${chosen === true}>${text}</option>`;
}

function valuesIn(form: HTMLElement): readonly string[] {
  return [...form.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
}

/** A menu of which several may be chosen, or none: tick boxes that open below it, and a button that sends them. */
function several(shown: APISelectMenuComponent, message: APIMessage, use: ComponentUse): TemplateResult {
  const customId = shown.custom_id;
  const most = shown.max_values ?? 1;
  return html`<details class="select-several">
    <summary>${shown.placeholder ?? `Choose up to ${most}`}</summary>
    <form
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        if (event.currentTarget instanceof HTMLFormElement)
          use.select(message, customId, valuesIn(event.currentTarget));
      }}
    >
      ${optionsOf(shown, use).map(
        ({ value, label, description, default: chosen }) =>
          html`<label><input type="checkbox" value=${value} ?checked=${chosen === true} />${description === undefined ? label : `${label} – ${description}`}</label>`,
      )}
      <button class="button primary" ?disabled=${shown.disabled === true}>Done</button>
    </form>
  </details>`;
}

/** A select menu under a message. */
export function selectMenu(
  shown: APISelectMenuComponent,
  message: APIMessage,
  use: ComponentUse,
): TemplateResult {
  if ((shown.max_values ?? 1) > 1 || shown.min_values === 0) return several(shown, message, use);
  const options = optionsOf(shown, use);
  const chosen = options.find((option) => option.default === true);
  const placeholder = shown.placeholder ?? 'Make a selection';
  const waiting = use.isWaiting(message.id, shown.custom_id);
  return html`<select
    class="select"
    aria-label=${placeholder}
    aria-busy=${waiting ? 'true' : nothing}
    ?disabled=${shown.disabled === true || waiting}
    .value=${chosen?.value ?? ''}
    @change=${(event: Event) => {
      if (event.currentTarget instanceof HTMLSelectElement)
        use.select(message, shown.custom_id, [event.currentTarget.value]);
    }}
  >
    ${chosen === undefined ? html`<option value="" disabled selected hidden>${placeholder}</option>` : nothing}
    ${options.map(optionShown)}
  </select>`;
}
