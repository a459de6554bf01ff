/** An error answer, thrown by route handlers. `body` is Discord's JSON. */
export class RestError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown> & { message: string; code: number }) {
    super(body.message);
    this.name = 'RestError';
    this.status = status;
    this.body = body;
  }
}

const refusal = (status: number, code: number, message: string) => (): RestError =>
  new RestError(status, { message, code });

/** Discord docs: Opcodes and Status Codes, JSON Error Codes. */
export const notFound = refusal(404, 0, '404: Not Found');
export const methodNotAllowed = refusal(405, 0, '405: Method Not Allowed');
export const unauthorized = refusal(401, 0, '401: Unauthorized');
export const invalidApiVersion = refusal(400, 50041, 'Invalid API version specified');
export const invalidJson = refusal(400, 50109, 'The request body contains invalid JSON.');
export const tooLarge = refusal(413, 40005, 'Request entity too large');
export const unknownChannel = refusal(404, 10003, 'Unknown Channel');
export const unknownGuild = refusal(404, 10004, 'Unknown Guild');
export const unknownMember = refusal(404, 10007, 'Unknown Member');
export const unknownMessage = refusal(404, 10008, 'Unknown Message');
export const unknownOverwrite = refusal(404, 10009, 'Unknown Permission Overwrite');
export const unknownRole = refusal(404, 10011, 'Unknown Role');
export const unknownUser = refusal(404, 10013, 'Unknown User');
export const unknownWebhook = refusal(404, 10015, 'Unknown Webhook');
export const unknownInteraction = refusal(404, 10062, 'Unknown interaction');
export const unknownCommand = refusal(404, 10063, 'Unknown application command');
export const alreadyCrossposted = refusal(400, 40033, 'This message has already been crossposted.');
export const alreadyAcknowledged = refusal(400, 40060, 'Interaction has already been acknowledged.');
export const tooManyCommands = refusal(400, 30032, 'Maximum number of application commands reached (100).');
export const tooManyFollowUps = refusal(
  400,
  40094,
  'This interaction has reached the maximum number of follow up messages.',
);
export const missingAccess = refusal(403, 50001, 'Missing Access');
export const notYourMessage = refusal(403, 50005, 'Cannot edit a message authored by another user');
export const emptyMessage = refusal(400, 50006, 'Cannot send an empty message');
export const cannotMessageUser = refusal(403, 50007, 'Cannot send messages to this user');
export const noCommonServer = refusal(
  403,
  50278,
  'Cannot send messages to this user due to having no mutual guilds',
);
export const notInThisChannel = refusal(400, 50008, 'Cannot send messages in a non-text channel');
export const missingPermissions = refusal(403, 50013, 'Missing Permissions');
export const threadArchived = refusal(400, 50083, 'Thread is archived');
export const invalidMessageType = refusal(400, 50068, 'Invalid message type');
export const threadAlreadyExists = refusal(400, 160004, 'A thread has already been created for this message');
export const threadLocked = refusal(403, 160005, 'This thread is locked');
export const invalidWebhookToken = refusal(401, 50027, 'Invalid Webhook Token');
export const internalServerError = refusal(500, 0, '500: Internal Server Error');
export const cannotActOnChannelType = refusal(400, 50024, 'Cannot execute action on this channel type');

/** 50035 with the tree of errors (Discord docs: Reference, Error Messages). */
export function invalidFormBody(errors: object): RestError {
  return new RestError(400, { message: 'Invalid Form Body', code: 50035, errors });
}

/** 50035 for one field. */
export function invalidField(name: string, code: string, message: string): RestError {
  return invalidFormBody({ [name]: { _errors: [{ code, message }] } });
}
