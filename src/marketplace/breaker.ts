import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
} from 'cockatiel';
import { BadResponse, Unavailable } from './errors.ts';

/** So many failures in a row, and the endpoint is left alone. */
const FAILURES = 5;
/** How long it is left alone: doubling with every probe that fails. */
const FIRST_BREAK_MS = 5_000;
const LONGEST_BREAK_MS = 60_000;

/** Stops asking what only fails, so that nobody waits for nothing and the marketplace can come back. */
export interface Breaker {
  /**
   * Runs `attempt` unless the circuit is open; then one probe at a time is let through when the break is over.
   * @throws Unavailable while the circuit is open, and whatever `attempt` throws
   */
  run<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** A probe whose caller has left proves nothing, so the circuit stays open. */
class AbandonedProbe extends Error {
  override readonly name = 'AbandonedProbe';
}

function isTrouble(error: unknown): boolean {
  return (
    error instanceof Unavailable ||
    (error instanceof BadResponse && error.damaged) ||
    error instanceof AbandonedProbe
  );
}

/**
 * A circuit breaker of one endpoint on an own clock: cockatiel reads the machine's, so the length of a break is told to
 * it as endless until our clock says that it is over.
 * @param deps.now epoch milliseconds
 * @param deps.random in [0, 1); a break is shortened by up to half, so that many processes do not probe together
 */
export function createBreaker(deps: { now: () => number; random: () => number }): Breaker {
  const { now, random } = deps;

  function breakOf(lengthMs: number): IBackoff<unknown> {
    const over = now() + lengthMs * (1 - random() / 2);
    return {
      get duration() {
        return now() >= over ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      },
      next: () => breakOf(Math.min(lengthMs * 2, LONGEST_BREAK_MS)),
    };
  }

  const policy = circuitBreaker(handleWhen(isTrouble), {
    breaker: new ConsecutiveBreaker(FAILURES),
    halfOpenAfter: { next: () => breakOf(FIRST_BREAK_MS) },
  });

  return {
    async run(attempt, signal) {
      // A second caller would wait for the probe's end, longer than it may want to.
      if (policy.state === CircuitState.HalfOpen)
        throw new Unavailable('it failed too often and is being tried');
      try {
        return await policy.execute(async () => {
          const probing = policy.state === CircuitState.HalfOpen;
          try {
            return await attempt();
          } catch (error) {
            if (probing && signal.aborted) throw new AbandonedProbe('left', { cause: error });
            throw error;
          }
        });
      } catch (error) {
        if (error instanceof BrokenCircuitError)
          throw new Unavailable('it failed too often and is left alone');
        throw error instanceof AbandonedProbe ? error.cause : error;
      }
    },
  };
}
