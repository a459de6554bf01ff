import { Counter, collectDefaultMetrics, Gauge, type Registry } from '@prometheus-io/client';

/** Counts log lines. */
export interface ProcessMetrics {
  /** @param level pino's level: 30 is info, 40 warn … */
  logged(level: number): void;
}

const LEVELS: ReadonlyMap<number, string> = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);

/** @param deps.watched whether to measure the process itself: memory, CPU, event loop, garbage collection */
export function createProcessMetrics(
  registry: Registry,
  deps: { readonly version: string; readonly watched: boolean },
): ProcessMetrics {
  const registers = [registry];
  const build = new Gauge({
    name: 'gavel_build_info',
    help: 'Always 1; the version of Gavel and of Node.',
    labelNames: ['version', 'node'],
    registers,
  });
  build.set({ version: deps.version, node: process.versions.node }, 1);
  const lines = new Counter({
    name: 'gavel_log_lines_total',
    help: 'Log lines by level; lines below the log level are not counted.',
    labelNames: ['level'],
    registers,
  });
  for (const level of LEVELS.values()) lines.inc({ level }, 0);
  if (deps.watched) collectDefaultMetrics({ register: registry, prefix: 'gavel_' });

  return {
    logged(level) {
      lines.inc({ level: LEVELS.get(level) ?? 'other' });
    },
  };
}
