import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { Actions } from '../act/actions.ts';
import { entitiesOf, offeredBy } from '../composer/entities.ts';
import type { OpenModal, State } from '../state.ts';
import { type ModalField, modalFields } from './fields.ts';

function control(field: ModalField, id: string): TemplateResult {
  const { customId, required, placeholder, value, minLength, maxLength } = field;
  if (field.kind === 'select') {
    return html`<select id=${id} name=${customId} ?required=${required} ?multiple=${field.most > 1}>
      ${field.most > 1 || field.options.some(({ chosen }) => chosen) ? nothing : html`<option value="" selected>${placeholder}</option>`}
      ${field.options.map((option) => html`<option value=${option.value} ?selected=${option.chosen}>${option.label}</option>`)}
    </select>`;
  }
  if (field.kind === 'paragraph') {
    return html`<textarea id=${id} name=${customId} rows="4" ?required=${required} placeholder=${placeholder} minlength=${minLength} maxlength=${maxLength} .defaultValue=${value}></textarea>`;
  }
  return html`<input id=${id} name=${customId} type="text" ?required=${required} placeholder=${placeholder} minlength=${minLength} maxlength=${maxLength} .defaultValue=${value} />`;
}

function fieldShown(field: ModalField, index: number): TemplateResult {
  const id = `modal-field-${index}`;
  return html`<div class="modal-field">
    <label for=${id}>${field.label}${field.required ? html`<span class="required" aria-hidden="true"> *</span>` : nothing}</label>
    ${field.description === null ? nothing : html`<p class="modal-description">${field.description}</p>`}
    ${control(field, id)}
  </div>`;
}

function valuesOf(form: HTMLFormElement, fields: readonly ModalField[]) {
  const data = new FormData(form);
  const entries = fields.map(({ customId, kind }) => {
    const values = data
      .getAll(customId)
      .filter((value): value is string => typeof value === 'string' && value !== '');
    return [customId, kind === 'select' ? values : (values[0] ?? '')] as const;
  });
  return Object.fromEntries(entries);
}

function form({ modal, sending, problem }: OpenModal, state: State, actions: Actions): TemplateResult {
  const entities = entitiesOf(state.world, state.guildId);
  const fields = modalFields(modal, (select) => offeredBy(select, entities));
  return html`<form
    @submit=${(event: Event) => {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLFormElement && !sending)
        void actions.acting.submit(valuesOf(event.currentTarget, fields));
    }}
  >
    <h2 id="modal-title">${modal.title}</h2>
    <div class="modal-fields">${fields.map(fieldShown)}</div>
    ${problem === null ? nothing : html`<p class="modal-problem" role="alert">${problem}</p>`}
    <div class="modal-end">
      <button type="button" class="button secondary" @click=${() => actions.acting.closeModal()}>Cancel</button>
      <button class="button primary" aria-busy=${sending ? 'true' : nothing}>Submit</button>
    </div>
  </form>`;
}

/** The form that the bot opened, over everything else. */
export function modalDialog(state: State, actions: Actions): unknown {
  const { modal } = state;
  if (modal === null) return nothing;
  return html`<dialog
    class="modal"
    aria-labelledby="modal-title"
    @close=${() => actions.acting.closeModal()}
    ${ref((element) => {
      if (element instanceof HTMLDialogElement && !element.open) queueMicrotask(() => element.showModal());
    })}
  >
    ${form(modal, state, actions)}
  </dialog>`;
}
