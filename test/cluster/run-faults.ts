import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';
import type { FaultKind, FaultPlan } from './fault-plans.ts';
import { type FaultContext, runFault } from './faults.ts';
import type { Member } from './members.ts';

/** Between the beginnings of two faults. */
const INTERVAL_MS = { from: 1_000, to: 4_000 };
const LOOK_EVERY_MS = 100;
/** After a restart of PostgreSQL every bot has to connect again. */
const AFTER_RESTART_MS = 8_000;

/** Faults after which others have to play the member's roles. */
const IMPAIRS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'kill',
  'pause',
  'long-pause',
  'postgres-cut',
  'postgres-half-open',
  'discord-cut',
]);

/**
 * Runs the planned faults one after the other and, as long as one member is left that can do everything, several at once. A restart of
 * PostgreSQL has no other fault beside it.
 * @param say is called as each fault begins; `endsAt`: when no more begins, epoch ms
 */
export async function runFaults(
  plans: readonly FaultPlan[],
  context: FaultContext,
  {
    random,
    say,
    endsAt = Number.POSITIVE_INFINITY,
  }: { readonly random: Random; readonly say: (what: string) => void; readonly endsAt?: number },
): Promise<Readonly<Partial<Record<FaultKind, number>>>> {
  const { members, observed } = context.world;
  const running = new Map<Promise<void>, { readonly kind: FaultKind; readonly member: Member }>();
  const counts: Partial<Record<FaultKind, number>> = {};
  const failures: unknown[] = [];

  const isBusy = (member: Member) =>
    [...running.values()].some((one) => one.member === member && IMPAIRS.has(one.kind));
  const isRunning = (kind: FaultKind) => [...running.values()].some((one) => one.kind === kind);

  /** The members that the fault may be at now; none where it has to wait. */
  function possible({ kind }: FaultPlan): readonly Member[] {
    if (isRunning('postgres-restart')) return [];
    if (kind === 'postgres-restart') return running.size === 0 ? members : [];
    if (kind === 'join-and-leave') return isRunning(kind) ? [] : members;
    const free = members.filter((member) => !isBusy(member));
    if (!IMPAIRS.has(kind)) return free;
    const able = context.ability.recovered(free);
    if (members.length > 1 && able.length < 2) return [];
    return kind === 'kill' ? able.filter((member) => member !== observed) : able;
  }

  for (const [index, plan] of plans.entries()) {
    let at = possible(plan);
    while (at.length === 0 && failures.length === 0 && Date.now() < endsAt) {
      await delay(LOOK_EVERY_MS);
      at = possible(plan);
    }
    if (failures.length > 0 || Date.now() >= endsAt) break;
    const member = pick(random, at);
    const { kind, durationMs } = plan;
    const where = kind === 'postgres-restart' || kind === 'join-and-leave' ? '' : ` of ${member.name}`;
    const length = durationMs === 0 ? '' : ` for ${(durationMs / 1_000).toFixed(1)} s`;
    say(`fault ${index + 1} of ${plans.length}: ${kind}${where}${length}`);
    const fault = runFault(plan, member, context)
      .then(() => (kind === 'postgres-restart' ? delay(AFTER_RESTART_MS) : undefined))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(fault));
    running.set(fault, { kind, member });
    counts[kind] = (counts[kind] ?? 0) + 1;
    await delay(random.between(INTERVAL_MS.from, INTERVAL_MS.to));
  }
  await Promise.all(running.keys());
  if (failures.length > 0)
    throw new AggregateError(failures, `Faults failed: ${failures.map(String).join('; ')}`);
  return counts;
}
