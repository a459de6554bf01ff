/** The parts of the custom id of an action. */
export interface ActionId {
  /** `a-z` and `-`, at most 24 characters. */
  readonly name: string;
  /** Discord user id of the requester. */
  readonly requester: string;
  /** At most 50 characters, without dots. */
  readonly argument: string;
}

const ACTION_ID = /^do\.(?<name>[a-z-]{1,24})\.(?<asker>\d{15,20})\.(?<argument>[^.\n]{0,50})$/;

/** Parses a custom id; `null` if it is not that of an action. */
export function readActionId(customId: string): ActionId | null {
  const [, name, requester, argument] = ACTION_ID.exec(customId) ?? [];
  if (name === undefined || requester === undefined || argument === undefined) return null;
  return { name, requester, argument };
}

/**
 * Writes a custom id of at most 100 characters, Discord's limit.
 * @throws Error for parts that `readActionId` would not accept
 */
export function writeActionId({ name, requester, argument }: ActionId): string {
  const customId = `do.${name}.${requester}.${argument}`;
  if (!ACTION_ID.test(customId)) throw new Error(`${customId} is not the id of an action.`);
  return customId;
}
