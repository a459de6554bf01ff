import type { Member } from './members.ts';

/** Which members are able to work, as far as the faults of this test go. */
export interface Ability {
  /** Begins a fault that keeps the member from its work. Returns a function that ends it. */
  impair(member: Member): () => void;
  /** Since when it is able, epoch ms; `null` while it is not. */
  since(member: Member): number | null;
  /** Members that were able for so long that they have recovered from what was before. */
  recovered(members: readonly Member[]): readonly Member[];
}

/** A member that starts takes up its work within this time, on a busy machine too. */
const RECOVERED_AFTER_MS = 8_000;

/** All members are able at first. */
export function createAbility(): Ability {
  const impaired = new Map<Member, number>();
  const ableSince = new Map<Member, number>();
  const since = (member: Member): number | null =>
    (impaired.get(member) ?? 0) > 0 ? null : (ableSince.get(member) ?? 0);
  return {
    impair(member) {
      impaired.set(member, (impaired.get(member) ?? 0) + 1);
      return () => {
        impaired.set(member, (impaired.get(member) ?? 1) - 1);
        ableSince.set(member, Date.now());
      };
    },
    since,
    recovered: (members) =>
      members.filter((member) => {
        const at = since(member);
        return at !== null && Date.now() - at >= RECOVERED_AFTER_MS;
      }),
  };
}
