import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'

// A child process of the test: opens a database of an earlier release, and kills itself before the given statement.
const [url = '', step = ''] = process.argv.slice(2)
let remaining = Number(step)

function killBefore(owner: object, name: string): void {
  const run = Reflect.get(owner, name) as (...input: unknown[]) => unknown
  const runUnlessKilled = function (this: unknown, ...input: unknown[]) {
    if (remaining-- === 0) process.kill(process.pid, 'SIGKILL')
    return run.apply(this, input)
  }
  Reflect.set(owner, name, runUnlessKilled)
}

killBefore(DatabaseSync.prototype, 'exec')
killBefore(Client.prototype, 'query')

const store = await openStore(readDatabaseUrl('url', url))
await store.check()
await store.close()
