const NANOSECONDS_A_MS = 1e6;

/** Ms by the machine's steady clock, which all processes share. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / NANOSECONDS_A_MS;
