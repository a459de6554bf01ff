import { Client, Events, GatewayIntentBits } from 'discord.js';

/* discord.js with default options and the bot's intents, and nothing else in the process. */

const apiUrl = process.env['DISCORD_API_URL'];
const token = process.env['DISCORD_TOKEN'];
if (apiUrl === undefined || token === undefined)
  throw new Error('DISCORD_API_URL and DISCORD_TOKEN are missing.');
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: apiUrl } });
client.once(Events.ClientReady, ({ guilds }) => {
  process.stdout.write(`${JSON.stringify({ msg: 'ready', servers: guilds.cache.size })}\n`);
});
await client.login(token);
