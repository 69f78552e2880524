import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runAsOtherUser, canBeOtherUser, postScript } from '../loopback/otherUser.ts'
import { createFakeBrowser } from '../loopback/fakeBrowser.ts'

/** Reads every process's arguments until one contains the window's address, and prints it. Needs no special rights. */
const spyScript = `
  import { readFileSync, readdirSync } from 'node:fs'
  for (let address; !address;) {
    for (const pid of readdirSync('/proc').filter((name) => /^\\\\d+$/.test(name) && name !== String(process.pid))) {
      try {
        const found = /http:\\\\/\\\\/127\\\\.0\\\\.0\\\\.1:\\\\d+\\\\/#[^\\\\0]+/.exec(readFileSync('/proc/' + pid + '/cmdline', 'utf8'))
        if (found) address = found[0]
      } catch {}
    }
    if (address) console.log(address)
  }
`.replaceAll('\\\\', '\\')

let folder: string
let browser: Awaited<ReturnType<typeof createFakeBrowser>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-other-user-'))
  browser = await createFakeBrowser()
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await browser.remove()
})

/** Tries everything the address offers as another user. Returns the statuses. */
async function tryAll(address: string): Promise<number[]> {
  const { origin, hash } = new URL(address)
  const secret = hash.replace(/^#\w+=/, '')
  const attempts = [
    [`${origin}/codes/exchange`, JSON.stringify(secret)],
    [`${origin}/call/app.state`, '{}', secret],
    [`${origin}/codes`, '{}', secret],
    [`${origin}/codes/exchange`, JSON.stringify(secret)],
  ]
  const answers = []
  for (const args of attempts) answers.push(await runAsOtherUser(postScript, ...args))
  return answers.map((answer) => (JSON.parse(answer) as { status: number }).status)
}

test.skipIf(!canBeOtherUser)(
  'another user who watches all processes cannot steal the browser address in twenty attempts (needs root on Linux)',
  async () => {
    const output = runAsOtherUser(spyScript)
    const first = await browser.start(folder)
    const token = /#token=(\S+)/.exec(first.output)?.[1] ?? ''
    expect(token).not.toBe('')
    const [stolenAddress] = [(await output).trim(), await browser.opened(1)]
    expect(stolenAddress).toMatch(/#code=/)
    expect(await tryAll(stolenAddress)).toEqual([403, 403, 403, 403])
    for (let round = 2; round <= 20; round++) {
      const next = await browser.start(folder)
      await next.exited
      const address = (await browser.opened(round)).at(-1) ?? ''
      expect(address).not.toContain(token)
      expect(await tryAll(address)).toEqual([403, 403, 403, 403])
      const { origin, hash } = new URL(address)
      const body = JSON.stringify(hash.replace('#code=', ''))
      const headers = { origin, 'content-type': 'application/json' }
      // The user's browser comes after the thief, and only once.
      const exchange = () => fetch(`${origin}/codes/exchange`, { method: 'POST', headers, body })
      expect(await (await exchange()).json()).toEqual({ ok: true, value: token })
      expect((await exchange()).status).toBe(403)
    }
    first.end()
    await first.exited
  },
  120_000,
)
