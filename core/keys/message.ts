/** What the app asks of the key store's child, one question at a time. */
export type KeyQuestion =
  | { id: number; ask: 'load' }
  | { id: number; ask: 'get' | 'remove'; account: string }
  | { id: number; ask: 'set'; account: string; secret: string }

/** What the child answers. `value` is the secret of a `get`, `null` otherwise. */
export type KeyReply =
  { id: number; ok: true; value: string | null } | { id: number; ok: false; message: string }

/** The name under which a person finds the entries in the system's own key store. */
export const keyService = 'Linkwright'
