import type { ApplicationRecord } from '../state/records.ts';
import { unauthorized } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A file of a multipart request. `key` is the part's name, such as `files[0]`. */
export interface UploadedFile {
  readonly key: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A request as routes, faults and the recorder see it. */
export interface RestRequest {
  readonly method: string;
  /** Without `/api/v10`, with ids, percent-decoded: `/channels/123/messages`. */
  readonly path: string;
  /** The route's template, `/channels/:channelId/messages`, or null when no route has this path. */
  readonly route: string | null;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Lower-case names, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization: string | null;
  /** How long its connection was idle before, by the stand-in's clock, ms; 0 for a new one. */
  readonly idleMs: number;
  /** Parsed JSON, or a multipart request's `payload_json`; undefined when there is none. */
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

/** An answer before it is written as HTTP. A string body is sent as it is, `undefined` sends no body. */
export interface RestAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
}

/** One method of one path. `handle` gets the calling bot for routes that need a bot token, else null. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly needsBot: boolean;
  readonly handle: (request: RestRequest, caller: ApplicationRecord | null) => RestAnswer;
}

/** A route that needs a valid bot token. */
export function botRoute(
  method: Method,
  path: string,
  handle: (request: RestRequest, caller: ApplicationRecord) => RestAnswer,
): Route {
  return {
    method,
    path,
    needsBot: true,
    handle(request, caller) {
      if (caller === null) {
        throw unauthorized();
      }
      return handle(request, caller);
    },
  };
}

/** A route without a bot token: its path contains a secret, or it is public. */
export function publicRoute(
  method: Method,
  path: string,
  handle: (request: RestRequest) => RestAnswer,
): Route {
  return { method, path, needsBot: false, handle };
}

/** 200 with a body. */
export function ok(body: unknown): RestAnswer {
  return { status: 200, body };
}

/** 204 without a body. */
export const NO_CONTENT: RestAnswer = { status: 204 };

/** A path parameter; the router guarantees that it exists. */
export function param(request: RestRequest, name: string): string {
  return request.params[name] ?? '';
}
