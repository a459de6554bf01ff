import { randomBytes } from 'node:crypto';

/** A submitted and refused modal, with the typed texts. */
export interface FailedSubmission {
  readonly guildId: string;
  /** Discord user id. */
  readonly requester: string;
  /** Name of the action that the modal leads to. */
  readonly action: string;
  readonly argument: string;
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Refused modals, which can be opened again with the typed texts. Kept for an hour, in memory only. */
export interface FailedSubmissions {
  /** Returns the id for a button. */
  keep(submission: FailedSubmission): string;
  /** For the one who submitted it, in that server. */
  find(id: string, who: { readonly guildId: string; readonly requester: string }): FailedSubmission | null;
  /** Deletes all of this server. */
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
