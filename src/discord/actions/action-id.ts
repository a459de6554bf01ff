/** What the custom id of a button, menu or form holds where it does something. */
export interface ActionId {
  /** `a-z` and `-`, at most 24 characters. */
  readonly name: string;
  /** Discord user id of the one for whom it was made. */
  readonly asker: string;
  /** At most 50 characters, none of them a dot. */
  readonly argument: string;
}

const ACTION_ID = /^do\.(?<name>[a-z-]{1,24})\.(?<asker>\d{15,20})\.(?<argument>[^.\n]{0,50})$/;

/** `null` for what is not the id of an action. */
export function readActionId(customId: string): ActionId | null {
  const [, name, asker, argument] = ACTION_ID.exec(customId) ?? [];
  if (name === undefined || asker === undefined || argument === undefined) return null;
  return { name, asker, argument };
}

/**
 * At most 100 characters, as Discord wants it.
 * @throws Error for what `readActionId` would not read
 */
export function writeActionId({ name, asker, argument }: ActionId): string {
  const customId = `do.${name}.${asker}.${argument}`;
  if (!ACTION_ID.test(customId)) throw new Error(`${customId} is not the id of an action.`);
  return customId;
}
