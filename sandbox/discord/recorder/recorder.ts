import { createListeners } from '../state/listeners.ts';

/** One REST request that was sent to the local Discord. */
export interface RecordedRequest {
  readonly method: string;
  /** As it was sent, `/api/v10/…` with its query. */
  readonly path: string;
  /** The route's template, or null when there is no such route. */
  readonly route: string | null;
  /** Lower-case names, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; of a multipart request its `payload_json`. */
  readonly body: unknown;
  /** Names of the uploaded files. */
  readonly fileNames: readonly string[];
  /** The stand-in's answer, sent or not; null when a fault prevented the processing. */
  readonly status: number | null;
  readonly responseBody: unknown;
  /** Whether the answer was sent; false for hung, reset and closed connections. */
  readonly delivered: boolean;
  /** Unix ms by the stand-in's clock. */
  readonly startedAt: number;
  readonly ms: number;
}

/** Counts since the start, by Discord's rules. */
export interface RequestCounts {
  requests: number;
  byStatus: Record<number, number>;
  tooMany: { user: number; global: number; shared: number };
  /** 401, 403 and 429 answers, except shared 429s: 10,000 in ten minutes lead to a ban. */
  invalid: number;
}

/** Notifies listeners of every request and counts. */
export function createRecorder() {
  const listeners = createListeners<RecordedRequest>();
  const counts: RequestCounts = {
    requests: 0,
    byStatus: {},
    tooMany: { user: 0, global: 0, shared: 0 },
    invalid: 0,
  };
  return {
    listeners,
    counts: (): RequestCounts => structuredClone(counts),
    record(request: RecordedRequest, scope: string | undefined): void {
      counts.requests += 1;
      const { status } = request;
      if (status !== null) {
        counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1;
      }
      if (status === 429 && (scope === 'global' || scope === 'shared' || scope === 'user')) {
        counts.tooMany[scope] += 1;
      }
      if (status === 401 || status === 403 || (status === 429 && scope !== 'shared')) {
        counts.invalid += 1;
      }
      listeners.emit(request);
    },
  };
}
