import { realApp } from './app.ts'
import { RealWindow } from './browserWindow.ts'
import { downloadActions } from './downloads.ts'
import { releaseThreads } from './heldThreads.ts'
import { invoke } from './ipcMain.ts'
import type { Sender } from './ipcMain.ts'
import { pick } from './menu.ts'
import { pageEvents } from './pageEvents.ts'
import { pageFailures } from './pageFailures.ts'
import { load } from './protocol.ts'
import { quitting } from './quitting.ts'
import { networkActions } from './networkAccess.ts'
import { decisions } from './session.ts'
import {
  appEnding,
  journal,
  pageLoaded,
  windowOpened,
  createPreventableEvent,
  progressShown,
  loadReleased,
  windowShown,
} from './state.ts'
import type { Journal } from './state.ts'
import { systemActions } from './systemAccess.ts'
import { settleCommand } from './windowCommands.ts'
import type { Settled } from './windowCommands.ts'

const window = () => {
  const [first] = RealWindow.all
  if (!first) throw new Error('There is no window')
  return first
}

/** What the test can do to the app, by name. Arguments and results are passed between the two processes. */
const actions = {
  untilLoaded: () => pageLoaded.promise,
  untilReady: () => realApp.whenReady(),
  untilOpened: () => windowOpened.promise,
  untilProgress: () => progressShown.promise,
  untilShown: () => windowShown.promise,
  /** Resolves when all windows are closed and the app ends. */
  untilEnding: () => appEnding.promise,
  invoke: (sender: Sender, args: unknown[]) => invoke(sender, 'call', args),
  journal: () => JSON.parse(JSON.stringify(journal)) as Journal,
  load: async (url: string, method = 'GET') => {
    const response = await load(url, { method })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    }
  },
  attempt: (event: string, url?: string, isMainFrame?: boolean) =>
    window().realContents.attempt(event, url, isMainFrame),
  ...pageFailures,
  open: (url: string) => window().realContents.open(url),
  pick: (label: string) => pick(label),
  /** Right-clicks on an element, and chooses an item by its label. */
  click: (target: object) => window().realContents.emit('context-menu', {}, target),
  pickInContextMenu: (label: string) => pick(label, journal.popups.at(-1)),
  ...downloadActions,
  ...networkActions,
  closeWindow: () => window().close(),
  minimizeWindow: () => window().minimizeByHand(),
  /** Lets the page refuse to close, whatever the user chooses. */
  stayOpen: () => (window().realContents.staysOpen = true),
  /** Lets the page make a call when it closes. */
  callOnHide: (name: string, input: unknown) => window().realContents.lastCalls.push([name, input]),
  /** Completes the load of a `silent` page. */
  loadNow: () => {
    loadReleased.resolve(undefined)
    return pageLoaded.promise
  },
  releaseThreads,
  ...quitting,
  ...pageEvents,
  ...systemActions,
  emit: (event: string, ...args: unknown[]) => {
    const argv = event === 'second-instance' ? [['linkwright'], '/'] : []
    return realApp.emit(event, createPreventableEvent(), ...(args.length > 0 ? args : argv))
  },
  /** Requests the path to show, as the page does. */
  take: (sender: Sender) => invoke(sender, 'open-request', []),
  mayCheck: (permission: string, origin: string) => decide('check', null, permission, origin, {}),
  mayRequest: (permission: string, requestingUrl: string) => {
    const answers: unknown[] = []
    decide('request', null, permission, (answer: unknown) => answers.push(answer), { requestingUrl })
    return answers
  },
  throwLater: () => void setTimeout(() => throwNow()),
  rejectLater: () => void Promise.reject(new Error('not awaited')),
  mayUseDevice: () => decide('device', { deviceType: 'hid', origin: 'app://linkwright' }),
}

function throwNow(): never {
  throw new Error('out of cheese')
}

function decide(kind: keyof typeof decisions, ...args: unknown[]): unknown {
  const handler = decisions[kind] as ((...args: unknown[]) => unknown) | null
  // Electron allows what the app doesn't decide.
  return handler ? handler(...args) : true
}

export type Actions = typeof actions

interface ActionRequest {
  id: number
  action: keyof Actions
  args: unknown[]
}

/** Does what the test requests, and returns the result. */
export function handleDriverMessages(): void {
  process.on('message', (message: ActionRequest | Settled | 'quit') => {
    if (message === 'quit') return
    if ('settles' in message) {
      settleCommand(message)
      return
    }
    const { id, action, args } = message
    const act = actions[action] as (...args: unknown[]) => unknown
    const result = (async () => await act(...args))()
    result.then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    )
  })
}
