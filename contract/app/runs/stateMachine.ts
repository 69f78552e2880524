import type { RunState } from './run.ts'

/**
 * Events of a run. `tried`: the first row has a result. `send`: send all after a dry run. `resume`: send the rest.
 * `turn`: no other run of this service comes first. `stopped`: can't continue. `reopen`: change rows. `retry`: resend
 * failed rows.
 */
export type RunEvent =
  | 'start'
  | 'tried'
  | 'send'
  | 'resume'
  | 'turn'
  | 'finished'
  | 'stopped'
  | 'pause'
  | 'cancel'
  | 'reopen'
  | 'retry'

const transitions: Record<RunState, Partial<Record<RunEvent, RunState>>> = {
  preparing: { start: 'trying', send: 'queued' },
  trying: { tried: 'tried', finished: 'done', stopped: 'preparing', pause: 'preparing', cancel: 'cancelled' },
  tried: { resume: 'queued', cancel: 'cancelled', reopen: 'preparing', retry: 'tried' },
  queued: { turn: 'running', stopped: 'paused', pause: 'paused', cancel: 'cancelled' },
  running: { finished: 'done', stopped: 'paused', pause: 'paused', cancel: 'cancelled' },
  paused: { resume: 'queued', cancel: 'cancelled', reopen: 'preparing', retry: 'paused' },
  done: { reopen: 'preparing', retry: 'paused' },
  cancelled: { resume: 'queued', reopen: 'preparing', retry: 'paused' },
}

/** Returns the state after an event, or `null` if the event isn't possible in this state. */
export function nextState(state: RunState, event: RunEvent): RunState | null {
  return transitions[state][event] ?? null
}

/** Whether rows of the run are being sent or queued. */
export function isUnderWay(state: RunState): boolean {
  return state === 'trying' || state === 'queued' || state === 'running'
}
