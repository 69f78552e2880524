/** Requests to the key store's child process, one at a time. */
export type KeyQuestion =
  | { id: number; ask: 'load' }
  | { id: number; ask: 'get' | 'remove'; account: string }
  | { id: number; ask: 'set'; account: string; secret: string }

/** The child's replies. `value` is the secret for `get`, otherwise `null`. */
export type KeyReply =
  | { id: number; ok: true; value: string | null }
  | { id: number; ok: false; message: string }

/** Service name of the entries in the system's key store. */
export const keyService = 'Linkwright'
