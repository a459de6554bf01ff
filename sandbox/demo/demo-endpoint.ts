import type { LocalDiscord } from '../discord/local-discord.ts';
import { findFreePort } from '../loopback/free-port.ts';
import { DemoError } from './demo-error.ts';
import type { Scenario } from './scenario.ts';

/** The demo's bot as an endpoint of interactions and webhook events over HTTP. */
export interface DemoEndpoint {
  /** What the bot needs to be one. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Saves its URLs as in the portal, once the bot runs. Resolves to a line for the log.
   * @throws DemoError when the local Discord refuses it
   */
  save(): Promise<string>;
}

/** Prepares it; the bot listens on a port that is free now. */
export async function createDemoEndpoint(
  { interactionsEndpoints, webhookEvents }: Pick<LocalDiscord, 'interactionsEndpoints' | 'webhookEvents'>,
  { applicationId }: Pick<Scenario, 'applicationId'>,
): Promise<DemoEndpoint> {
  const port = await findFreePort();
  const urlOf = (path: string): string => `http://127.0.0.1:${port}/${path}`;
  const [interactions, events] = [urlOf('interactions'), urlOf('webhook-events')];

  async function saveOne(url: string, saved: Promise<string | null>): Promise<void> {
    const refusal = await saved;
    if (refusal !== null) throw new DemoError(`${url}: ${refusal}`, 1);
  }

  return {
    environment: {
      INTERACTIONS: 'http',
      DISCORD_PUBLIC_KEY: interactionsEndpoints.publicKey(applicationId),
      HTTP_PORT: String(port),
    },
    async save() {
      await saveOne(interactions, interactionsEndpoints.save(applicationId, interactions));
      await saveOne(events, webhookEvents.save(applicationId, events));
      return `Discord sends commands to ${interactions} from now on, and who takes the app away to ${events}`;
    },
  };
}
