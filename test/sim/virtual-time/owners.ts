import { AsyncLocalStorage } from 'node:async_hooks';

/** A machine on which processes of the bot run, one after the other. */
export interface Host {
  readonly name: string;
  /** By how much its clock is ahead of the true time, ms. */
  aheadMs: number;
}

/** A process of the bot, with everything that ends with it. */
export interface SimulatedProcess {
  /** Of this process alone in its history. */
  readonly name: string;
  readonly host: Host;
  isAlive: boolean;
  /** Until then nothing of it runs, ms since the start of the history; in the past while it runs. */
  pausedUntil: number;
}

/** Who started something: a process of the bot, or the world around the bots. */
export type Owner = SimulatedProcess | 'world';

const owners = new AsyncLocalStorage<Owner>();

/** Runs it, and everything that it starts, as this owner. */
export const runAs = <R>(owner: Owner, run: () => R): R => owners.run(owner, run);

/** The process whose code runs now; `null` for the world. */
export function currentProcess(): SimulatedProcess | null {
  const owner = owners.getStore();
  return owner === undefined || owner === 'world' ? null : owner;
}

/** Whether the code that runs now belongs to a process that has not ended. */
export const isAlive = (): boolean => currentProcess()?.isAlive === true;
