import type { Writer } from '../writer.ts';

/** `/help`. */
export const helpMessages = ({ text }: Writer) => ({
  description: text`Show what the bot can do`,
  title: text`What I can do`,
  introduction: (marketplace: string) =>
    text`Look up ${marketplace} and get alerts. Pick a suggestion while you type, or paste an address, a link or \`#1234\`.`,
  menu: text`More about a command`,
  /** @param names of options, the required ones in bold */
  options: (names: string) => text`options: ${names}`,
  /** @param command with its options, as a user types it */
  forExample: (command: string) => text`for example ${command}`,
  forManagers: text`Members with “Manage Server” can also set up alerts in channels.`,
  /** Shown outside of servers. */
  inServers: text`In servers with the bot, members with “Manage Server” can also set up alerts.`,
});
