import type { APIAttachment } from 'discord-api-types/v10';
import type { UploadedFile } from '../rest/route.ts';
import type { World } from '../state/world.ts';
import { field, isRecord, textField } from './fields.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);
const UNKNOWN_TYPE = 'application/octet-stream';

/** Discord uses the file name's extension where the sender gives no content type. */
function typeOf({ name, contentType }: UploadedFile): string {
  if (contentType !== '' && contentType !== UNKNOWN_TYPE) {
    return contentType;
  }
  return TYPES.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? UNKNOWN_TYPE;
}

/** Stores a file and serves it from the stand-in's own address. */
export function storeAttachment(
  world: World,
  channelId: string,
  file: UploadedFile,
  description?: unknown,
): APIAttachment {
  const contentType = typeOf(file);
  const id = world.nextId();
  const path = `/attachments/${channelId}/${id}/${encodeURIComponent(file.name)}`;
  world.attachments.set(path, { contentType, bytes: file.bytes });
  const url = world.baseUrl + path;
  return {
    id,
    filename: file.name,
    size: file.bytes.byteLength,
    url,
    proxy_url: url,
    content_type: contentType,
    ...(typeof description === 'string' ? { description } : {}),
  };
}

/**
 * The attachments of a message: uploaded files in their order, before them those of `existing` whose ids the
 * `attachments` field keeps (Discord docs: Uploading Files). Files are served from the stand-in's own address.
 */
export function storedAttachments(
  world: World,
  channelId: string,
  listed: unknown,
  files: readonly UploadedFile[],
  existing: readonly APIAttachment[] = [],
): APIAttachment[] {
  const entries = Array.isArray(listed) ? listed.filter(isRecord) : [];
  const kept = existing.filter((attachment) =>
    entries.some((entry) => String(entry['id']) === attachment.id),
  );
  const added = files.map((file, index) => {
    const key = /\[(\d+)\]$/.exec(file.key)?.[1] ?? String(index);
    const entry = entries.find((candidate) => String(candidate['id']) === key);
    const name = textField(entry, 'filename') ?? file.name;
    return storeAttachment(world, channelId, { ...file, name }, field(entry, 'description'));
  });
  return [...kept, ...added];
}
