import type { Writer } from '../writer.ts';

/** `/help`. */
export const helpMessages = ({ text }: Writer) => ({
  description: text`Shows what I can do and what you may use`,
  title: text`What I can do`,
  introduction: (marketplace: string) =>
    text`I know what goes on at ${marketplace}. Start typing and pick what comes up; a pasted address, page or \`#1234\` works too.`,
  menu: text`More about a command`,
  /** @param names of options, the required ones in bold */
  options: (names: string) => text`options: ${names}`,
  /** @param command with its options, as a user types it */
  forExample: (command: string) => text`for example ${command}`,
  forManagers: text`Who may manage this server can also set up what is posted into its channels.`,
  /** Shown outside of servers. */
  inServers: text`In a server that I was invited to, who may manage it can also set up what is posted into its channels.`,
});
