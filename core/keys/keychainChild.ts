import type keytar from 'keytar'
import { keyService, type KeyQuestion, type KeyReply } from './message.ts'

/**
 * The process that talks to the system's key store. It is separate because calls can block a thread forever
 * or crash. `findCredentials` and `findPassword` are never called: they crash if the keyring is locked.
 */

/**
 * The child's end of Electron's `utilityProcess.fork`. With `child_process.fork`, the process itself receives
 * messages.
 */
interface ParentPort {
  on: (event: 'message', listener: (message: { data: unknown }) => void) => void
  postMessage: (message: unknown) => void
}

const { parentPort } = process as { parentPort?: ParentPort }
const reply = (message: KeyReply) => (parentPort ? parentPort.postMessage(message) : process.send?.(message))

async function runOperation(question: KeyQuestion): Promise<string | null> {
  const { default: store } = (await import('keytar')) as { default: typeof keytar }
  switch (question.ask) {
    case 'load':
      return null
    case 'get':
      return await store.getPassword(keyService, question.account)
    case 'set':
      await store.setPassword(keyService, question.account, question.secret)
      return null
    case 'remove':
      await store.deletePassword(keyService, question.account)
      return null
  }
}

async function answer(question: KeyQuestion): Promise<void> {
  const { id } = question
  try {
    reply({ id, ok: true, value: await runOperation(question) })
  } catch (error) {
    reply({ id, ok: false, message: errorMessage(error) })
  }
}

/** The library hides the system's own message in the cause. */
function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${errorMessage(error.cause)})`
}

if (parentPort) parentPort.on('message', ({ data }) => void answer(data as KeyQuestion))
else {
  process.on('message', (message) => void answer(message as KeyQuestion))
  // A hanging call would block an ordinary exit.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
