/**
 * A model of one message, two processes that may send it, their lease, and Discord. It has every interleaving of their
 * steps with faults, and nothing else: `search.ts` visits all of its states. `docs/design/sending.md` describes the
 * same machine in words, `replay.ts` compares both with the code.
 *
 * Time passes in ticks of 31 s. A tick is longer than a lease, than any request and than the wait before the next
 * attempt. Ages are counted in ticks, up to the last one that makes a difference.
 */

/** The first attempt is fresh (0), in the nonce window of 60 s on which the bot relies (1), or after it (2). */
const IN_WINDOW = 1;
const AFTER_WINDOW = 2;
/** Discord keeps a nonce for "the past few minutes": in the model for two. */
const KEPT = 4;
/** Copies that are enough to be wrong. */
export const TOO_MANY = 2;
/** The last attempt is fresh (0), or its request has ended (7 s), so that its result can be checked (1). */
const ENDED = 1;

/**
 * What the bot does to post a message exactly once. Each is true of the code. A mistake (`mistakes.ts`) is a model in
 * which one of them is not.
 */
export type Rule =
  | 'a lease ends by itself'
  | 'a suspended process loses its role'
  | 'writes are fenced'
  | 'the lease is checked before the request'
  | 'an attempt is stored before its request'
  | 'a takeover makes attempts unknown'
  | 'a lost answer is unknown'
  | 'a refusal after an unknown answer proves nothing'
  | 'a repetition has the same nonce'
  | 'a search waits for the end of the request'
  | 'the nonce window is checked when a repetition is chosen'
  | 'the nonce window is checked again when it is stored'
  | 'a failed search proves nothing'
  | 'an absent message is posted again'
  | 'an absent message gets a new nonce window';

/** What a process does next. Each is one call that may be delayed: a transaction, a request, or the wait for one. */
export type Place =
  | 'no role'
  | 'recover'
  | 'read work'
  | 'rest'
  | 'start post'
  | 'repeat'
  | 'search'
  | 'post anew'
  | 'check lease'
  | 'request'
  | 'answer'
  | 'record sent'
  | 'record unknown'
  | 'release';

/**
 * What can happen to the request of a process that is suspended between its last check and its request: it leaves after
 * more than a minute, or after another process searched for the message and did not find it. Then a message can be
 * posted twice (`docs/delivery.md`).
 */
export type Delay = 'after a minute' | 'after a search';

export interface ModelProcess {
  readonly place: Place;
  /** Whether its lease lasts, by its own clock. */
  readonly isHeld: boolean;
  /** Time since the start of the attempt that is about to be stored. */
  readonly age: number;
  /** Whether its attempt is not the first one of its nonce window. */
  readonly isRepetition: boolean;
  /** Its request on the way to Discord, which outlives the process. */
  readonly flight: 'none' | 'under way' | 'accepted';
  /** Whether its request leaves, or left, in time after the last check before it. */
  readonly request: 'prompt' | 'suspended' | Delay;
}

export type ProcessId = 0 | 1;

export interface ModelState {
  /** The row of the lease. The holder's fence is valid as long as it is the holder. */
  readonly lease: { readonly holder: ProcessId | null; readonly isExpired: boolean };
  /** The message in the database, with the ages of the first and last attempt in this nonce window. */
  readonly row: {
    readonly state: 'waiting' | 'sending' | 'ambiguous' | 'sent';
    readonly first: number;
    readonly last: number;
    readonly attempts: number;
  };
  /** The copies in the channel, up to two, by the age of their nonce. */
  readonly copies: readonly number[];
  readonly processes: readonly [ModelProcess, ModelProcess];
  /** The delay of a request with which Discord posted a copy. */
  readonly delay: Delay | null;
}

/** What a step does. The name of a place stands for its usual outcome. */
type StepName =
  | Exclude<Place, 'no role' | 'rest' | 'search'>
  | `${Place}: not allowed`
  | 'take role'
  | 'give up role'
  | 'kill'
  | 'search: found'
  | 'search: absent'
  | 'search: failed'
  | 'request: refused'
  | 'answer: none'
  | 'answer: lost'
  | 'Discord accepts'
  | 'Discord drops'
  | 'a tick'
  | 'the window ends';

export interface Step {
  readonly what: StepName;
  /** `null` for the passing of time. */
  readonly by: ProcessId | null;
  /** Whether it is a fault. A message can be settled without any. */
  readonly isFault: boolean;
  /** Processes that are suspended while time passes. */
  readonly suspended: readonly ProcessId[];
  readonly next: ModelState;
}

export const IDS = [0, 1] as const satisfies readonly ProcessId[];
const NO_ATTEMPT = { first: 0, last: 0, attempts: 0 } as const;
const NEW_PROCESS: ModelProcess = {
  place: 'no role',
  isHeld: false,
  age: 0,
  isRepetition: false,
  flight: 'none',
  request: 'prompt',
};

export const INITIAL: ModelState = {
  lease: { holder: null, isExpired: true },
  row: { state: 'waiting', ...NO_ATTEMPT },
  copies: [],
  processes: [NEW_PROCESS, NEW_PROCESS],
  delay: null,
};

/** Places that take less than a tick, unless the process is suspended. */
const BRIEF: ReadonlySet<Place> = new Set(['start post', 'post anew', 'check lease', 'request', 'answer']);
/** Places whose call stores a time that was read before. */
const TIMED: ReadonlySet<Place> = new Set(['start post', 'repeat', 'post anew']);
/** Places where the role can end immediately. */
const WITHOUT_WORK: ReadonlySet<Place> = new Set(['read work', 'rest']);

const isDelay = (request: ModelProcess['request']): request is Delay =>
  request === 'after a minute' || request === 'after a search';

/** The result of an attempt is not known. */
const UNKNOWN = { place: 'record unknown', isRepetition: false } as const;

const older = (age: number, limit: number): number => Math.min(age + 1, limit);

/** A search did not find the message. A suspended request that arrives later is not expected any more. */
function overtaken([first, second]: ModelState['processes']): ModelState['processes'] {
  const overtake = (process: ModelProcess): ModelProcess =>
    process.request === 'suspended' ? { ...process, request: 'after a search' } : process;
  return [overtake(first), overtake(second)];
}

/**
 * Returns what may happen next. Time is the last of it, so the first step without a fault always makes progress.
 * @param keeps whether the bot follows a rule
 */
export function stepsOf(state: ModelState, keeps: (rule: Rule) => boolean): readonly Step[] {
  const steps: Step[] = [];
  const { lease, row, copies } = state;
  const isTried = row.state === 'sending' || row.state === 'ambiguous';

  function add(what: StepName, by: ProcessId | null, next: Partial<ModelState>, isFault = false): void {
    steps.push({ what, by, isFault, suspended: [], next: { ...state, ...next } });
  }

  const withProcess = (id: ProcessId, change: Partial<ModelProcess>): ModelState['processes'] => {
    const [first, second] = state.processes;
    return id === 0 ? [{ ...first, ...change }, second] : [first, { ...second, ...change }];
  };

  /** The process has finished a step; without the role it does no other. */
  const finished = ({ isHeld }: Pick<ModelProcess, 'isHeld'>): Partial<ModelProcess> => ({
    place: isHeld ? 'read work' : 'no role',
    age: 0,
  });

  /** What a process with the role does about the message. */
  function chosen(): Place {
    if (row.state === 'waiting') return 'start post';
    if (row.state === 'sent') return 'rest';
    const isInWindow =
      row.first < AFTER_WINDOW || !keeps('the nonce window is checked when a repetition is chosen');
    const isEnded = row.last >= ENDED || (!isInWindow && !keeps('a search waits for the end of the request'));
    if (!isEnded) return 'rest';
    return isInWindow ? 'repeat' : 'search';
  }

  /** An attempt is stored, the first of a nonce window or a repetition. It is sent unless that took too long. */
  function storeAttempt({ place, age }: ModelProcess) {
    const isRepetition =
      place === 'repeat' || (place === 'post anew' && !keeps('an absent message gets a new nonce window'));
    const first = isRepetition ? row.first : age;
    const isInWindow =
      place === 'start post' ||
      first < AFTER_WINDOW ||
      !keeps('the nonce window is checked again when it is stored');
    const stored = {
      state: 'sending',
      first,
      last: Math.min(age, ENDED),
      attempts: place === 'repeat' ? 2 : 1,
    } as const;
    const isStored = place !== 'start post' || keeps('an attempt is stored before its request');
    return {
      row: isStored ? stored : row,
      process: isInWindow
        ? ({ place: 'check lease', age: 0, isRepetition: place === 'repeat' } as const)
        : ({ place: 'record unknown', age: 0 } as const),
    };
  }

  function runningStep(id: ProcessId, process: ModelProcess): void {
    const { place, flight, isHeld } = process;
    const move = (what: StepName, change: Partial<ModelProcess>, isFault = false): void =>
      add(what, id, { processes: withProcess(id, change) }, isFault);

    /** A transaction of the role: not allowed if another process has the role, or if the message is settled. */
    function transaction(
      name: StepName & Place,
      isPossible: boolean,
      commit: () => { readonly row: ModelState['row']; readonly process?: Partial<ModelProcess> },
    ): void {
      const isAllowed = isPossible && (lease.holder === id || !keeps('writes are fenced'));
      if (!isAllowed) return move(`${name}: not allowed`, finished(process));
      const committed = commit();
      add(name, id, {
        row: committed.row,
        processes: withProcess(id, committed.process ?? finished(process)),
      });
    }

    switch (place) {
      case 'no role':
        if (lease.isExpired)
          add('take role', id, {
            lease: { holder: id, isExpired: false },
            processes: withProcess(id, { place: 'recover', isHeld: true }),
          });
        return;
      case 'rest':
        return;
      case 'recover': {
        const unknown = keeps('a takeover makes attempts unknown')
          ? { ...row, state: 'ambiguous' as const }
          : { state: 'waiting' as const, ...NO_ATTEMPT };
        const recovered = row.state === 'sending' ? unknown : row;
        const hasNoWork = isHeld && row.state === 'sent';
        return transaction(place, true, () => ({
          row: recovered,
          process: { ...finished(process), ...(hasNoWork ? { place: 'rest' } : {}) },
        }));
      }
      case 'read work':
        return move(place, { place: chosen() });
      case 'start post':
        return transaction(place, row.state === 'waiting', () => storeAttempt(process));
      case 'repeat':
        return transaction(place, isTried, () => storeAttempt(process));
      case 'post anew':
        return transaction(place, isTried, () =>
          keeps('an absent message is posted again')
            ? storeAttempt(process)
            : { row: { state: 'sent', ...NO_ATTEMPT } },
        );
      case 'search': {
        const isAllowed = isHeld || !keeps('the lease is checked before the request');
        if (!isAllowed) return move('search: not allowed', finished(process));
        if (copies.length > 0) move('search: found', { place: 'record sent' });
        else add('search: absent', id, { processes: overtaken(withProcess(id, { place: 'post anew' })) });
        const failed = keeps('a failed search proves nothing')
          ? finished(process)
          : { place: 'post anew' as const };
        return move('search: failed', failed, true);
      }
      case 'check lease': {
        if (flight === 'under way') return;
        const isAllowed = isHeld || !keeps('the lease is checked before the request');
        const change = isAllowed ? ({ place: 'request' } as const) : UNKNOWN;
        return move(place, { ...change, request: 'prompt' });
      }
      case 'request': {
        move(place, { place: 'answer', isRepetition: false, flight: 'under way' });
        const isAbsent = !process.isRepetition || !keeps('a refusal after an unknown answer proves nothing');
        const change = isAbsent ? ({ ...UNKNOWN, place: 'release' } as const) : UNKNOWN;
        return move('request: refused', { ...change, request: 'prompt' }, true);
      }
      case 'answer': {
        const lost = keeps('a lost answer is unknown') ? 'record unknown' : 'release';
        if (flight === 'accepted') move(place, { place: 'record sent', flight: 'none' });
        if (flight === 'none') move('answer: none', { place: lost });
        else move('answer: lost', { place: lost, flight: flight === 'accepted' ? 'none' : flight }, true);
        return;
      }
      case 'record sent':
        return transaction(place, true, () => ({ row: { state: 'sent', ...NO_ATTEMPT } }));
      case 'record unknown':
        return transaction(place, isTried, () => ({ row: { ...row, state: 'ambiguous' } }));
      case 'release':
        return transaction(place, row.state !== 'sent', () => ({ row: { state: 'waiting', ...NO_ATTEMPT } }));
    }
  }

  /** Discord accepts a request, even if its process is gone: as a new message, unless it knows the nonce. */
  function flightStep(id: ProcessId, process: ModelProcess): void {
    const isKnown = copies.some((age) => age < KEPT) && keeps('a repetition has the same nonce');
    const isWaiting = process.place === 'answer';
    add('Discord accepts', id, {
      copies: isKnown ? copies : [...copies, 0].slice(-TOO_MANY),
      processes: withProcess(id, { flight: isWaiting ? 'accepted' : 'none', request: 'prompt' }),
      delay: state.delay ?? (isKnown || !isDelay(process.request) ? null : process.request),
    });
    add('Discord drops', id, { processes: withProcess(id, { flight: 'none', request: 'prompt' }) }, true);
  }

  function disturbances(id: ProcessId, process: ModelProcess): void {
    if (process.isHeld && WITHOUT_WORK.has(process.place))
      add(
        'give up role',
        id,
        {
          lease: { ...lease, isExpired: true },
          processes: withProcess(id, { place: 'no role', isHeld: false }),
        },
        true,
      );
    if (process.place === 'no role') return;
    const remains = process.flight === 'under way' ? process.flight : 'none';
    add(
      'kill',
      id,
      {
        processes: withProcess(id, {
          ...NEW_PROCESS,
          flight: remains,
          request: remains === 'none' ? 'prompt' : process.request,
        }),
      },
      true,
    );
  }

  /** Time passes, while some processes are suspended. Those lose the role, the other keeps it. */
  function timePasses(suspended: readonly ProcessId[]): void {
    const isSuspended = (id: ProcessId): boolean => suspended.includes(id);
    const mayPass = IDS.every((id) => {
      const { place, flight } = state.processes[id];
      return flight !== 'under way' && (isSuspended(id) || !BRIEF.has(place));
    });
    if (!mayPass) return;
    const aged = (id: ProcessId): ModelProcess => {
      const process = state.processes[id];
      const isLost = isSuspended(id) && keeps('a suspended process loses its role');
      const isHeld = process.isHeld && !isLost;
      if (WITHOUT_WORK.has(process.place)) return { ...process, ...finished({ ...process, isHeld }), isHeld };
      const age = TIMED.has(process.place) ? older(process.age, AFTER_WINDOW) : 0;
      const later = process.request === 'prompt' ? 'suspended' : 'after a minute';
      return { ...process, isHeld, age, request: process.place === 'request' ? later : process.request };
    };
    const processes = [aged(0), aged(1)] as const;
    const isRenewed = IDS.some((id) => processes[id].isHeld && !isSuspended(id));
    const next: ModelState = {
      ...state,
      lease: { ...lease, isExpired: lease.isExpired || (!isRenewed && keeps('a lease ends by itself')) },
      row: isTried ? { ...row, first: older(row.first, AFTER_WINDOW), last: older(row.last, ENDED) } : row,
      copies: copies.map((age) => older(age, KEPT)),
      processes,
    };
    steps.push({ what: 'a tick', by: null, isFault: suspended.length > 0, suspended, next });
  }

  for (const id of IDS) {
    const process = state.processes[id];
    if (process.flight === 'under way') flightStep(id, process);
    runningStep(id, process);
    disturbances(id, process);
  }
  for (const suspended of [[], [0], [1], [0, 1]] as const) timePasses(suspended);
  if (isTried && row.first === IN_WINDOW)
    add('the window ends', null, { row: { ...row, first: AFTER_WINDOW } }, true);
  return steps;
}
