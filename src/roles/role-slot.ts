/** Where the rest of the process finds what plays a role, while it is played here. */
export interface RoleSlot<T> {
  current(): T | null;
  /** Puts it there until the result is disposed of, which disposes of it. */
  put(part: T): AsyncDisposable;
}

export function createRoleSlot<T extends AsyncDisposable>(): RoleSlot<T> {
  let current: T | null = null;
  return {
    current: () => current,
    put(part) {
      current = part;
      return {
        async [Symbol.asyncDispose]() {
          if (current === part) current = null;
          await part[Symbol.asyncDispose]();
        },
      };
    },
  };
}
