import { rmSync } from 'node:fs'
import { pgCtl, signalServer } from './control.ts'

/**
 * Stops a test's server and deletes its folder when its input ends: when the test closes it or its process is killed.
 * An interrupted test leaves nothing behind.
 */
const [home = ''] = process.argv.slice(2)

process.stdin.resume()
process.stdin.once('end', () => {
  signalServer(home, 'SIGCONT')
    // The test may have stopped it already.
    .catch(() => undefined)
    .then(() => pgCtl(home, 'stop', '-m', 'immediate'))
    .catch(() => undefined)
    .finally(() => rmSync(home, { recursive: true, force: true }))
})
