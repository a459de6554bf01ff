import { randomBytes } from 'node:crypto';
import type { PendingImport } from './import-plan.ts';

/** Imports that wait for their confirmation, by the person who began them. They are gone after an hour or a restart. */
export interface PendingImports {
  /** Returns the id for a button. */
  keep(plan: PendingImport): string;
  /** The plan, for the one who began it in that server; a second time it is gone. */
  take(id: string, who: { readonly guildId: string; readonly requester: string }): PendingImport | null;
  /** Nothing waits for this server any more. */
  forget(guildId: string): void;
}

const KEPT_MS = 3_600_000;
const MAX_KEPT = 50;
const ID_BYTES = 9;

/** @param deps.now epoch ms */
export function createPendingImports(deps: { readonly now: () => number }): PendingImports {
  const kept = new Map<string, { readonly plan: PendingImport; readonly at: number }>();

  function forgetOld(): void {
    for (const [id, { at }] of kept) {
      if (deps.now() - at >= KEPT_MS || kept.size > MAX_KEPT) kept.delete(id);
    }
  }

  return {
    keep(plan) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      kept.set(id, { plan, at: deps.now() });
      forgetOld();
      return id;
    },
    take(id, { guildId, requester }) {
      forgetOld();
      const plan = kept.get(id)?.plan ?? null;
      if (plan === null || plan.guildId !== guildId || plan.requester !== requester) return null;
      kept.delete(id);
      return plan;
    },
    forget(guildId) {
      for (const [id, { plan }] of kept) if (plan.guildId === guildId) kept.delete(id);
    },
  };
}
