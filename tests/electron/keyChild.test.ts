import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { startKeyChild } from '../../electron/keyChild.ts'

/** What Electron exposes of a utility process. Other tests use a real one, but it doesn't pause between its events. */
class Child extends EventEmitter {
  pid: number | undefined
  readonly kill = vi.fn(() => this.pid !== undefined)
}

let child: Child
vi.mock('electron', () => ({ utilityProcess: { fork: () => child } }))
beforeEach(() => {
  child = new Child()
})

test('a fatal error is reported once, without the report that contains the environment', () => {
  const reasons: string[] = []
  startKeyChild().onExit((reason) => reasons.push(reason))
  child.emit('error', 'FatalError', 'v8::ToLocalChecked', '{"environmentVariables":{"TOKEN":"secret"}}')
  child.emit('exit', 5)
  expect(reasons).toEqual(['FatalError in v8::ToLocalChecked'])
})

test('a child that is still starting is killed once it runs', () => {
  startKeyChild().kill()
  expect(child.kill).not.toHaveBeenCalled()
  child.pid = 2 ** 30
  child.emit('spawn')
  expect(child.kill).toHaveReturnedWith(true)
  child.emit('exit', 0)
})
