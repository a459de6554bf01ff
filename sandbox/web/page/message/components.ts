import type {
  APIActionRowComponent,
  APIButtonComponent,
  APIComponentInMessageActionRow,
  APIMessage,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComponentUse } from './component-use.ts';
import { selectMenu } from './select.ts';

/** Discord docs: Component Types and Button Styles; as literals, because the page only has types of Discord's API. */
const ACTION_ROW = 1;
const BUTTON = 2;
const STYLES = ['', 'primary', 'secondary', 'success', 'danger', 'link', 'premium'] as const;

const OUTSIDE = html`<svg class="outside" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M15 2h7v7h-2V5.4l-9.3 9.3-1.4-1.4L18.6 4H15zM4 5h7v2H4v13h13v-7h2v9H2V5z" /></svg>`;

function face(shown: APIButtonComponent): unknown {
  const emoji = 'emoji' in shown ? shown.emoji?.name : undefined;
  const label = 'label' in shown ? shown.label : undefined;
  return html`${emoji === undefined ? nothing : html`<span class="button-emoji">${emoji}</span>`}${label ?? nothing}`;
}

function button(shown: APIButtonComponent, message: APIMessage, use: ComponentUse): TemplateResult {
  const style = STYLES[shown.style] ?? 'secondary';
  if ('url' in shown)
    return shown.disabled === true
      ? html`<button type="button" class="button link" disabled>${face(shown)}${OUTSIDE}</button>`
      : html`<a class="button link" href=${shown.url} target="_blank" rel="noreferrer noopener">${face(shown)}${OUTSIDE}</a>`;
  const customId = 'custom_id' in shown ? shown.custom_id : '';
  const waiting = use.isWaiting(message.id, customId);
  return html`<button
    type="button"
    class="button ${style} ${waiting ? 'waiting' : ''}"
    ?disabled=${shown.disabled === true}
    aria-busy=${waiting ? 'true' : nothing}
    @click=${() => {
      if (!waiting) use.press(message, customId);
    }}
  ><span class="button-face">${face(shown)}</span>${waiting ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}</button>`;
}

function row(
  shown: APIActionRowComponent<APIComponentInMessageActionRow>,
  message: APIMessage,
  use: ComponentUse,
): TemplateResult {
  return html`<div class="component-row">
    ${shown.components.map((component) =>
      component.type === BUTTON ? button(component, message, use) : selectMenu(component, message, use),
    )}
  </div>`;
}

/** The buttons and menus of a message, with their problems. */
export function components(message: APIMessage, use: ComponentUse): unknown {
  const rows = (message.components ?? []).filter(
    (component): component is APIActionRowComponent<APIComponentInMessageActionRow> =>
      component.type === ACTION_ROW,
  );
  const problem = use.problem(message.id);
  if (rows.length === 0 && problem === null) return nothing;
  return html`<div class="components">
    ${rows.map((shown) => row(shown, message, use))}
    ${problem === null ? nothing : html`<p class="component-problem" role="alert">${problem}</p>`}
  </div>`;
}
