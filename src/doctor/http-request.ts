import { parseJson } from '#src/marketplace/json.ts';

/** Result of a request: an answer with any status, or the reason why there is none, as the end of a sentence. */
export type Reply = Answer | { readonly answered: false; readonly reason: string };

export interface Answer {
  readonly answered: true;
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, as the client parses it; `undefined` when the text is not JSON. */
  readonly body: unknown;
  /** When the request was sent and when the headers arrived, epoch ms. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** What to send. `body` is sent as JSON. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a request of any method. */
export type Send = (url: string, request: HttpRequest) => Promise<Reply>;

/** Sends a GET request. */
export type Ask = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Reply>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1_024 * 1_024;

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name does not exist (DNS)',
  EAI_AGAIN: 'host names cannot be resolved at the moment (DNS)',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host is unreachable from this machine',
  ENETUNREACH: 'this machine has no network',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired (or the clock of this machine is wrong)',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not signed by an authority that this machine trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by an authority that this machine trusts',
};

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `there was no answer within ${TIMEOUT_MS / 1_000} s`;
  let last = error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    last = cause;
    if (!('code' in cause) || typeof cause.code !== 'string') continue;
    return REASONS[cause.code] ?? cause.code;
  }
  return last instanceof Error ? last.message : String(last);
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`the answer is larger than ${MAX_BYTES} bytes`);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Creates a client. It follows redirects within one origin, as the bot does with the marketplace. With
 * a token it never follows them, because the token must not be sent elsewhere.
 * @param now epoch ms
 */
export function createSend(now: () => number): Send {
  return async (url, { method, headers = {}, body: sent }) => {
    const askedAt = now();
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'gavel',
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
        redirect: 'authorization' in headers ? 'manual' : 'follow',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // The server wrote the Date header before the body.
      const answeredAt = now();
      const { origin } = new URL(response.url === '' ? url : response.url);
      if (origin !== new URL(url).origin) {
        await response.body?.cancel();
        return { answered: false, reason: `it redirects to another host, ${origin}` };
      }
      const body = parseJsonOrUndefined(await textOf(response));
      return {
        answered: true,
        status: response.status,
        headers: response.headers,
        body,
        askedAt,
        answeredAt,
      };
    } catch (error) {
      return { answered: false, reason: reasonOf(error) };
    }
  };
}

/** Creates a client for GET requests. */
export function createAsk(now: () => number): Ask {
  const send = createSend(now);
  return (url, headers = {}) => send(url, { method: 'GET', headers });
}
