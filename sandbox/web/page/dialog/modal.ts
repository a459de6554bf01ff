import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { Actions } from '../act/actions.ts';
import { entitiesOf, offeredBy } from '../composer/entities.ts';
import { type MarkdownContext, markdown } from '../markdown/render.ts';
import { selectView } from '../select/select-view.ts';
import type { OpenModal, State } from '../state.ts';
import { type ModalField, modalFields, modalTexts } from './fields.ts';

/** The key of a modal's select menu. */
function modalSelectKey(customId: string): string {
  return `modal ${customId}`;
}

function chosenIn(field: ModalField, state: State): readonly string[] {
  const defaults = field.options.filter(({ chosen }) => chosen).map(({ value }) => value);
  return state.selected.get(modalSelectKey(field.customId)) ?? defaults;
}

function select(field: ModalField, state: State, { selectActions }: Actions): TemplateResult {
  const { customId, label, placeholder, required, options, min, max } = field;
  return selectView(
    {
      key: modalSelectKey(customId),
      choices: options,
      chosen: chosenIn(field, state),
      min,
      max,
      label,
      placeholder: placeholder === '' ? 'Make a selection' : placeholder,
      disabled: false,
      waiting: false,
      required,
      // The choice is sent with the modal.
      choose: () => undefined,
    },
    state.openSelect,
    selectActions,
  );
}

function control(field: ModalField, id: string): TemplateResult {
  const { customId, required, placeholder, value, minLength, maxLength } = field;
  if (field.kind === 'paragraph') {
    return html`<textarea id=${id} name=${customId} rows="4" ?required=${required} placeholder=${placeholder} minlength=${minLength} maxlength=${maxLength} .defaultValue=${value}></textarea>`;
  }
  return html`<input id=${id} name=${customId} type="text" ?required=${required} placeholder=${placeholder} minlength=${minLength} maxlength=${maxLength} .defaultValue=${value} />`;
}

function fieldShown(field: ModalField, index: number, state: State, actions: Actions): TemplateResult {
  const id = `modal-field-${index}`;
  const name = html`${field.label}${field.required ? html`<span class="required" aria-hidden="true"> *</span>` : nothing}`;
  const isSelect = field.kind === 'select';
  return html`<div class="modal-field">
    ${isSelect ? html`<p class="modal-label">${name}</p>` : html`<label class="modal-label" for=${id}>${name}</label>`}
    ${field.description === null ? nothing : html`<p class="modal-description">${field.description}</p>`}
    ${isSelect ? select(field, state, actions) : control(field, id)}
  </div>`;
}

function valuesOf(form: HTMLFormElement, fields: readonly ModalField[], state: State) {
  const data = new FormData(form);
  const entries = fields.map((field) => {
    const written = data.get(field.customId);
    const value =
      field.kind === 'select' ? chosenIn(field, state) : typeof written === 'string' ? written : '';
    return [field.customId, value] as const;
  });
  return Object.fromEntries(entries);
}

function form(
  { modal, sending, problem }: OpenModal,
  state: State,
  actions: Actions,
  context: MarkdownContext,
): TemplateResult {
  const entities = entitiesOf(state.world, state.guildId);
  const fields = modalFields(modal, (select) => offeredBy(select, entities));
  return html`<form
    @submit=${(event: Event) => {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLFormElement && !sending)
        void actions.botActions.submit(valuesOf(event.currentTarget, fields, state));
    }}
  >
    <h2 id="modal-title">${modal.title}</h2>
    ${modalTexts(modal).map((text) => html`<div class="modal-text">${markdown(text, context)}</div>`)}
    <div class="modal-fields">${fields.map((field, index) => fieldShown(field, index, state, actions))}</div>
    ${problem === null ? nothing : html`<p class="modal-problem" role="alert">${problem}</p>`}
    <div class="modal-end">
      <button type="button" class="button secondary" @click=${() => actions.botActions.closeModal()}>Cancel</button>
      <button class="button primary" aria-busy=${sending ? 'true' : nothing}>Submit</button>
    </div>
  </form>`;
}

/** The dialog for a modal that the bot opened. */
export function modalDialog(state: State, actions: Actions, context: MarkdownContext): unknown {
  const { modal } = state;
  if (modal === null) return nothing;
  return html`<dialog
    class="modal"
    aria-labelledby="modal-title"
    @close=${() => actions.botActions.closeModal()}
    ${ref((element) => {
      if (element instanceof HTMLDialogElement && !element.open) queueMicrotask(() => element.showModal());
    })}
  >
    ${form(modal, state, actions, context)}
  </dialog>`;
}
