import {
  type Delay,
  INITIAL,
  type ModelProcess,
  type ModelState,
  type Rule,
  type Step,
  stepsOf,
} from './delivery-model.ts';

/** What must hold, whatever happens. */
export type Invariant =
  | 'one sender at a time'
  /** Except after a delay that is excepted. */
  | 'never twice'
  | 'never lost'
  /** From every state, steps without faults lead to a message that is settled. */
  | 'always settled';

interface SearchResult {
  /** How many states were reached. */
  readonly states: number;
  /** The shortest history that breaks an invariant. */
  readonly violation: { readonly invariant: Invariant; readonly history: readonly Step[] } | null;
}

export const isSettled = ({ row }: ModelState): boolean => row.state === 'sent';

/**
 * Identifies a state. States that only differ in the names of the processes have equal keys, because what follows from
 * them differs in these names too.
 */
function keyOf({ lease, row, copies, processes, delay }: ModelState): string {
  const keyOfProcess = (
    { place, isHeld, age, isRepetition, flight, request }: ModelProcess,
    index: number,
  ): string => `${place},${isHeld},${age},${isRepetition},${flight},${request},${lease.holder === index}`;
  const [first, second] = processes.map(keyOfProcess).toSorted();
  const stored = `${row.state},${row.first},${row.last},${row.attempts}`;
  return `${stored};${lease.isExpired};${copies.join()};${delay};${first};${second}`;
}

/** Describes a step in a history. */
export function describeStep({ by, what, suspended }: Step): string {
  if (by !== null) return `${by}: ${what}`;
  return suspended.length === 0 ? what : `${what} without ${suspended.join(' and ')}`;
}

interface Visit {
  readonly state: ModelState;
  /** The last step of the shortest history to it; `null` for the first state. */
  readonly reachedBy: { readonly from: Visit; readonly step: Step } | null;
  /** From where a step without a fault leads here. */
  readonly predecessors: Visit[];
}

function historyOf(visit: Visit): readonly Step[] {
  const { reachedBy } = visit;
  return reachedBy === null ? [] : [...historyOf(reachedBy.from), reachedBy.step];
}

/** Finds a state from which no steps without faults lead to a settled one. */
function findStuck(visits: readonly Visit[]): Visit | undefined {
  const settling = new Set(visits.filter(({ state }) => isSettled(state)));
  // The loop also visits what it adds.
  for (const { predecessors } of settling) for (const visit of predecessors) settling.add(visit);
  return visits.find((visit) => !settling.has(visit));
}

/**
 * Visits every state of the model, the nearest first, until one breaks an invariant.
 * @param options.keeps whether the bot follows a rule; by default it follows all
 * @param options.excepted delays after which a message may be posted twice; by default both
 * @param options.isPossible whether a step is considered; by default all are
 */
export function searchModel({
  keeps = () => true,
  excepted = ['after a minute', 'after a search'],
  isPossible = () => true,
}: {
  readonly keeps?: (rule: Rule) => boolean;
  readonly excepted?: readonly Delay[];
  readonly isPossible?: (step: Step) => boolean;
} = {}): SearchResult {
  const initial: Visit = { state: INITIAL, reachedBy: null, predecessors: [] };
  const visits = new Map([[keyOf(INITIAL), initial]]);

  function brokenIn({ processes: [first, second], row, copies, delay }: ModelState): Invariant | null {
    if (first.isHeld && second.isHeld) return 'one sender at a time';
    if (copies.length > 1 && (delay === null || !excepted.includes(delay))) return 'never twice';
    return row.state === 'sent' && copies.length === 0 ? 'never lost' : null;
  }

  const found = (invariant: Invariant, visit: Visit): SearchResult => ({
    states: visits.size,
    violation: { invariant, history: historyOf(visit) },
  });

  // The loop also visits what it adds.
  for (const visit of visits.values()) {
    const broken = brokenIn(visit.state);
    if (broken !== null) return found(broken, visit);
    for (const step of stepsOf(visit.state, keeps).filter(isPossible)) {
      const key = keyOf(step.next);
      const known = visits.get(key);
      const next = known ?? { state: step.next, reachedBy: { from: visit, step }, predecessors: [] };
      if (known === undefined) visits.set(key, next);
      if (!step.isFault) next.predecessors.push(visit);
    }
  }
  const stuck = findStuck([...visits.values()]);
  return stuck === undefined ? { states: visits.size, violation: null } : found('always settled', stuck);
}
