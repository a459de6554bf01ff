import type { Writer } from '../writer.ts';

/** The message in a server that just invited the bot. */
export const greetingMessages = ({ text }: Writer) => ({
  introduction: (marketplace: string) => text`👋 I post sales and auctions from ${marketplace}.`,
  /** @param permissions quoted */
  permissionsMissing: (permissions: string) => text`⚠️ To post alerts here, I need ${permissions}.`,
  postSales: text`Post sales here`,
  chooseCollections: text`Choose collections`,
  help: text`Help`,
});
