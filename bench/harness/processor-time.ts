/**
 * Starts to count the processor time of this thread. The returned function gives the time so far, µs. Less affected by other
 * processes than wall time. Does not include garbage collection in other threads.
 */
export function processorTime(): () => number {
  const started = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(started);
    return user + system;
  };
}
