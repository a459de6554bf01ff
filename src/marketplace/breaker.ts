import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
} from 'cockatiel';
import { BadResponse, Unavailable } from './errors.ts';

/** Consecutive failures that open the circuit. */
const MAX_FAILURES = 5;
/** How long the circuit stays open; doubles with every failed probe. */
const FIRST_BREAK_MS = 5_000;
const MAX_BREAK_MS = 60_000;

/** Stops requests to an endpoint that keeps failing: callers fail fast, and the marketplace can recover. */
export interface Breaker {
  /**
   * Runs `attempt` unless the circuit is open. After the break, one probe at a time is allowed.
   * @throws Unavailable while the circuit is open; errors of `attempt`
   */
  run<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** The caller of a probe aborted it: no result, so the circuit stays open. */
class AbandonedProbe extends Error {
  override readonly name = 'AbandonedProbe';
}

function isBackendFailure(error: unknown): boolean {
  return (
    error instanceof Unavailable ||
    (error instanceof BadResponse && error.damaged) ||
    error instanceof AbandonedProbe
  );
}

/**
 * Creates a circuit breaker for one endpoint with an injected clock. cockatiel reads the system clock, so it is given
 * an infinite break until the injected clock has passed its end.
 * @param deps.now epoch milliseconds
 * @param deps.random in [0, 1); a break is shortened by up to half, so that several processes do not probe at once
 */
export function createBreaker(deps: { now: () => number; random: () => number }): Breaker {
  const { now, random } = deps;

  function breakFor(lengthMs: number): IBackoff<unknown> {
    const over = now() + lengthMs * (1 - random() / 2);
    return {
      get duration() {
        return now() >= over ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      },
      next: () => breakFor(Math.min(lengthMs * 2, MAX_BREAK_MS)),
    };
  }

  const policy = circuitBreaker(handleWhen(isBackendFailure), {
    breaker: new ConsecutiveBreaker(MAX_FAILURES),
    halfOpenAfter: { next: () => breakFor(FIRST_BREAK_MS) },
  });

  return {
    async run(attempt, signal) {
      // cockatiel would make a second caller wait until the probe ends.
      if (policy.state === CircuitState.HalfOpen)
        throw new Unavailable('it failed too often; a probe request is under way');
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
          throw new Unavailable('it failed too often and is not requested for now');
        throw error instanceof AbandonedProbe ? error.cause : error;
      }
    },
  };
}
