/**
 * Slows down all requests while Discord refuses without a cause and accepts nothing. 10,000 responses of 401, 403 or
 * 429 within ten minutes lead to a ban of the IP address (Discord docs: Rate Limits, Invalid Request Limit).
 */
export interface RefusalBrake {
  /** Records that Discord refused a request for this target without naming a cause. */
  refused(targetId: string): void;
  /** Records that Discord accepted a request. */
  accepted(): void;
  /** Returns the time until the next request may start, ms; 0 if there is no limit. */
  remainingMs(): number;
  /** Records the start of a request. */
  noteRequest(): void;
}

/** Refusals of a single target are handled by its queue's own backoff. */
const MIN_TARGETS = 2;
/**
 * Time between two requests. It doubles up to the longest, at which ten minutes of refusals cost about sixteen
 * requests.
 */
const FIRST_INTERVAL_MS = 1_000;
const MAX_INTERVAL_MS = 60_000;

/** @param now ms by the monotonic clock */
export function createRefusalBrake(now: () => number): RefusalBrake {
  /** Targets that were refused since Discord last accepted anything. */
  const refused = new Set<string>();
  let intervalMs = FIRST_INTERVAL_MS;
  let nextAt = 0;
  const isOn = () => refused.size >= MIN_TARGETS;

  return {
    refused(targetId) {
      // Ignore refusals of requests that were already running at the first refusal.
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
