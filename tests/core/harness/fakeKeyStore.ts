import type { KeyChild } from '../../../core/host.ts'
import type { KeyQuestion, KeyReply } from '../../../core/keys/message.ts'

/** A key store whose answers the test can delay, refuse or leave out. Set `env` to `{}` and `platform` to `darwin`. */
export interface FakeKeyStore {
  /** The saved keys by account. */
  entries: Map<string, string>
  /** Error messages by operation. */
  refused: Partial<Record<KeyQuestion['ask'], string>>
  /** The operations that are never answered. */
  hanging: Set<KeyQuestion['ask']>
  /** If set, resolves when a key is being saved, with a function that lets the key store answer. */
  heldSave: PromiseWithResolvers<() => void> | null
  start: () => KeyChild
}

export function createFakeKeyStore(): FakeKeyStore {
  const store: FakeKeyStore = {
    entries: new Map(),
    refused: {},
    hanging: new Set(),
    heldSave: null,
    start: () => startChild(store),
  }
  return store
}

function startChild(store: FakeKeyStore): KeyChild {
  const { entries } = store
  let listener: (message: unknown) => void = () => undefined
  const reply = (message: KeyReply) => setImmediate(() => listener(message))
  const answer = (question: KeyQuestion) => {
    const { id, ask } = question
    const refusal = store.refused[ask]
    if (refusal !== undefined) {
      reply({ id, ok: false, message: refusal })
      return
    }
    if (question.ask === 'set') entries.set(question.account, question.secret)
    if (question.ask === 'remove') entries.delete(question.account)
    const value = question.ask === 'get' ? (entries.get(question.account) ?? null) : null
    if (!store.hanging.has(ask)) reply({ id, ok: true, value })
  }
  return {
    send: (message) => {
      const question = message as KeyQuestion
      if (question.ask === 'set' && store.heldSave) store.heldSave.resolve(() => answer(question))
      else answer(question)
    },
    onMessage: (newListener) => void (listener = newListener),
    onExit: () => undefined,
    kill: () => undefined,
  }
}
