import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LibraryInterruptedError, libraryErrors, toStorageProblem } from '../../core/folder/storageProblem.ts'
import { createThread } from '../../sqlite/thread/thread.ts'
import type { Thread } from '../../sqlite/thread/thread.ts'
import { removeFolder, temporaryFolder } from '../core/harness/app.ts'

interface Work {
  work: {
    double: (value: number) => number
    later: (value: number) => Promise<number>
    fail: (kind: 'readOnly' | 'interrupted' | 'full' | 'system' | 'bug') => void
    unclonable: () => unknown
    die: () => void
  }
}
type Operations = { [S in keyof Work]: { [N in keyof Work[S]]: Work[S][N] } } & Record<
  string,
  Record<string, (...input: never[]) => unknown>
>

let folder: string
let entry: URL
beforeEach(async () => {
  folder = await temporaryFolder()
  const file = join(folder, 'work.ts')
  entry = pathToFileURL(file)
  const source = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href)
  await writeFile(
    file,
    `import { LibraryInterruptedError, LibraryReadOnlyError } from ${source('core/folder/storageProblem.ts')}
     import { serveThread } from ${source('sqlite/thread/serveThread.ts')}
     const errors = {
       readOnly: () => new LibraryReadOnlyError('newer'),
       interrupted: () => new LibraryInterruptedError('ending'),
       full: () => Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
       system: () => Object.assign(new Error('no space'), { code: 'ENOSPC' }),
       bug: () => new TypeError('a bug'),
     }
     serveThread(({ isRestart, refuse }) => {
       if (refuse) throw errors.full()
       return {
         greeting: isRestart ? 'again' : 'hello',
         operations: { work: {
           double: (value) => 2 * value,
           later: async (value) => { await new Promise(setImmediate); return value },
           fail: (kind) => { throw errors[kind]() },
           unclonable: () => () => 1,
           die: () => { setImmediate(() => { throw new Error('died') }) },
         } },
         close: () => undefined,
       }
     })`,
  )
})
afterEach(() => removeFolder(folder))

const greetings: string[] = []
const create = (more: object = {}): Thread<string, Operations> =>
  createThread<string, Operations>({
    name: 'test',
    start: () => new Worker(entry),
    data: (isRestart) => ({ isRestart, ...more }),
    errors: libraryErrors,
    exitError: (reason) => new LibraryInterruptedError(reason.message, { cause: reason }),
    onRestart: (greeting) => greetings.push(greeting),
  })
const start = async () => {
  const thread = create()
  return { ...(await thread.open()), close: thread.close }
}

const catchError = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('a thread', () => {
  it('a worker thread processes requests in order', async () => {
    const { greeting, operations, close } = await start()
    expect(greeting).toBe('hello')
    const order: number[] = []
    await Promise.all([1, 2, 3].map(async (value) => order.push(await operations.work.double(value))))
    expect(order).toEqual([2, 4, 6])
    expect(await operations.work.later(7)).toBe(7)
    await close()
    expect(toStorageProblem(await catchError(operations.work.double(1)))).toEqual({
      code: 'library_interrupted',
    })
  })

  it.each([
    ['readOnly', { code: 'library_newer' }],
    ['interrupted', { code: 'library_interrupted' }],
    ['full', { code: 'storage_failed', detail: 'database or disk is full' }],
    ['system', { code: 'storage_failed', detail: 'no space' }],
    ['bug', null],
  ] as const)(
    'a worker thread’s error (%s) is reported as if it had happened here',
    async (kind, problem) => {
      const { operations, close } = await start()
      const error = await catchError(operations.work.fail(kind))
      expect(error).toBeInstanceOf(Error)
      expect(toStorageProblem(error)).toEqual(problem)
      if (kind === 'bug') expect((error as Error).stack).toMatch(/TypeError: a bug\n.*work\.ts/s)
      await close()
    },
  )

  it('a worker thread reports an answer that cannot be transferred', async () => {
    const { operations, close } = await start()
    expect(await catchError(operations.work.unclonable())).toBeInstanceOf(Error)
    expect(await operations.work.double(2)).toBe(4)
    await close()
  })

  it('a worker thread that cannot start rejects with its error', async () => {
    expect(toStorageProblem(await catchError(create({ refuse: true }).open()))).toMatchObject({
      code: 'storage_failed',
    })
  })

  it('a worker thread starts at its first request, and answers requests that wait for it in order', async () => {
    const { request, close } = create()
    const order: number[] = []
    const answers = [1, 2, 3].map(async (value) => order.push(await request('work', 'double', value)))
    await close()
    await Promise.all(answers)
    expect(order).toEqual([2, 4, 6])
  })

  it('a worker thread that refuses to open fails each request with its error, and closes', async () => {
    const { request, close } = create({ refuse: true })
    const errors = await Promise.all([1, 2].map((value) => catchError(request('work', 'double', value))))
    expect(errors.map(toStorageProblem)).toMatchObject([
      { code: 'storage_failed' },
      { code: 'storage_failed' },
    ])
    await close()
  })

  it('a worker thread that was lost fails its requests, and a new one answers the next', async () => {
    greetings.length = 0
    const { operations, close } = await start()
    const answers = await Promise.all([
      catchError(operations.work.die()),
      ...[1, 2].map(() => catchError(askUntilLost(operations))),
    ])
    expect(answers.slice(1).map(toStorageProblem)).toEqual([
      { code: 'library_interrupted' },
      { code: 'library_interrupted' },
    ])
    expect(await Promise.all([3, 4].map((value) => operations.work.double(value)))).toEqual([6, 8])
    expect(greetings).toEqual(['again'])
    await close()
  })
})

/** Polls until the thread has ended. */
async function askUntilLost(operations: Awaited<ReturnType<typeof start>>['operations']): Promise<never> {
  for (;;) await operations.work.later(randomUUID().length)
}
