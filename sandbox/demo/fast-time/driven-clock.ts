import { closeSync, openSync, writeSync } from 'node:fs';

/** A clock that this process drives and others read from a file: eight bytes, epoch ms as a double. */
export interface DrivenClock extends Disposable {
  /** Epoch ms. */
  readonly now: () => number;
  /** Runs fast from now on. */
  start(): void;
  /** The bot asked the feed at this time of this clock. */
  noteAsked(at: number): void;
}

const TICK_MS = 5;
/**
 * So far it runs ahead of the bot's latest request of the feed: the bot posts what is at most six hours old, and makes up recaps for
 * as long.
 */
const MAX_AHEAD_MS = 75 * 60_000;

/** It goes on while it waits for the bot, which polls by it. */
const WAITING_SPEED = 20;

/**
 * A clock that begins with the machine's, and once it is started runs `speed` times as fast, or as fast as the bot can follow.
 * @param file where others read it
 */
export function createDrivenClock(file: string, speed: number): DrivenClock {
  const descriptor = openSync(file, 'w');
  const bytes = Buffer.alloc(8);
  let time = Date.now();
  let seen = performance.now();
  let askedAt: number | null = null;

  function write(): void {
    bytes.writeDoubleLE(time);
    writeSync(descriptor, bytes, 0, bytes.length, 0);
  }
  function tick(): void {
    const passed = performance.now() - seen;
    seen += passed;
    if (askedAt === null) time += passed;
    else {
      const fast = Math.min(time + passed * speed, askedAt + MAX_AHEAD_MS);
      time = Math.max(fast, time + passed * WAITING_SPEED);
    }
    write();
  }

  write();
  const timer = setInterval(tick, TICK_MS);
  return {
    now: () => time,
    start() {
      tick();
      askedAt = time;
    },
    noteAsked(at) {
      if (askedAt !== null) askedAt = Math.max(askedAt, at);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}
