import { getHeapStatistics } from 'node:v8';
import type { Logger } from 'pino';

/**
 * Delay after the last received server until memory is returned, ms. Processing of the new servers is finished by then.
 */
const AFTER_MS = 15_000;
/** Interval between checks of the heap while servers arrive, ms. It grows by at most 100 MiB a second. */
const LOOK_EVERY_MS = 250;
const BYTES_A_MIB = 1_048_576;
/** How much larger than its used part the heap may get while servers arrive, bytes. */
const GROWTH = 64 * BYTES_A_MIB;

/** V8's heap. */
interface Heap {
  /** V8's garbage collector, available with `--expose-gc`; without it nothing happens. */
  readonly collect: typeof globalThis.gc;
  /** Returns the size of the heap, bytes. */
  readonly size: () => number;
  /** Returns the heap used by objects, bytes. */
  readonly used: () => number;
}

/** Keeps the heap small while servers arrive, and returns memory to the operating system afterwards. */
export interface MemoryReturn {
  /** Starts monitoring. Call this when a connection begins to receive servers. */
  start(): void;
  /** Records a received server. */
  received(): void;
}

const V8_HEAP: Heap = {
  collect: globalThis.gc,
  size: () => getHeapStatistics().total_heap_size,
  used: () => getHeapStatistics().used_heap_size,
};

/**
 * Creates the memory manager for arriving servers. Their objects outlive V8's young generation, and V8 lets the heap
 * grow to four times its used size before it collects. Therefore this collects garbage whenever the heap has grown by
 * 64 MiB, and once more after the last server, in the mode that releases free pages. V8 would keep those pages as long
 * as there are occasional allocations (its memory reducer sees “high alloc”). Each collection blocks the process for 60
 * to 170 ms.
 */
export function createMemoryReturn({
  log,
  heap: { collect, size, used } = V8_HEAP,
}: {
  readonly log: Logger;
  readonly heap?: Heap;
}): MemoryReturn {
  let afterLast: NodeJS.Timeout | null = null;
  let timer: NodeJS.Timeout | null = null;
  let usedBefore = 0;

  function check(): void {
    if (size() - usedBefore < GROWTH) return;
    collect?.({ type: 'major', execution: 'sync' });
    usedBefore = used();
  }

  function returnMemory(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
    afterLast = null;
    const before = process.memoryUsage.rss();
    // Only this mode releases free pages.
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    const mib = Math.round((before - process.memoryUsage.rss()) / BYTES_A_MIB);
    log.debug({ mib }, 'memory returned to the operating system');
  }

  return {
    start() {
      if (collect === undefined) return;
      if (afterLast !== null) clearTimeout(afterLast);
      afterLast = setTimeout(returnMemory, AFTER_MS).unref();
      if (timer !== null) return;
      usedBefore = size();
      timer = setInterval(check, LOOK_EVERY_MS).unref();
    },
    received() {
      afterLast?.refresh();
    },
  };
}
