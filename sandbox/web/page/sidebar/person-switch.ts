import { html, nothing } from 'lit-html';
import type { Actions } from '../act/actions.ts';
import { avatar } from '../message/avatar.ts';
import { selectView } from '../select/select-view.ts';
import type { State } from '../state.ts';

/** The present user, below the channels, and a list of the others. */
export function personSwitch({ world, openSelect }: State, actions: Actions): unknown {
  if (world === null) return nothing;
  const { me, people } = world;
  const about = people.find(({ id }) => id === me.id)?.about ?? '';
  const face = html`${avatar(me)}
    <span class="person-words"><b>${me.name}</b><span>${about}</span></span>`;
  return html`<section class="person" aria-label="You">
    ${selectView(
      {
        key: 'person',
        choices: people.map(({ id, name, about: description }) => ({ value: id, label: name, description })),
        chosen: [me.id],
        min: 1,
        max: 1,
        label: 'You are',
        placeholder: '',
        disabled: false,
        waiting: false,
        face,
        choose: ([userId]) => {
          if (userId !== undefined) actions.navigation.switchUser(userId);
        },
      },
      openSelect,
      actions.selectActions,
    )}
  </section>`;
}
