import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCore, FolderInUseError } from '../../../core/core.ts'
import { lockFolder, acquireFolder } from '../../../core/folder/lock.ts'
import { createTestHost, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

const lockFile = new URL('../../../core/folder/lock.ts', import.meta.url)

describe('the data folder', () => {
  it('the data folder belongs to one instance, and a second instance can tell which', async () => {
    const first = await startApp(folder)
    const whileStarting = await createCore(createTestHost(folder)).catch((error: unknown) => error)
    expect(whileStarting).toMatchObject({ holder: { pid: process.pid, address: null } })
    first.core.announce('http://127.0.0.1:4000/')
    const refusal = await createCore(createTestHost(folder)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(FolderInUseError)
    expect(refusal).toMatchObject({ holder: { pid: process.pid, address: 'http://127.0.0.1:4000/' } })
    expect(await first.get('links.list', {})).toMatchObject({ total: 0 })
    await first.core.close()
    const second = await startApp(folder)
    await second.core.close()
  })

  it.each([
    'https://127.0.0.1:4680/',
    'http://example.com:4680/',
    'http://127.0.0.1.example.com:4680/',
    'http://127.0.0.1@example.com:4680/',
    'http://127.0.0.1:4680/run?program=calc',
    'http://127.0.0.1:4680/#token=a b',
    'http://127.0.0.1/',
    'http://127.0.0.1:99999/',
    'file:///etc/passwd',
    'ms-settings:',
  ])(
    'the data folder is not reported as in use at %s, which is not an address of this app',
    async (address) => {
      const lock = lockFolder(folder)
      await writeFile(join(folder, 'instance.json'), JSON.stringify({ pid: 1, address }))
      expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ holder: { pid: 1, address: null } }))
      lock.release()
    },
  )

  it('the data folder is free again even if its instance file can’t be deleted', async () => {
    const file = join(folder, 'instance.json')
    const lock = lockFolder(folder)
    await rm(file)
    await mkdir(file)
    lock.release()
    await rmdir(file)
    lockFolder(folder).release()
  })

  it('the data folder is free again after its process was killed', async () => {
    const script = join(folder, 'holder.mjs')
    await writeFile(
      script,
      `import { lockFolder } from ${JSON.stringify(lockFile.href)}
       const lock = lockFolder(${JSON.stringify(folder)})
       lock.announce('http://127.0.0.1:4001/')
       process.send('locked')
       process.on('message', () => lock)`,
    )
    const holder = fork(script)
    await once(holder, 'message')
    expect(() => lockFolder(folder)).toThrow(FolderInUseError)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockFolder(folder).release()
  })

  it('a start waits for the data folder while its instance is closing', async () => {
    const first = lockFolder(folder)
    first.announce('http://127.0.0.1:4000/')
    first.announce(null)
    expect(() => lockFolder(folder)).toThrow(
      expect.objectContaining({ holder: { pid: process.pid, address: null, closing: true } }),
    )
    const taken = acquireFolder(folder)
    first.release()
    first.announce(null)
    const second = await taken
    expect(() => lockFolder(folder)).toThrow(
      expect.objectContaining({ holder: { pid: process.pid, address: null } }),
    )
    second.release()
  })

  it('the data folder stays locked until the process ends if the host requires it', async () => {
    const script = join(folder, 'holder.mjs')
    await writeFile(
      script,
      `import { lockFolder } from ${JSON.stringify(lockFile.href)}
       lockFolder(${JSON.stringify(folder)}).release('the end')
       globalThis.gc?.()
       process.send('released')
       process.on('message', () => process.exit())`,
    )
    const holder = fork(script, { execArgv: ['--expose-gc'] })
    await once(holder, 'message')
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ holder: null }))
    const taken = acquireFolder(folder)
    const exited = once(holder, 'exit')
    holder.send('end')
    await exited
    const second = await taken
    second.release()
  })

  it('the data folder can be locked even if the lock file was damaged', async () => {
    await writeFile(join(folder, 'instance.lock'), 'this is not a lock')
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(FolderInUseError)
    lock.release()
  })
})
