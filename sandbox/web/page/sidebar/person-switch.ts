import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from '../act/actions.ts';
import { icon } from '../icon.ts';
import { avatar } from '../message/avatar.ts';
import type { State } from '../state.ts';

/** Who one is, below the channels: a native select over the card, so that it works by every hand. */
export function personSwitch({ world }: State, actions: Actions): unknown {
  if (world === null) return nothing;
  const { me, people } = world;
  const about = people.find(({ id }) => id === me.id)?.about ?? '';
  const options: TemplateResult[] = people.map(
    ({ id, name, about: words }) =>
      html`<option value=${id} .selected=${id === me.id}>${name} – ${words}</option>`,
  );
  return html`<div class="person">
    ${avatar(me)}
    <div class="person-words"><b>${me.name}</b><span>${about}</span></div>
    ${icon('switch')}
    <select
      aria-label="You are"
      @change=${(event: Event) => {
        if (event.currentTarget instanceof HTMLSelectElement) actions.reading.be(event.currentTarget.value);
      }}
    >
      ${options}
    </select>
  </div>`;
}
