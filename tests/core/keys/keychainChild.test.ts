import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyChild } from '../../../core/host.ts'
import { createKeychain } from '../../../core/keys/keychain.ts'
import { noBus, removeFolder, startKeyChild, temporaryFolder } from '../harness/app.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

async function createChild(does: string): Promise<() => KeyChild> {
  const file = join(folder, 'child.mjs')
  await writeFile(file, `process.on('message', ({ id }) => { ${does} })`)
  return () => startKeyChild(noBus, new URL(`file://${file}`))
}

describe("the key store's child process", () => {
  it("the key store's child process is restarted after a crash", async () => {
    const start = await createChild(
      `if (id === 1) process.abort(); process.send({ id, ok: true, value: 'k' })`,
    )
    const keychain = createKeychain(start)
    expect(await keychain.get('a')).toMatchObject({
      ok: false,
      reason: 'failed',
      detail: expect.stringContaining('SIGABRT') as string,
    })
    expect(await keychain.get('a')).toEqual({ ok: true, value: 'k' })
    keychain.close()
  })

  it("the key store's child process is ended when it hangs, and the next call gets a new one", async () => {
    const start = await createChild(`if (id > 1) process.send({ id, ok: true, value: 'k' }); else for (;;);`)
    const keychain = createKeychain(start, { prompt: 8_000, load: 8_000 })
    const [hung, next] = await Promise.all([keychain.get('a'), keychain.get('b')])
    expect(hung).toMatchObject({ ok: false, reason: 'timed_out' })
    expect(next).toEqual({ ok: true, value: 'k' })
    keychain.close()
  })

  it("the key store's child process is ended when the user cancels", async () => {
    let onSend = () => {}
    const sent = new Promise<void>((resolve) => (onSend = resolve))
    const start = await createChild('')
    const keychain = createKeychain(() => {
      const child = start()
      return {
        ...child,
        send: (message) => {
          child.send(message)
          onSend()
        },
      }
    })
    const call = keychain.get('a')
    await sent
    keychain.cancel()
    expect(await call).toMatchObject({ ok: false, reason: 'denied' })
  })

  it("the key store's child process reports a key that cannot be read back", async () => {
    const keychain = createKeychain(await createChild('process.send({ id, ok: true, value: null })'))
    expect(await keychain.set('a', 'key')).toMatchObject({ ok: false, reason: 'locked' })
    keychain.close()
  })

  it("the key store's child process ends when the process that started it ends", async () => {
    const child = new URL('../../../core/keys/keychainChild.ts', import.meta.url)
    const parent = join(folder, 'parent.mjs')
    await writeFile(
      parent,
      `import { fork, spawnSync } from 'node:child_process'
       const child = fork(new URL(${JSON.stringify(child.href)}), { env: ${JSON.stringify(noBus)} })
       child.once('message', () => process.send(child.pid))
       child.send({ id: 1, ask: 'load' })`,
    )
    const process_ = fork(parent)
    const [pid] = (await once(process_, 'message')) as [number]
    expect(isRunning(pid)).toBe(true)
    process_.kill('SIGKILL')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

/** A process that has ended can stay listed as a zombie until its parent collects its exit status. */
function isRunning(pid: number): boolean {
  const listed = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
  return listed.status === 0 && !listed.stdout.toString().startsWith('Z')
}
