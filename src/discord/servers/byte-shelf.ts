/**
 * Pieces of bytes by key, laid side by side in large blocks. A piece with an allocation of its own, made between the large
 * and short-lived buffers that messages arrive in, keeps the memory around it from being given back: with ten thousand
 * pieces of 4 KiB that is more than the pieces themselves.
 */
export interface ByteShelf {
  /** Keeps a copy. */
  put(key: string, bytes: Uint8Array): void;
  /** What was put last, valid until the next `put`; `null` where nothing is. */
  get(key: string): Uint8Array | null;
  delete(key: string): void;
  /** Bytes of all blocks. */
  readonly size: number;
}

const BLOCK_BYTES = 2 ** 20;
/** A block of which less is in use is cleared: its pieces move on. */
const LEAST_USED = 0.5;

interface Block {
  readonly bytes: Uint8Array;
  readonly keys: Set<string>;
  /** Where the next piece goes. */
  end: number;
  used: number;
}

interface Piece {
  readonly block: Block;
  readonly start: number;
  readonly length: number;
}

/** An empty shelf. @param blockBytes how large a block is; a larger piece gets one of its own */
export function createByteShelf(blockBytes = BLOCK_BYTES): ByteShelf {
  const pieces = new Map<string, Piece>();
  const blocks = new Set<Block>();
  let open: Block | null = null;

  function blockFor(length: number): Block {
    if (open !== null && open.end + length <= open.bytes.length) return open;
    open = { bytes: new Uint8Array(Math.max(blockBytes, length)), keys: new Set(), end: 0, used: 0 };
    blocks.add(open);
    return open;
  }

  function place(key: string, bytes: Uint8Array): void {
    const { length } = bytes;
    const block = blockFor(length);
    block.bytes.set(bytes, block.end);
    pieces.set(key, { block, start: block.end, length });
    block.keys.add(key);
    block.end += length;
    block.used += length;
  }

  const bytesOf = ({ block, start, length }: Piece) => block.bytes.subarray(start, start + length);

  function take(key: string, { block, length }: Piece): void {
    pieces.delete(key);
    block.keys.delete(key);
    block.used -= length;
  }

  function clearIfSparse(block: Block): void {
    if (block === open || block.used >= block.end * LEAST_USED) return;
    for (const key of [...block.keys]) {
      const piece = pieces.get(key);
      if (piece === undefined) continue;
      take(key, piece);
      place(key, bytesOf(piece));
    }
    blocks.delete(block);
  }

  function remove(key: string): void {
    const piece = pieces.get(key);
    if (piece === undefined) return;
    take(key, piece);
    clearIfSparse(piece.block);
  }

  return {
    put(key, bytes) {
      remove(key);
      place(key, bytes);
    },
    get(key) {
      const piece = pieces.get(key);
      return piece === undefined ? null : bytesOf(piece);
    },
    delete: remove,
    get size() {
      return [...blocks].reduce((sum, { bytes }) => sum + bytes.length, 0);
    },
  };
}
