import type { Outcome } from '../../contract.ts';
import type { Notice } from '../state.ts';
import type { Store } from '../store.ts';

/** Says in the page what became of what a person did; messages themselves come by the events. */
export interface Answering {
  /** Shows that a command is under way, and what it comes to. */
  command(name: string, channelId: string, answer: Promise<Outcome>): Promise<Outcome | null>;
  /** The same of a component of a message. */
  component(messageId: string, customId: string, channelId: string, answer: Promise<Outcome>): Promise<void>;
  modal(values: Promise<Outcome>): Promise<void>;
  say(text: string): void;
  /** Takes a message away that only one sees, or a notice. */
  dismiss(id: string): void;
}

const UNREACHABLE = 'The demo cannot be reached. Is it still running?';

/** An unreachable server is an outcome too. */
async function outcomeOf(answer: Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer;
  } catch (error) {
    const why = error instanceof TypeError || !(error instanceof Error) ? UNREACHABLE : error.message;
    return { outcome: 'refused', why };
  }
}

export function createAnswering(store: Store): Answering {
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
    if (outcome.outcome === 'modal')
      store.change({ modal: { modal: outcome.modal, channelId, sending: false, problem: null } });
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
      store.change({ dismissed: new Set([...store.get().dismissed, id]) });
    },
  };
}
