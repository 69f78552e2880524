import { DatabaseSync, StatementSync } from 'node:sqlite'
import { Client } from 'pg'

// Loaded with `--import` before the admin tool: kills its process before the given database statement of a thread.
let remainingStatements = Number(process.env['KILL_AT_STATEMENT'])

function killAtStatement(prototype: object, ...names: string[]): void {
  for (const name of names) {
    const run = (prototype as Record<string, (...input: unknown[]) => unknown>)[name]
    const runUnlessKilled = function (this: unknown, ...input: unknown[]) {
      if (--remainingStatements === 0) process.kill(process.pid, 'SIGKILL')
      return run?.apply(this, input)
    }
    Object.assign(prototype, { [name]: runUnlessKilled })
  }
}
killAtStatement(DatabaseSync.prototype, 'exec')
killAtStatement(StatementSync.prototype, 'all', 'get', 'run')
killAtStatement(Client.prototype, 'query')
