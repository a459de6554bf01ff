import type { Logger } from 'pino';
import { GavelError } from '#src/chain/errors.ts';
import { type FiatRate, readDecimal } from '#src/chain/fiat.ts';
import { createJsonSource } from './http.ts';
import { valueAt } from './json-pointer.ts';

/** Where the price of a coin is read. */
export interface FiatSource {
  /** ISO 4217: `USD`. */
  readonly currency: string;
  readonly url: string;
  /** JSON pointer to the price of one coin, a number or a text with one. */
  readonly pointer: string;
}

/** The price of the chain's own coin in the operator's fiat currency. */
export interface FiatRates extends AsyncDisposable {
  /** Returns the rate; `null` while it is unknown or older than 30 minutes. */
  current(): FiatRate | null;
  /** Reads it once. Never rejects: failures are logged. */
  refresh(): Promise<void>;
}

/** Older rates are not shown. */
const MAX_AGE_MS = 30 * 60_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1_024;

/** Without a source. */
const NO_RATES: FiatRates = {
  current: () => null,
  refresh: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
};

/**
 * Reads the rate in an answer, with every digit; `null` if there is none.
 * @param document parsed by `parseJson`, which keeps the text of numbers that a float would change
 */
export function rateIn(
  document: unknown,
  { currency, pointer }: Pick<FiatSource, 'currency' | 'pointer'>,
): FiatRate | null {
  const value = valueAt(document, pointer);
  const rate = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return readDecimal(rate) === null ? null : { currency, rate };
}

/**
 * Creates the reader of the rate, within the limits of the marketplace's client: one deadline, a size limit,
 * redirects within the origin only.
 * @param deps.source `null` for no rates
 */
export function createFiatRates(deps: {
  readonly source: FiatSource | null;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly log: Logger;
}): FiatRates {
  const { source, now, monotonic, log } = deps;
  if (source === null) return NO_RATES;
  const { origin, pathname, searchParams } = new URL(source.url);
  const client = createJsonSource({
    baseUrl: origin,
    ...{ log, now, monotonic },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const stopping = new AbortController();
  let last: { readonly rate: FiatRate; readonly readAt: number } | null = null;
  let failures = 0;

  async function read({ currency, pointer }: FiatSource): Promise<FiatRate> {
    const document = await client.get({
      path: pathname,
      query: searchParams,
      what: 'fiat rate',
      signal: stopping.signal,
      ...{ endpoint: 'fiat', group: 'general', urgent: true },
    });
    const rate = rateIn(document, { currency, pointer });
    if (rate === null) throw new GavelError('MARKETPLACE_BAD_RESPONSE', 'FIAT_RATE_PATH names no number.');
    return rate;
  }

  return {
    current: () => (last !== null && monotonic() - last.readAt < MAX_AGE_MS ? last.rate : null),
    async refresh() {
      try {
        last = { rate: await read(source), readAt: monotonic() };
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        // The URL may have a key in it, so only the kind of failure is logged.
        const reason = error instanceof GavelError ? error.code : 'UNKNOWN';
        log[failures === 1 ? 'warn' : 'debug']({ reason, failures }, 'fiat rate not read; retrying');
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await client[Symbol.asyncDispose]();
    },
  };
}
