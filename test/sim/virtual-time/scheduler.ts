import { type Owner, runAs } from './owners.ts';

/** Something that is to happen at a time of the simulation. */
export interface Task {
  /** Later than planned when its process was paused then. */
  at: number;
  order: number;
  readonly owner: Owner;
  /** `null` once it ran or was cancelled. */
  run: (() => void) | null;
}

/** The event loop of the simulation: tasks in order of time, and of their creation where the time is the same. */
export interface Scheduler {
  /** ms since the start of the history. */
  now(): number;
  schedule(owner: Owner, delayMs: number, run: () => void): Task;
  /** Runs before the time moves on, as `setImmediate` does. */
  scheduleImmediate(owner: Owner, run: () => void): Task;
  cancel(task: Task): void;
  /** Cancels everything that a process scheduled. */
  cancelAll(owner: Owner): void;
  /** How many tasks of a process wait. */
  pending(owner: Owner): number;
  /** How many tasks were run. */
  readonly steps: number;
  /** Runs everything that is due until `end`, or until `isOver`. */
  runUntil(end: number, isOver?: () => boolean): Promise<void>;
  /** Lets everything that needs no time come to its end. */
  settle(): Promise<void>;
  /** Forgets all tasks and begins at 0. */
  reset(): void;
}

/** More tasks than this without a step of time: the bot runs in a circle. */
const MAX_TASKS_WITHOUT_TIME = 200_000;

const isBefore = (one: Task, other: Task): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** A binary heap, the next task first. */
function createHeap() {
  let tasks: Task[] = [];
  const at = (position: number): Task => tasks[position] as Task;
  function swap(one: number, other: number): void {
    const task = at(one);
    tasks[one] = at(other);
    tasks[other] = task;
  }
  return {
    first: (): Task | undefined => tasks[0],
    all: (): readonly Task[] => tasks,
    clear: () => {
      tasks = [];
    },
    add(task: Task): void {
      tasks.push(task);
      for (let position = tasks.length - 1; position > 0; ) {
        const parent = (position - 1) >> 1;
        if (!isBefore(at(position), at(parent))) return;
        swap(position, parent);
        position = parent;
      }
    },
    removeFirst(): void {
      const last = tasks.pop();
      if (last === undefined || tasks.length === 0) return;
      tasks[0] = last;
      for (let position = 0; ; ) {
        const [left, right] = [2 * position + 1, 2 * position + 2];
        let least = position;
        if (left < tasks.length && isBefore(at(left), at(least))) least = left;
        if (right < tasks.length && isBefore(at(right), at(least))) least = right;
        if (least === position) return;
        swap(position, least);
        position = least;
      }
    },
  };
}

/**
 * @param deps.turn resolves once all microtasks have run, without time
 * @param deps.onError an error that a task threw
 */
export function createScheduler(deps: {
  readonly turn: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): Scheduler {
  const { turn, onError } = deps;
  const heap = createHeap();
  let immediates: Task[] = [];
  let now = 0;
  let order = 0;
  let steps = 0;
  let withoutTime = 0;

  function newTask(owner: Owner, at: number, run: () => void): Task {
    order += 1;
    return { at, order, owner, run };
  }

  async function perform(task: Task): Promise<void> {
    const { run } = task;
    if (run === null) return;
    task.run = null;
    steps += 1;
    withoutTime += 1;
    if (withoutTime > MAX_TASKS_WITHOUT_TIME)
      throw new Error(`${MAX_TASKS_WITHOUT_TIME} tasks ran without a step of time`);
    try {
      runAs(task.owner, run);
    } catch (error) {
      onError(error);
    }
    await turn();
  }

  async function runImmediates(): Promise<void> {
    while (immediates.length > 0) {
      const batch = immediates;
      immediates = [];
      for (const task of batch) await perform(task);
    }
  }

  async function settle(): Promise<void> {
    await turn();
    await runImmediates();
  }

  /** Puts a task that is due off to the end of the pause of its process, behind those that were due before. */
  function defer(task: Task, until: number): void {
    order += 1;
    task.at = until;
    task.order = order;
    heap.add(task);
  }

  const waiting = (owner: Owner): Task[] =>
    [...heap.all(), ...immediates].filter((task) => task.owner === owner && task.run !== null);

  return {
    now: () => now,
    get steps() {
      return steps;
    },
    schedule(owner, delayMs, run) {
      const task = newTask(owner, now + delayMs, run);
      heap.add(task);
      return task;
    },
    scheduleImmediate(owner, run) {
      const task = newTask(owner, now, run);
      immediates.push(task);
      return task;
    },
    cancel(task) {
      task.run = null;
    },
    cancelAll(owner) {
      for (const task of waiting(owner)) task.run = null;
    },
    pending: (owner) => waiting(owner).length,
    settle,
    async runUntil(end, isOver = () => false) {
      await settle();
      while (!isOver()) {
        const next = heap.first();
        if (next === undefined || next.at > end) {
          now = end;
          return;
        }
        heap.removeFirst();
        if (next.run === null) continue;
        const pausedUntil = next.owner === 'world' ? 0 : next.owner.pausedUntil;
        if (pausedUntil > next.at) {
          defer(next, pausedUntil);
          continue;
        }
        if (next.at > now) withoutTime = 0;
        now = Math.max(now, next.at);
        // Which ends with a turn.
        await perform(next);
        await runImmediates();
      }
    },
    reset() {
      heap.clear();
      immediates = [];
      now = 0;
      order = 0;
      withoutTime = 0;
    },
  };
}
