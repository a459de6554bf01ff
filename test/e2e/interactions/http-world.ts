import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { type HealthPages, healthPages } from '../operating/metrics-page.ts';

/** The application's public key, as the Developer Portal shows it. */
export const publicKeyOf = ({ discord, applicationId }: BotWorld): string =>
  discord.interactionsEndpoints.publicKey(applicationId);

/** A world whose bot expects interactions over HTTP. */
export interface HttpWorld extends AsyncDisposable {
  readonly world: BotWorld;
  readonly pages: HealthPages;
  /** Environment variables of the bot. */
  readonly environment: Readonly<Record<string, string>>;
  /** What is to be saved in the portal. */
  readonly url: string;
  /** Saves the URL in the portal; resolves to `null`, or to why Discord does not save it. */
  save(url?: string | null): Promise<string | null>;
}

export async function startHttpWorld(options?: Parameters<typeof startBotWorld>[0]): Promise<HttpWorld> {
  const world = await startBotWorld(options);
  const pages = await healthPages();
  const environment = {
    ...pages.environment,
    INTERACTIONS: 'http',
    DISCORD_PUBLIC_KEY: publicKeyOf(world),
  };
  const url = `http://127.0.0.1:${pages.environment['HTTP_PORT']}/interactions`;
  return {
    world,
    pages,
    environment,
    url,
    save: (saved = url) => world.discord.interactionsEndpoints.save(world.applicationId, saved),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** Starts the bot, and saves its URL in the portal. */
export async function startOverHttp({ world, environment, save }: HttpWorld): Promise<Bot> {
  const bot = await world.start(environment);
  const refusal = await save();
  if (refusal !== null) throw new Error(refusal);
  return bot;
}
