import type { KeyChild } from '../host.ts'
import { createSequence } from '../folder/ownFile.ts'
import type { KeyQuestion, KeyReply } from './message.ts'
import type { KeyStoreResult, KeyStoreError } from './store.ts'

/** Timeouts in milliseconds. `prompt` allows the user to find and type a password; `load` needs no user. */
export interface KeychainLimits {
  prompt: number
  load: number
}

export const keychainLimits: KeychainLimits = { prompt: 120_000, load: 15_000 }

type Question = KeyQuestion extends infer Q ? (Q extends KeyQuestion ? Omit<Q, 'id'> : never) : never
type Outcome = KeyStoreResult<string | null>

export type Keychain = ReturnType<typeof createKeychain>

/**
 * The system's key store, accessed through a child process. The child is killed when it hangs and restarted
 * when needed.
 */
export function createKeychain(start: () => KeyChild, limits: KeychainLimits = keychainLimits) {
  const channel = createChildChannel(start)
  // Parallel calls would each block a thread of the child and show a prompt of their own.
  const runSequentially = createSequence()
  const ask = async (question: Question, limit = limits.prompt): Promise<Outcome> => {
    const outcome = await channel.ask(question, limit)
    // A child caches the keyring's location. After the keyring restarts, only a new child finds it.
    if (outcome.ok || (outcome.reason !== 'no_provider' && outcome.reason !== 'no_bus')) return outcome
    channel.drop(outcome)
    return await channel.ask(question, limit)
  }

  const setAndReadBack = async (account: string, secret: string): Promise<KeyStoreResult<null>> => {
    const set = await ask({ ask: 'set', account, secret })
    const readBack = set.ok ? await ask({ ask: 'get', account }) : set
    if (!readBack.ok || readBack.value === secret) return withoutValue(readBack)
    return { ok: false, reason: 'locked', detail: 'The key was saved but couldn’t be read back.' }
  }
  return {
    /** Whether the native library loads. Touches no entry and raises no prompt. */
    load: async () => withoutValue(await runSequentially(() => ask({ ask: 'load' }, limits.load))),
    get: (account: string) => runSequentially(() => ask({ ask: 'get', account })),
    set: (account: string, secret: string) => runSequentially(() => setAndReadBack(account, secret)),
    remove: async (account: string) =>
      withoutValue(await runSequentially(() => ask({ ask: 'remove', account }))),
    /** Cancels the call that is waiting for the system, for example for an unanswered prompt. */
    cancel: () =>
      channel.drop({ ok: false, reason: 'denied', detail: 'The wait was cancelled in the window.' }),
    close: () => channel.drop({ ok: false, reason: 'failed', detail: 'The app is closing.' }),
  }
}

function withoutValue(outcome: Outcome): KeyStoreResult<null> {
  return outcome.ok ? { ok: true, value: null } : outcome
}

/** A channel to one child at a time, with at most one open request. */
function createChildChannel(start: () => KeyChild) {
  let child: KeyChild | null = null
  let openRequest: { id: number; settle: (outcome: Outcome) => void } | null = null
  let lastId = 0

  const settle = (outcome: Outcome) => {
    openRequest?.settle(outcome)
    openRequest = null
  }
  const drop = (outcome: Outcome) => {
    child?.kill()
    child = null
    settle(outcome)
  }
  const startChild = (): KeyChild => {
    const newChild = start()
    child = newChild
    newChild.onMessage((message) => {
      const reply = message as KeyReply
      if (reply.id === openRequest?.id) settle(toOutcome(reply))
    })
    newChild.onExit((cause) => {
      if (child !== newChild) return
      child = null
      settle({ ok: false, reason: 'failed', detail: `The key store's process exited: ${cause}.` })
    })
    return newChild
  }
  return {
    /** Kills the child and resolves the open request with `outcome`. */
    drop,
    ask: async (question: Question, limit: number): Promise<Outcome> => {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      openRequest = { id, settle: resolve }
      const detail = `No answer within ${Math.round(limit / 1_000)} seconds.`
      const timer = setTimeout(() => drop({ ok: false, reason: 'timed_out', detail }), limit)
      try {
        const current = child ?? startChild()
        current.send({ id, ...question })
      } catch (error) {
        const cause = `The key store's process didn't start: ${String(error)}.`
        drop({ ok: false, reason: 'failed', detail: cause })
      }
      return await promise.finally(() => clearTimeout(timer))
    },
  }
}

function toOutcome(reply: KeyReply): Outcome {
  if (reply.ok) return { ok: true, value: reply.value }
  return { ok: false, reason: findReason(reply.message), detail: reply.message }
}

/** Maps error messages of the three systems' key stores to a reason. The first match wins. */
const reasonPatterns: readonly (readonly [RegExp, KeyStoreError])[] = [
  [/failed to load keytar|cannot open shared object|dlopen|ERR_MODULE_NOT_FOUND/i, 'no_library'],
  [
    /autolaunch|could not connect|cannot spawn a message bus|\/bus'?: no such file|connection is closed/i,
    'no_bus',
  ],
  [/not provided by any \.service files|ServiceUnknown|NameHasNoOwner/i, 'no_provider'],
  [/object does not exist at path|no such (object|collection)/i, 'no_collection'],
  [/locked collection|interaction is not allowed|keychain.*locked|is locked/i, 'locked'],
  [/cancel+ed|denied|dismissed|not permitted|passphrase you entered is not correct/i, 'denied'],
]

/** Returns the reason for a key store's error message. */
export function findReason(message: string): KeyStoreError {
  return reasonPatterns.find(([phrase]) => phrase.test(message))?.[1] ?? 'failed'
}
