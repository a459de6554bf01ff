import type { LocalDiscord } from '../discord/local-discord.ts';
import { findFreePort } from '../loopback/free-port.ts';
import { DemoError } from './demo-error.ts';
import type { Scenario } from './scenario.ts';

/** The demo's bot as an endpoint of interactions over HTTP. */
export interface DemoEndpoint {
  /** What the bot needs to be one. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Saves its URL as in the portal, once the bot runs. Resolves to a line for the log.
   * @throws DemoError when the local Discord refuses it
   */
  save(): Promise<string>;
}

/** Prepares it; the bot listens on a port that is free now. */
export async function createDemoEndpoint(
  { interactionsEndpoints }: LocalDiscord,
  { applicationId }: Scenario,
): Promise<DemoEndpoint> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/interactions`;
  return {
    environment: {
      INTERACTIONS: 'http',
      DISCORD_PUBLIC_KEY: interactionsEndpoints.publicKey(applicationId),
      HTTP_PORT: String(port),
    },
    async save() {
      const refusal = await interactionsEndpoints.save(applicationId, url);
      if (refusal !== null) throw new DemoError(`${url}: ${refusal}`, 1);
      return `Discord sends commands to ${url} from now on`;
    },
  };
}
