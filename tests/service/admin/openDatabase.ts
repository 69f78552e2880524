import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const store = pathToFileURL(
  join(import.meta.dirname, '../../../service/store/sqlite/file/connection.ts'),
).href

/** Opens a SQLite file in another process, as a running service does. Resolves to a function that ends it. */
export async function openInProcess(file: string): Promise<() => Promise<void>> {
  const script = `const { openConnection } = await import(${JSON.stringify(store)})
    const database = openConnection(${JSON.stringify(file)})
    database.prepare('SELECT 1 FROM projects').all()
    console.log('open')
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
}
