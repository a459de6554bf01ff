import type { Writer } from '../writer.ts';

/** `/help`. */
export const helpMessages = ({ text }: Writer) => ({
  description: text`Show what the bot can do`,
  title: text`What I can do`,
  introduction: (marketplace: string) => text`I follow ${marketplace}. What do you want to do?`,
  /** What people come for: the buttons, and the titles of what they show. */
  jobs: {
    post: text`Post sales and auctions here`,
    lookUp: text`Look something up`,
    watch: text`Get my own alerts`,
  },
  aboutJobs: {
    post: text`Choose a channel and a collection. I post every sale there, once and in order.`,
    lookUp: text`Pick a suggestion while you type, or paste an address, a link or \`#1234\`.`,
    watch: text`I send your alerts by DM. Only you see them.`,
  },
  allCommands: text`All commands`,
  menu: text`More about a command`,
  /** @param names of options, the required ones in bold */
  options: (names: string) => text`options: ${names}`,
  /** @param command with its options, as a user types it */
  forExample: (command: string) => text`for example ${command}`,
  forManagers: text`Members with “Manage Server” can also set up alerts in channels.`,
  /** Shown outside of servers. */
  inServers: text`In servers with the bot, members with “Manage Server” can also set up alerts.`,
});
