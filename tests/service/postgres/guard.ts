import { rmSync } from 'node:fs'
import { pgCtl } from './control.ts'

/**
 * Runs beside a test's server and waits for the end of its own input, which comes when the test closes it and also when
 * the test process is killed. Then the server and its folder go, so that an interrupted test leaves nothing behind.
 */
const [home = ''] = process.argv.slice(2)

process.stdin.resume()
process.stdin.once('end', () => {
  pgCtl(home, 'stop', '-m', 'immediate')
    // A server that the test has stopped already is not there to be stopped again.
    .catch(() => undefined)
    .finally(() => rmSync(home, { recursive: true, force: true }))
})
