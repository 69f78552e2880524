import { realApp } from './app.ts'
import { RealWindow } from './browserWindow.ts'
import { invoke } from './ipcMain.ts'
import type { Sender } from './ipcMain.ts'
import { pick } from './menu.ts'
import { load } from './protocol.ts'
import { decisions } from './session.ts'
import { journal, loaded, preventable } from './state.ts'
import type { Journal } from './state.ts'

const window = () => {
  const [first] = RealWindow.all
  if (!first) throw new Error('There is no window')
  return first
}

/** What the test can make happen to the app, by name; arguments and answers travel between the two processes. */
const actions = {
  untilLoaded: () => loaded.promise,
  invoke: (sender: Sender, args: unknown[]) => invoke(sender, 'call', args),
  journal: () => JSON.parse(JSON.stringify(journal)) as Journal,
  load: async (url: string, method = 'GET') => {
    const answer = await load(url, { method })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  },
  attempt: (event: string) => window().realContents.attempt(event),
  open: (url: string) => window().realContents.open(url),
  pick,
  closeWindow: () => window().closeByHand(),
  emit: (event: string, ...args: unknown[]) => realApp.emit(event, preventable(), ...args),
  take: (sender: Sender) => invoke(sender, 'asked', []),
  mayCheck: (permission: string, origin: string) => decide('check', null, permission, origin, {}),
  mayRequest: (permission: string, requestingUrl: string) => {
    const answers: unknown[] = []
    decide('request', null, permission, (answer: unknown) => answers.push(answer), { requestingUrl })
    return answers
  },
  mayUseDevice: () => decide('device', { deviceType: 'hid', origin: 'app://linkwright' }),
}

function decide(kind: keyof typeof decisions, ...args: unknown[]): unknown {
  const handler = decisions[kind] as ((...args: unknown[]) => unknown) | null
  // Where an app says nothing, Electron allows.
  return handler ? handler(...args) : true
}

export type Actions = typeof actions

interface Ask {
  id: number
  action: keyof Actions
  args: unknown[]
}

/** Carries out what the test asks for, and answers. */
export function answerDriver(): void {
  process.on('message', ({ id, action, args }: Ask) => {
    const act = actions[action] as (...args: unknown[]) => unknown
    const acted = (async () => await act(...args))()
    acted.then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    )
  })
}
