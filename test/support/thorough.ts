/** Whether tests run with all of their cases, as they do at night (`THOROUGH=1`). Otherwise `.ci/run` has to end within half an hour. */
const isThorough = process.env['THOROUGH'] === '1';

/** Returns how many cases a test has: a few beside all other tests, and all of them at night. */
export const cases = (few: number, all: number): number => (isThorough ? all : few);
