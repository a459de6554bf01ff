import { open } from 'node:fs/promises';

/** Overwrites a file from this byte to its end. */
export async function damageFrom(file: string, offset: number): Promise<void> {
  await using handle = await open(file, 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - offset, 0xa5), 0, size - offset, offset);
}
