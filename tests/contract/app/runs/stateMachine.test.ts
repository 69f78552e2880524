import { describe, expect, it } from 'vitest'
import { isUnderWay, nextState } from '../../../../contract/app/runs/stateMachine.ts'
import type { RunEvent } from '../../../../contract/app/runs/stateMachine.ts'
import { runState } from '../../../../contract/app/runs/run.ts'
import type { RunState } from '../../../../contract/app/runs/run.ts'

const stateAfterAll = (state: RunState, ...events: RunEvent[]) =>
  events.reduce<RunState | null>((now, event) => now && nextState(now, event), state)

describe('a run', () => {
  it('a run is tried with its first row, reviewed, and then sent', () => {
    expect(stateAfterAll('preparing', 'start', 'tried', 'resume', 'turn', 'finished')).toBe('done')
  })

  it('a run never sends the rest before the first link is reviewed', () => {
    expect(stateAfterAll('preparing', 'resume')).toBeNull()
    expect(stateAfterAll('trying', 'resume')).toBeNull()
    expect(stateAfterAll('preparing', 'turn')).toBeNull()
  })

  it('a run is paused by a user or a problem and continues on request', () => {
    for (const event of ['pause', 'stopped'] as const) {
      expect(stateAfterAll('running', event)).toBe('paused')
      expect(stateAfterAll('running', event, 'resume', 'turn')).toBe('running')
      expect(stateAfterAll('trying', event)).toBe('preparing')
    }
  })

  it('a run can be changed only while nothing is being sent', () => {
    for (const state of runState.options) {
      if (isUnderWay(state)) expect(stateAfterAll(state, 'reopen')).toBeNull()
      if (isUnderWay(state)) expect(stateAfterAll(state, 'retry')).toBeNull()
    }
  })

  it('a run with unfinished rows can be cancelled and then stays cancelled', () => {
    for (const state of ['trying', 'tried', 'queued', 'running', 'paused'] as const) {
      expect(stateAfterAll(state, 'cancel')).toBe('cancelled')
    }
    for (const event of ['turn', 'tried', 'finished', 'stopped'] as const) {
      expect(stateAfterAll('cancelled', event)).toBeNull()
      expect(stateAfterAll('paused', event)).toBeNull()
    }
  })
})
