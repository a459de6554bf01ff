/** An HTTP request of the bot, as far as a simulated server reads it. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string | null;
}

/** What a simulated server answers. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
}

/** What becomes of a request. */
export type HttpOutcome =
  | { readonly type: 'answer'; readonly afterMs: number; readonly answer: () => HttpAnswer }
  /** The connection fails with this code, before or after the server took the request. */
  | { readonly type: 'fails'; readonly afterMs: number; readonly code: string }
  | { readonly type: 'hangs' };

/** A simulated server: it decides at once, and answers later. */
export type HttpServer = (request: HttpRequest) => HttpOutcome;

/** The body as text, and the headers with the content's type. */
export function encode({ status, headers = {}, body }: HttpAnswer): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
} {
  if (body === undefined) return { status, headers, text: '' };
  if (typeof body === 'string') return { status, headers, text: body };
  return { status, headers: { 'content-type': 'application/json', ...headers }, text: JSON.stringify(body) };
}

/** The error of a connection that fails, as undici reports it. */
export const connectionError = (code: string): Error => Object.assign(new Error(code), { code });
