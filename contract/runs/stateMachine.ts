import type { RunState } from './run.ts'

/**
 * What can happen to a run. `start`: its first row is to be sent. `tried`: that has an end. `goOn`: the rest is to be sent. `turn`: no
 * other run at the same service is before it. `finished`: nothing is left to send. `stopped`: it cannot go on. `reopen`: its rows are to be changed.
 * `retry`: what has failed is to be sent once more. `pause` and `cancel` are the person's.
 */
export type RunEvent =
  'start' | 'tried' | 'goOn' | 'turn' | 'finished' | 'stopped' | 'pause' | 'cancel' | 'reopen' | 'retry'

const transitions: Record<RunState, Partial<Record<RunEvent, RunState>>> = {
  preparing: { start: 'trying' },
  trying: { tried: 'tried', finished: 'done', stopped: 'preparing', pause: 'preparing', cancel: 'cancelled' },
  tried: { goOn: 'queued', cancel: 'cancelled', reopen: 'preparing', retry: 'tried' },
  queued: { turn: 'running', stopped: 'paused', pause: 'paused', cancel: 'cancelled' },
  running: { finished: 'done', stopped: 'paused', pause: 'paused', cancel: 'cancelled' },
  paused: { goOn: 'queued', cancel: 'cancelled', reopen: 'preparing', retry: 'paused' },
  done: { reopen: 'preparing', retry: 'paused' },
  cancelled: { goOn: 'queued', reopen: 'preparing', retry: 'paused' },
}

/** The state of a run after an event; `null` where nothing like that happens to a run in this state. */
export function nextState(state: RunState, event: RunEvent): RunState | null {
  return transitions[state][event] ?? null
}

/** Whether rows of the run are being sent, or will be as soon as it is its turn. */
export function isUnderWay(state: RunState): boolean {
  return state === 'trying' || state === 'queued' || state === 'running'
}
