/** Processor time of this thread since it began, ms: on a busy machine it grows with the work and not with the wait for a core. */
export function threadTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
