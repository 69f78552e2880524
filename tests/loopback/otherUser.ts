import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The user id that Linux distributions reserve for a user without files. */
const otherUserId = 65_534

/** Whether this process may start others as another user: only root on Linux. */
export const canBeOtherUser = process.platform === 'linux' && process.getuid?.() === 0

/** Runs a script as another user of this computer, in a folder that user may enter. Returns what it printed. */
export async function runAsOtherUser(script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
    cwd: '/',
    env: {},
    uid: otherUserId,
    gid: otherUserId,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(child, 'close')
  return text
}

/** Sends a POST with the `Origin` of the page, which only programs can claim, and prints its status and body as JSON. */
export const postScript = `
  import { request } from 'node:http'
  const [url, body, token = ''] = process.argv.slice(1)
  const headers = { origin: new URL(url).origin, 'content-type': 'application/json', 'x-linkwright-token': token }
  request(url, { method: 'POST', headers }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part) => (text += part))
    response.on('end', () => console.log(JSON.stringify({ status: response.statusCode, text })))
  }).end(body)
`
