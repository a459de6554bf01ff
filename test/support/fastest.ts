/**
 * Ms of work that the fastest of a few runs takes. The thread's own time counts and not the clock's, so that a machine that
 * is busy with something else changes little.
 */
export function fastest(run: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const { user, system } = process.threadCpuUsage();
    run();
    const after = process.threadCpuUsage();
    return (after.user - user + after.system - system) / 1_000;
  });
  return Math.min(...times);
}
