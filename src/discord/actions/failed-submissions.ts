import { randomBytes } from 'node:crypto';

/** A modal that was submitted and refused, with what was typed into it. */
export interface FailedSubmission {
  readonly guildId: string;
  /** Discord user id. */
  readonly requester: string;
  /** Name of the action that the modal leads to. */
  readonly action: string;
  readonly argument: string;
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Refused modals, so that they can be opened again with what was typed. They are gone after an hour or a restart. */
export interface FailedSubmissions {
  /** The id is what a button carries. */
  keep(submission: FailedSubmission): string;
  /** For the one who submitted it, in that server. */
  find(id: string, who: { readonly guildId: string; readonly requester: string }): FailedSubmission | null;
  /** Nothing is kept for this server any more. */
  forget(guildId: string): void;
}

const KEPT_MS = 3_600_000;
/** Up to 20,000 characters each. */
const MAX_KEPT = 200;
const ID_BYTES = 9;

/** @param deps.now epoch ms */
export function createFailedSubmissions(deps: { readonly now: () => number }): FailedSubmissions {
  const kept = new Map<string, { readonly submission: FailedSubmission; readonly at: number }>();

  function forgetOld(): void {
    for (const [id, { at }] of kept) {
      if (deps.now() - at >= KEPT_MS || kept.size > MAX_KEPT) kept.delete(id);
    }
  }

  return {
    keep(submission) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      kept.set(id, { submission, at: deps.now() });
      forgetOld();
      return id;
    },
    find(id, { guildId, requester }) {
      forgetOld();
      const submission = kept.get(id)?.submission ?? null;
      return submission?.guildId === guildId && submission.requester === requester ? submission : null;
    },
    forget(guildId) {
      for (const [id, { submission }] of kept) if (submission.guildId === guildId) kept.delete(id);
    },
  };
}
