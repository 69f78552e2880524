import { describe, expect, it } from 'vitest'
import { isUnderWay, nextState } from '../../../contract/runs/stateMachine.ts'
import type { RunEvent } from '../../../contract/runs/stateMachine.ts'
import { runState } from '../../../contract/runs/run.ts'
import type { RunState } from '../../../contract/runs/run.ts'

const stateAfterAll = (state: RunState, ...events: RunEvent[]) =>
  events.reduce<RunState | null>((now, event) => now && nextState(now, event), state)

describe('a run', () => {
  it('is tried with its first row, looked at, and then run', () => {
    expect(stateAfterAll('preparing', 'start', 'tried', 'goOn', 'turn', 'finished')).toBe('done')
  })

  it('never sends the rest before the first link was looked at', () => {
    expect(stateAfterAll('preparing', 'goOn')).toBeNull()
    expect(stateAfterAll('trying', 'goOn')).toBeNull()
    expect(stateAfterAll('preparing', 'turn')).toBeNull()
  })

  it('is stopped by a pause, and by a problem, and goes on when asked', () => {
    for (const event of ['pause', 'stopped'] as const) {
      expect(stateAfterAll('running', event)).toBe('paused')
      expect(stateAfterAll('running', event, 'goOn', 'turn')).toBe('running')
      expect(stateAfterAll('trying', event)).toBe('preparing')
    }
  })

  it('is changed only while nothing of it is on its way', () => {
    for (const state of runState.options) {
      if (isUnderWay(state)) expect(stateAfterAll(state, 'reopen')).toBeNull()
      if (isUnderWay(state)) expect(stateAfterAll(state, 'retry')).toBeNull()
    }
  })

  it('can be cancelled from wherever something is left to send, and nothing follows then by itself', () => {
    for (const state of ['trying', 'tried', 'queued', 'running', 'paused'] as const) {
      expect(stateAfterAll(state, 'cancel')).toBe('cancelled')
    }
    for (const event of ['turn', 'tried', 'finished', 'stopped'] as const) {
      expect(stateAfterAll('cancelled', event)).toBeNull()
      expect(stateAfterAll('paused', event)).toBeNull()
    }
  })
})
