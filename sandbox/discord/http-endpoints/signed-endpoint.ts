import type { ApplicationRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { type EndpointAnswer, FORGERIES, postToEndpoint, type Signing } from './request.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const NOT_LOCAL = 'The local Discord sends to this machine only: http://127.0.0.1:PORT/…';
const UNAUTHORIZED = 401;

/** One kind of URL that the portal verifies before it saves it. */
export interface VerifiedUrl {
  /** What is sent to see whether somebody answers. */
  readonly ping: (application: ApplicationRecord) => unknown;
  readonly isPong: (answer: EndpointAnswer) => boolean;
  /** The portal's sentence when it is not verified. */
  readonly refusal: string;
}

/** Posts to URLs of applications, signed by their keys, until it is closed. */
export interface SignedEndpoint {
  post(application: ApplicationRecord, url: string, payload: unknown): Promise<EndpointAnswer | null>;
  /** Resolves to `null` when the URL may be saved, else to the portal's sentence. */
  verify(application: ApplicationRecord, url: string): Promise<string | null>;
  /** Whether forged requests are answered with 401 (Discord docs: Validating Security Request Headers). */
  refusesForgeries(application: ApplicationRecord, url: string): Promise<boolean>;
  close(): void;
}

/** The application of an id. Throws an Error for one that does not exist. */
export function applicationOf(world: World, id: string): ApplicationRecord {
  const application = world.applications.get(id);
  if (application === undefined) throw new Error(`There is no application ${id} in this local Discord.`);
  return application;
}

/** Creates the sender for one kind of URL. */
export function createSignedEndpoint(world: World, { ping, isPong, refusal }: VerifiedUrl): SignedEndpoint {
  const closing = new AbortController();

  function post({ signingKey: key }: ApplicationRecord, url: string, payload: unknown, signing: Signing) {
    return postToEndpoint(url, payload, { key, signing, nowMs: world.clock.now(), signal: closing.signal });
  }

  async function refusesForgeries(application: ApplicationRecord, url: string): Promise<boolean> {
    for (const forgery of FORGERIES) {
      const answer = await post(application, url, ping(application), forgery);
      if (answer?.status !== UNAUTHORIZED) return false;
    }
    return true;
  }

  return {
    post: (application, url, payload) => post(application, url, payload, 'valid'),
    async verify(application, url) {
      if (!LOOPBACK.has(URL.parse(url)?.hostname ?? '')) return NOT_LOCAL;
      const answer = await post(application, url, ping(application), 'valid');
      const isRight = answer !== null && isPong(answer) && (await refusesForgeries(application, url));
      return isRight ? null : refusal;
    },
    refusesForgeries,
    close: () => closing.abort(),
  };
}
