import { getHeapStatistics } from 'node:v8';
import type { Logger } from 'pino';

/** How long after the last server memory is returned, ms: what is done for the servers that arrived is done by then. */
const AFTER_MS = 15_000;
/** How often the heap is looked at meanwhile, ms: it grows by 100 MiB a second at most. */
const LOOK_EVERY_MS = 250;
const BYTES_A_MIB = 1_048_576;
/** By how much the heap may exceed what is used of it while servers arrive, bytes. */
const GROWTH = 64 * BYTES_A_MIB;

/** V8's heap. */
interface Heap {
  /** V8's collector, which Node has with `--expose-gc`; without it nothing is done. */
  readonly collect: typeof globalThis.gc;
  /** What the heap takes, bytes. */
  readonly size: () => number;
  /** What objects take, bytes. */
  readonly used: () => number;
}

/** Keeps the heap small while servers arrive, and returns memory to the operating system afterwards. */
export interface MemoryReturn {
  /** To be called when a connection begins to receive servers. */
  start(): void;
  /** To be called for every server that was received. */
  received(): void;
}

const V8_HEAP: Heap = {
  collect: globalThis.gc,
  size: () => getHeapStatistics().total_heap_size,
  used: () => getHeapStatistics().used_heap_size,
};

/**
 * What is done for servers that arrive outlives V8's young generation, and V8 lets the heap grow to four times what is
 * used before it collects. So it is collected here whenever it has grown by 64 MiB, and once more when no server has
 * arrived for a while, with the flavor that releases pages; V8 keeps them for as long as anything is allocated now and
 * then (its memory reducer sees “high alloc”). Every collection stops the process for 60 to 170 ms.
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
    // Only this flavor releases the pages that are free.
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
