/**
 * Slows all requests down while Discord refuses without a cause and accepts nothing: 10,000 answers of 401, 403 or 429
 * within ten minutes are a ban of the machine (Discord docs: Rate Limits, Invalid Request Limit).
 */
export interface RefusalBrake {
  /** Discord refused a request for this target and named no cause. */
  refused(targetId: string): void;
  /** Discord accepted a request. */
  accepted(): void;
  /** Time until the next request may start, ms; 0 while nothing is wrong. */
  remainingMs(): number;
  /** A request starts. */
  noteRequest(): void;
}

/** Refusals of a single target are a matter of its queue, which waits by itself. */
const MIN_TARGETS = 2;
/**
 * Time between two requests. It doubles up to the longest, with which ten minutes of refusals cost about sixteen
 * requests.
 */
const FIRST_INTERVAL_MS = 1_000;
const MAX_INTERVAL_MS = 60_000;

/** @param now ms by the monotonic clock */
export function createRefusalBrake(now: () => number): RefusalBrake {
  /** Targets that were refused since Discord accepted anything. */
  const refused = new Set<string>();
  let intervalMs = FIRST_INTERVAL_MS;
  let nextAt = 0;
  const isOn = () => refused.size >= MIN_TARGETS;

  return {
    refused(targetId) {
      // Also those under way when the first was refused: they say nothing new.
      if (isOn()) return;
      refused.add(targetId);
      intervalMs = FIRST_INTERVAL_MS;
      nextAt = now() + intervalMs;
    },
    accepted: () => refused.clear(),
    remainingMs: () => (isOn() ? Math.max(0, nextAt - now()) : 0),
    noteRequest() {
      if (!isOn()) return;
      intervalMs = Math.min(MAX_INTERVAL_MS, intervalMs * 2);
      nextAt = now() + intervalMs;
    },
  };
}
