import type { Outcome } from '../../contract.ts';
import type { Notice } from '../state.ts';
import type { Store } from '../store.ts';
import { focusOnBox } from './focus-box.ts';

/** Shows the outcome of actions; messages themselves arrive as events. */
export interface OutcomeDisplay {
  /** Shows that a command is being sent, and its outcome; `name` with its slash. */
  command(name: string, channelId: string, answer: Promise<Outcome>): Promise<Outcome | null>;
  /** The same for a component of a message; whether the bot responded. */
  component(
    messageId: string,
    customId: string,
    channelId: string,
    answer: Promise<Outcome>,
  ): Promise<boolean>;
  modal(values: Promise<Outcome>): Promise<void>;
  say(text: string): void;
  /** Hides an ephemeral message or a notice. */
  dismiss(id: string): void;
}

const UNREACHABLE = 'The demo cannot be reached. Is it still running?';

/** Turns a failed request into an outcome. */
async function outcomeOf(answer: Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer;
  } catch (error) {
    const why = error instanceof TypeError || !(error instanceof Error) ? UNREACHABLE : error.message;
    return { outcome: 'refused', why };
  }
}

export function createOutcomeDisplay(store: Store): OutcomeDisplay {
  let numbered = 0;

  function note(notice: Omit<Notice, 'id'>): string {
    numbered += 1;
    const id = `notice-${numbered}`;
    store.change({ notices: [...store.get().notices, { ...notice, id }] });
    return id;
  }

  function takeAway(id: string): void {
    store.change({ notices: store.get().notices.filter((notice) => notice.id !== id) });
  }

  function openModal(outcome: Outcome, channelId: string): void {
    if (outcome.outcome !== 'modal') return;
    const selected = new Map([...store.get().selected].filter(([key]) => !key.startsWith('modal ')));
    const modal = { modal: outcome.modal, channelId, sending: false, problem: null };
    store.change({ modal, selected, openSelect: null });
  }

  return {
    async command(name, channelId, answer) {
      const id = note({ channelId, kind: 'sending', command: name, text: 'Sending command…' });
      const outcome = await outcomeOf(answer);
      takeAway(id);
      openModal(outcome, channelId);
      if (outcome.outcome === 'did-not-respond')
        note({ channelId, kind: 'failed', command: name, text: 'The application did not respond' });
      if (outcome.outcome === 'refused')
        note({ channelId, kind: 'failed', command: name, text: outcome.why });
      return outcome.outcome === 'refused' || outcome.outcome === 'did-not-respond' ? null : outcome;
    },
    async component(messageId, customId, channelId, answer) {
      const key = `${messageId} ${customId}`;
      const problems = new Map(store.get().componentProblems);
      problems.delete(messageId);
      store.change({ waiting: new Set([...store.get().waiting, key]), componentProblems: problems });
      const outcome = await outcomeOf(answer);
      const { waiting, componentProblems } = store.get();
      store.change({ waiting: new Set([...waiting].filter((other) => other !== key)) });
      openModal(outcome, channelId);
      const problem =
        outcome.outcome === 'did-not-respond'
          ? 'This interaction failed'
          : outcome.outcome === 'refused'
            ? outcome.why
            : null;
      if (problem !== null)
        store.change({ componentProblems: new Map(componentProblems).set(messageId, problem) });
      return problem === null;
    },
    async modal(answer) {
      const { modal } = store.get();
      if (modal === null) return;
      store.change({ modal: { ...modal, sending: true, problem: null } });
      const outcome = await outcomeOf(answer);
      if (outcome.outcome === 'refused' || outcome.outcome === 'did-not-respond') {
        const problem = outcome.outcome === 'refused' ? outcome.why : 'Something went wrong. Try again.';
        store.change({ modal: { ...modal, sending: false, problem } });
      } else store.change({ modal: null });
    },
    say(text) {
      const { channelId } = store.get();
      if (channelId === null) return;
      const others = store.get().notices.filter((notice) => notice.text !== text);
      store.change({ notices: others });
      note({ channelId, kind: 'said', command: null, text });
    },
    dismiss(id) {
      takeAway(id);
      store.change({ dismissed: new Set([...store.get().dismissed, id]), ...focusOnBox(store.get()) });
    },
  };
}
