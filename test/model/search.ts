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
  readonly violation: { readonly invariant: Invariant; readonly history: readonly string[] } | null;
}

export const isSettled = ({ row }: ModelState): boolean => row.state === 'sent';

const keyOfProcess = ({ place, isHeld, age, flight, request }: ModelProcess): string =>
  `${place},${isHeld},${age},${flight},${request}`;

/** Identifies a state. Equal states have equal keys. */
function keyOf({ lease, row, copies, processes: [first, second], delay }: ModelState): string {
  const stored = `${row.state},${row.first},${row.last},${row.attempts}`;
  const rest = `${lease.holder},${lease.isExpired},${copies.join()},${delay}`;
  return `${stored};${rest};${keyOfProcess(first)};${keyOfProcess(second)}`;
}

/** Describes a step in a history. */
export const describeStep = ({ by, what }: Step): string => (by === null ? what : `${by}: ${what}`);

interface Visit {
  readonly state: ModelState;
  /** The last step of the shortest history to it; `null` for the first state. */
  readonly reachedBy: { readonly from: Visit; readonly step: Step } | null;
  /** From where a step without a fault leads here. */
  readonly predecessors: Visit[];
}

function historyOf(visit: Visit): readonly string[] {
  const { reachedBy } = visit;
  return reachedBy === null ? [] : [...historyOf(reachedBy.from), describeStep(reachedBy.step)];
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
 */
export function searchModel({
  keeps = () => true,
  excepted = ['after a minute', 'after a search'],
}: {
  readonly keeps?: (rule: Rule) => boolean;
  readonly excepted?: readonly Delay[];
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
    for (const step of stepsOf(visit.state, keeps)) {
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
