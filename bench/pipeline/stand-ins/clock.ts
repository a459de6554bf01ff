const NANOSECONDS_A_MS = 1e6;

/** The machine's monotonic clock, shared by all processes, ms. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / NANOSECONDS_A_MS;
